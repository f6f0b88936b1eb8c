;; Downstroke's physics pipeline over libakgl.so.
;;
;; Entities are property lists and are never changed: a step returns a new one, with keys it does not
;; know kept as they are, and absent keys read as their defaults. A number that a step computes is
;; exact when every number it computes it from is.

(module akgl-pipeline
  (;; the document's names
   apply-jump apply-acceleration apply-gravity apply-velocity-x apply-velocity-y
   resolve-tile-collisions-x resolve-tile-collisions-y detect-ground
   resolve-entity-collisions scene-resolve-collisions scene-update-entities
   aabb-overlap? *gravity* entity-ref entity-set
   ;; moves that no tile is too thin for
   apply-velocity-x-swept apply-velocity-y-swept
   ;; tiles
   make-tilemap load-tilemap tilemap? tilemap-tile-set!
   ;; how the game's engine keeps a scene
   scene-entities-accessor scene-entities-modifier)

(import scheme (chicken base) (chicken foreign) (chicken gc) (chicken keyword) (chicken string)
        srfi-4)

#>
#include "shim.h"
<#

(define (every pred list)
  (or (null? list) (and (pred (car list)) (every pred (cdr list)))))

(include "plist.scm")
(include "numbers.scm")

;; Pixels per frame per frame.
(define *gravity* 1)

;;; Tiles

;; Either `cells`, an u32vector, or `map`, a pointer to a loaded map; `solid` says by tile id which
;; tiles are solid, #f: all of them.
(define-record-type tilemap
  (%make-tilemap map cells columns rows width height solid)
  tilemap?
  (map tilemap-map)
  (cells tilemap-cells)
  (columns tilemap-columns)
  (rows tilemap-rows)
  (width tilemap-width)
  (height tilemap-height)
  (solid tilemap-solid))

;; `cells` is a list of rows of tile ids, 0 for an empty cell. `solid-ids` lists the ids of solid tiles,
;; as a tileset's metadata does; without it every tile is solid.
(define (make-tilemap tile-width tile-height cells #!optional solid-ids)
  (unless (and (real? tile-width) (real? tile-height) (positive? tile-width) (positive? tile-height))
    (error 'make-tilemap "the size of a tile is a number above 0" tile-width tile-height))
  (let ((columns (if (null? cells) 0 (length (car cells)))))
    (unless (every (lambda (row) (= (length row) columns)) cells)
      (error 'make-tilemap "the rows are not of one length" cells))
    (%make-tilemap #f (list->u32vector (apply append cells)) columns (length cells)
                   tile-width tile-height (solid-table solid-ids))))

;; Loads a map of the Tiled editor. The tiles of its layers marked `collidable` are solid; with
;; `solid-ids`, the tiles with these global ids in every layer.
(define (load-tilemap path #!optional solid-ids)
  (let* ((message (make-string 1024 #\nul))
         (map (shim-load path message 1024)))
    (unless map
      (error 'load-tilemap (text-of message) path))
    (let ((tilemap (%make-tilemap map #f 0 0 (map-tile-width map) (map-tile-height map)
                                  (solid-table solid-ids))))
      (set-finalizer! tilemap (lambda (tilemap) (free-map (tilemap-map tilemap))))
      tilemap)))

;; Changes a tile of a map made by make-tilemap; the next step sees it.
(define (tilemap-tile-set! tilemap column row id)
  (unless (tilemap-cells tilemap)
    (error 'tilemap-tile-set! "a loaded map is not changed" tilemap))
  (unless (and (< -1 column (tilemap-columns tilemap)) (< -1 row (tilemap-rows tilemap)))
    (error 'tilemap-tile-set! "outside the map" column row))
  (u32vector-set! (tilemap-cells tilemap) (+ column (* row (tilemap-columns tilemap))) id))

(define (solid-table ids)
  (and ids
       (let ((table (make-u8vector (+ 1 (apply max 0 ids)) 0)))
         (for-each (lambda (id) (u8vector-set! table id 1)) ids)
         table)))

(define (text-of message)
  (let loop ((end 0))
    (if (or (= end (string-length message)) (char=? (string-ref message end) #\nul))
        (substring message 0 end)
        (loop (+ end 1)))))

(define shim-load
  (foreign-lambda* c-pointer ((c-string path) (scheme-pointer message) (int size))
    "C_return(shim_load(path, message, size));"))
(define free-map (foreign-lambda void "free" c-pointer))
(define map-tile-width
  (foreign-lambda* int ((c-pointer map)) "C_return(((akgl_Tilemap *)map)->tilewidth);"))
(define map-tile-height
  (foreign-lambda* int ((c-pointer map)) "C_return(((akgl_Tilemap *)map)->tileheight);"))

;;; One step of one entity

(define shim-step
  (foreign-lambda* int ((int step) (f64vector e) (int flags) (double gravity)
                        (c-pointer map) (u32vector cells) (unsigned-int32 columns) (unsigned-int32 rows)
                        (double width) (double height) (u8vector solid) (size_t numsolid))
    "akgl_PipelineTiles tiles = akgl_pipeline_tiles_cells(cells, columns, rows, width, height);
     tiles.map = map;
     tiles.solid = (const bool *)solid;
     tiles.numsolid = numsolid;
     C_return(shim_step(step, e, flags, gravity, &tiles));"))

(define places
  '((#:x . 0) (#:y . 1) (#:width . 2) (#:height . 3) (#:vx . 4) (#:vy . 5) (#:ay . 6) (#:jump-force . 7)))
(define (place-of key) (cdr (assq key places)))

(define gravity-bit 1)
(define on-ground-bit 2)
(define pressed-bit 8)

(define (flags-of entity pressed)
  (+ (if (entity-ref entity #:gravity?) gravity-bit 0)
     (if (entity-ref entity #:on-ground?) on-ground-bit 0)
     (if pressed pressed-bit 0)))

(define (bit? flags bit) (odd? (quotient flags bit)))

;; Runs a step that reads the numbers under `keys`, and `more` numbers beside the entity. Hands to
;; `finish` the flags afterwards and a procedure that gives the number computed under a key from the
;; numbers under other keys: exact when those are.
(define (run who step entity keys more pressed gravity tilemap finish)
  (let* ((values (map (lambda (key) (number-of who entity key)) keys))
         (tile (if tilemap (list (tilemap-width tilemap) (tilemap-height tilemap)) '()))
         (all (append values more tile))
         (scale (scale-of who all))
         (fits (or (not (= scale 1)) (every (lambda (v) (or (inexact? v) (double-of v))) all)))
         (e (make-f64vector 8 0.0)))
    (unless (or (= scale 1) (not tilemap) (tilemap-cells tilemap))
      (error who "a fraction that is not a multiple of 1/2^n does not go with a loaded map" values))
    (for-each (lambda (key value) (f64vector-set! e (place-of key) (to-double value scale))) keys values)
    (when (and tilemap (eq? step 7))
      ;; The probe is one pixel below the feet, whatever a pixel is multiplied by.
      (f64vector-set! e 3 (+ (f64vector-ref e 3) (- scale 1))))
    (let ((flags (shim-step step e (flags-of entity pressed) (to-double gravity scale)
                            (and tilemap (tilemap-map tilemap))
                            (and tilemap (tilemap-cells tilemap))
                            (if tilemap (tilemap-columns tilemap) 0)
                            (if tilemap (tilemap-rows tilemap) 0)
                            (if tilemap (to-double (tilemap-width tilemap) scale) 0.0)
                            (if tilemap (to-double (tilemap-height tilemap) scale) 0.0)
                            (and tilemap (tilemap-solid tilemap))
                            (if (and tilemap (tilemap-solid tilemap))
                                (u8vector-length (tilemap-solid tilemap))
                                0))))
      (finish flags
              (lambda (key from)
                (from-double (f64vector-ref e (place-of key)) (and fits (every exact? from)) scale))
              (lambda (key)
                (f64vector-ref e (place-of key)))))))

(define (apply-jump entity jump-pressed?)
  (if (and jump-pressed? (entity-ref entity #:on-ground?))
      (let ((force (number-of 'apply-jump entity #:jump-force)))
        (run 'apply-jump 0 entity '(#:jump-force) '() #t 0 #f
             (lambda (flags result raw)
               (entity-set entity #:ay (result #:ay (list force))))))
      entity))

(define (apply-acceleration entity)
  (if (entity-ref entity #:gravity?)
      (let ((vy (number-of 'apply-acceleration entity #:vy))
            (ay (number-of 'apply-acceleration entity #:ay)))
        (run 'apply-acceleration 1 entity '(#:vy #:ay) '() #f 0 #f
             (lambda (flags result raw)
               (entity-set (entity-set entity #:vy (result #:vy (list vy ay))) #:ay 0))))
      entity))

;; `gravity` in pixels per frame per frame.
(define (apply-gravity entity #!optional (gravity *gravity*))
  (if (entity-ref entity #:gravity?)
      (let ((vy (number-of 'apply-gravity entity #:vy)))
        (run 'apply-gravity 2 entity '(#:vy) (list gravity) #f gravity #f
             (lambda (flags result raw)
               (entity-set entity #:vy (result #:vy (list vy gravity))))))
      entity))

(define (move who step entity place speed)
  (run who step entity (list place speed) '() #f 0 #f
       (lambda (flags result raw)
         (entity-set entity place
                     (result place (list (number-of who entity place) (number-of who entity speed)))))))

(define (apply-velocity-x entity) (move 'apply-velocity-x 3 entity #:x #:vx))
(define (apply-velocity-y entity) (move 'apply-velocity-y 4 entity #:y #:vy))

(define (check-tilemap who tilemap)
  (unless (tilemap? tilemap)
    (error who "not a tilemap of make-tilemap or load-tilemap" tilemap)))

;; The numbers along one axis that a step against tiles computes with.
(define (along who entity tilemap place size speed)
  (list (number-of who entity place) (number-of who entity size) (number-of who entity speed)
        (if (eq? place #:x) (tilemap-width tilemap) (tilemap-height tilemap))))

(define (resolve who step entity tilemap place size speed)
  (check-tilemap who tilemap)
  (let ((from (along who entity tilemap place size speed)))
    (run who step entity (list #:x #:y #:width #:height speed) '() #f 0 tilemap
         (lambda (flags result raw)
           ;; A collision zeroes the speed, and without speed there is none.
           (if (and (zero? (raw speed)) (not (zero? (number-of who entity speed))))
               (entity-set (entity-set entity place (result place from)) speed 0)
               entity)))))

(define (resolve-tile-collisions-x entity tilemap)
  (resolve 'resolve-tile-collisions-x 5 entity tilemap #:x #:width #:vx))
(define (resolve-tile-collisions-y entity tilemap)
  (resolve 'resolve-tile-collisions-y 6 entity tilemap #:y #:height #:vy))

(define (sweep who step entity tilemap place size speed)
  (check-tilemap who tilemap)
  (let ((from (along who entity tilemap place size speed)))
    (run who step entity (list #:x #:y #:width #:height speed) '() #f 0 tilemap
         (lambda (flags result raw)
           (let ((moved (entity-set entity place (result place from))))
             (if (and (zero? (raw speed)) (not (zero? (number-of who entity speed))))
                 (entity-set moved speed 0)
                 moved))))))

(define (apply-velocity-x-swept entity tilemap)
  (sweep 'apply-velocity-x-swept 8 entity tilemap #:x #:width #:vx))
(define (apply-velocity-y-swept entity tilemap)
  (sweep 'apply-velocity-y-swept 9 entity tilemap #:y #:height #:vy))

(define (detect-ground entity tilemap)
  (check-tilemap 'detect-ground tilemap)
  (if (entity-ref entity #:gravity?)
      (run 'detect-ground 7 entity '(#:x #:y #:width #:height) '() #f 0 tilemap
           (lambda (flags result raw)
             (entity-set entity #:on-ground? (bit? flags on-ground-bit))))
      entity))

;;; Entities against each other

(define (aabb-overlap? x1 y1 w1 h1 x2 y2 w2 h2)
  (let* ((values (list x1 y1 w1 h1 x2 y2 w2 h2))
         (_ (for-each (lambda (v) (unless (real? v) (error 'aabb-overlap? "not a number" v))) values))
         (scale (scale-of 'aabb-overlap? values)))
    (apply shim-overlap (map (lambda (value) (to-double value scale)) values))))

(define shim-overlap
  (foreign-lambda bool "akgl_pipeline_aabb_overlap"
    double double double double double double double double))

(define shim-resolve
  (foreign-lambda* int ((int count) (f64vector numbers) (u8vector solid) (f64vector pushes)
                        (scheme-pointer message) (int size))
    "C_return(shim_resolve(count, numbers, solid, pushes, message, size));"))

;; A new list in the same order. What a push computes is exact when the numbers of all solid entities
;; along that axis are.
(define (resolve-entity-collisions entities)
  (define who 'resolve-entity-collisions)
  (define (numbers-of entity)
    (if (entity-ref entity #:solid?)
        (map (lambda (key) (number-of who entity key)) '(#:x #:y #:width #:height))
        '()))
  (let* ((lists (map numbers-of entities))
         (all (apply append lists))
         (scale (scale-of who all))
         (fits (or (not (= scale 1)) (every (lambda (v) (or (inexact? v) (double-of v))) all)))
         (exact (lambda (pick)
                  (and fits (every (lambda (n) (or (null? n) (every exact? (pick n)))) lists))))
         (exact-x (exact (lambda (n) (list (car n) (caddr n)))))
         (exact-y (exact (lambda (n) (list (cadr n) (cadddr n)))))
         (count (length entities))
         (numbers (make-f64vector (max 1 (* 4 count)) 0.0))
         (solid (make-u8vector (max 1 count) 0))
         (pushes (make-f64vector (max 1 (* 2 count)) 0.0))
         (message (make-string 1024 #\nul)))
    (let fill ((at 0) (lists lists))
      (unless (null? lists)
        (unless (null? (car lists))
          (u8vector-set! solid at 1)
          (let each ((place (* 4 at)) (values (car lists)))
            (unless (null? values)
              (f64vector-set! numbers place (to-double (car values) scale))
              (each (+ place 1) (cdr values)))))
        (fill (+ at 1) (cdr lists))))
    (unless (zero? (shim-resolve count numbers solid pushes message 1024))
      (error who (text-of message)))
    (let read ((at 0) (rest entities))
      (if (null? rest)
          '()
          (let* ((pushed
                  (lambda (entity axis place speed exact)
                    (let ((push (f64vector-ref pushes (+ (* 2 at) axis))))
                      (if (zero? push)
                          entity
                          (entity-set
                           (entity-set entity place
                                       (from-double (f64vector-ref numbers (+ (* 4 at) axis)) exact scale))
                           speed (if (positive? push) 1 -1)))))))
            (cons (pushed (pushed (car rest) 0 #:x #:vx exact-x) 1 #:y #:vy exact-y)
                  (read (+ at 1) (cdr rest))))))))

;;; Scenes

;; A scene is the engine's: these two say how to get its entities, and how to put others in their place.
(define (unset . _)
  (error "no scenes yet: set scene-entities-accessor and scene-entities-modifier to the engine's procedures"))
(define scene-entities-accessor (make-parameter unset))
(define scene-entities-modifier (make-parameter unset))

(define (update-scene scene change)
  ((scene-entities-modifier) scene (change ((scene-entities-accessor) scene)))
  scene)

;; Puts the resolved entities in the scene, and returns it.
(define (scene-resolve-collisions scene)
  (update-scene scene resolve-entity-collisions))

;; Applies the first step to all entities, then the second, and so on. Returns the scene.
(define (scene-update-entities scene . steps)
  (update-scene scene
                (lambda (entities)
                  (let loop ((steps steps) (entities entities))
                    (if (null? steps)
                        entities
                        (loop (cdr steps) (map (car steps) entities)))))))
)
