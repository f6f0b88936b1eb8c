;; Each step over plists: what it reads, writes, defaults and keeps.

;; Rows of tiles from strings, # for solid.
(define (drawn . rows)
  (make-tilemap 16 16
                (map (lambda (row) (map (lambda (c) (if (char=? c #\#) 1 0)) (string->list row))) rows)))

;; The document's own example of a jump.
(let ((entity (list #:type 'player #:on-ground? #t #:jump-force 15)))
  (check (apply-jump entity #t) (list #:ay -15 #:type 'player #:on-ground? #t #:jump-force 15))
  (check (eq? (apply-jump entity #f) entity) #t)
  (check (eq? (apply-jump (entity-set entity #:on-ground? #f) #t) entity) #f)
  (check (entity-ref (apply-jump (entity-set entity #:on-ground? #f) #t) #:ay) #f)
  (check entity (list #:type 'player #:on-ground? #t #:jump-force 15)))

;; Absent keys.
(check (entity-ref (apply-jump (list #:on-ground? #t) #t) #:ay) -15)
(check (apply-gravity (list #:gravity? #t)) (list #:vy 1 #:gravity? #t))
(check (apply-gravity (list #:vy 3)) (list #:vy 3))
(check (apply-gravity '()) '())
(check (apply-velocity-x (list #:vx 4)) (list #:x 4 #:vx 4))
(check (apply-velocity-y (list #:vy -4 #:y 10)) (list #:vy -4 #:y 6))
(check (apply-acceleration (list #:gravity? #t #:ay -15 #:vy 2)) (list #:gravity? #t #:ay 0 #:vy -13))
(check (apply-acceleration (list #:ay -15 #:vy 2)) (list #:ay -15 #:vy 2))
(check (apply-gravity (list #:gravity? #t #:vy 2) 1/4) (list #:gravity? #t #:vy 9/4))
(check *gravity* 1)

;; Unknown keys are kept where they are, and nothing given is changed.
(let* ((tiles (drawn "...." "####"))
       (before (list #:name "Anna" #:x 8 #:y 4 #:hp 3 #:width 16 #:height 16 #:vy 6 #:gravity? #t #:bag '(1 2)))
       (copy (map values before))
       (after (resolve-tile-collisions-y before tiles)))
  (check after (list #:name "Anna" #:x 8 #:y 0 #:hp 3 #:width 16 #:height 16 #:vy 0 #:gravity? #t #:bag '(1 2)))
  (check before copy)
  (check (entity-ref (detect-ground after tiles) #:on-ground?) #t)
  (check (entity-ref (detect-ground (entity-set after #:y -8) tiles) #:on-ground?) #f)
  (check (eq? (detect-ground (entity-set after #:gravity? #f) tiles) after) #f)
  (check (entity-ref (detect-ground (entity-set after #:gravity? #f) tiles) #:on-ground? 'none) 'none))

;; Snapping along x: position = tile-x - width, and tile-x + tile-width.
(let ((tiles (drawn "...." ".#.." "....")))
  (define (at x vx) (list #:x x #:y 16 #:width 16 #:height 16 #:vx vx))
  (check (resolve-tile-collisions-x (at 4 5) tiles) (at 0 0))
  (check (resolve-tile-collisions-x (at 30 -5) tiles) (at 32 0))
  (check (resolve-tile-collisions-x (at 40 -5) tiles) (at 40 -5))
  (check (apply-velocity-x-swept (at -90 500) tiles) (at 0 0))
  (check (apply-velocity-x-swept (at 90 -500) tiles) (at 32 0))
  (check (apply-velocity-x-swept (at 90 5) tiles) (at 95 5))
  (tilemap-tile-set! tiles 1 1 0)
  (check (resolve-tile-collisions-x (at 4 5) tiles) (at 4 5)))

;; Which tiles are solid, by id.
(let ((tiles (make-tilemap 16 16 '((0 0) (4 9)) '(9)))
      (falling (lambda (x) (list #:x x #:y 4 #:width 16 #:height 16 #:vy 4))))
  (check (entity-ref (resolve-tile-collisions-y (falling 0) tiles) #:y) 4)
  (check (entity-ref (resolve-tile-collisions-y (falling 16) tiles) #:y) 0))

;; 16 px at 32 px a frame: through a 16 px floor as documented, not when swept.
(let ((tiles (drawn "..." "###" "..." "..."))
      (falling (list #:x 0 #:y 0 #:width 16 #:height 16 #:vy 32)))
  (check (entity-ref (resolve-tile-collisions-y (apply-velocity-y falling) tiles) #:y) 32)
  (check (entity-ref (apply-velocity-y-swept falling tiles) #:y) 0))

;; Pushing apart: half each along the smaller overlap, speeds of one, the order and everything else kept.
(let* ((box (lambda (x . more) (append (list #:solid? #t #:x x #:y 0 #:width 16 #:height 16) more)))
       (ghost (list #:x 4 #:y 0 #:width 16 #:height 16))
       (list-of (list (box 0 #:name 'a) ghost (box 12 #:name 'b)))
       (pushed (resolve-entity-collisions list-of)))
  (check (map (lambda (e) (entity-ref e #:name)) pushed) '(a #f b))
  (check (map (lambda (e) (entity-ref e #:x)) pushed) '(-2 4 14))
  (check (map (lambda (e) (entity-ref e #:vx)) pushed) '(-1 #f 1))
  (check (eq? (cadr pushed) ghost) #t)
  (check (entity-ref (car list-of) #:x) 0)
  (check (resolve-entity-collisions '()) '())
  (check (resolve-entity-collisions (list (box 0) (box 16))) (list (box 0) (box 16))))

(check (aabb-overlap? 0 0 10 10 9 9 10 10) #t)
(check (aabb-overlap? 0 0 10 10 10 0 10 10) #f)
(check (aabb-overlap? 0 0 1/3 1 1/3 0 1 1) #f)
(check (aabb-overlap? 0 0 1/3 1 33/100 0 1 1) #t)

;; The default jump rises exactly 105 px and lands on frame 29.
(let ((tiles (drawn "...." "...." "...." "...." "...." "...." "...." "...." "...." "####")))
  (let loop ((n 1) (apex 0)
             (p (list #:x 16 #:y 128 #:width 16 #:height 16 #:gravity? #t #:on-ground? #t)))
    (let* ((p (apply-gravity (apply-acceleration (apply-jump p (= n 1)))))
           (p (resolve-tile-collisions-x (apply-velocity-x p) tiles))
           (p (resolve-tile-collisions-y (apply-velocity-y p) tiles))
           (p (detect-ground p tiles))
           (height (- 128 (entity-ref p #:y))))
      (unless (= height (quotient (* n (- 29 n)) 2))
        (check (list n height) 'by-the-arithmetic))
      (if (entity-ref p #:on-ground?)
          (begin (check n 29) (check (max apex height) 105))
          (loop (+ n 1) (max apex height) p)))))

;; A scene is the engine's.
(let ((scene (make-scene (list (list #:gravity? #t) (list #:gravity? #t #:vy 5)) #f)))
  (check (eq? (scene-update-entities scene apply-gravity apply-velocity-y) scene) #t)
  (check (map (lambda (e) (entity-ref e #:y)) (scene-entities scene)) '(1 6)))

;; A map of the Tiled editor.
(let ((path (string-append (or (get-environment-variable "AKGL_ROOT") "../..") "/tests/maps/level-array.tmj")))
  (check (tilemap? (load-tilemap path)) #t)
  (check-error (load-tilemap "no-such-map.tmj") "no-such-map.tmj"))

;; What is wrong is said, with the value.
(check-error (apply-velocity-x (list #:x 'left)) "not a number")
(check-error (apply-velocity-x (list #:x)) "keys and values")
(check-error (detect-ground (list #:gravity? #t) 'map) "not a tilemap")
(check-error (make-tilemap 0 16 '()) "above 0")
(check-error (make-tilemap 16 16 '((1) (1 2))) "one length")
(check-error (resolve-entity-collisions (list (list #:solid? #t #:x "3"))) "not a number")
