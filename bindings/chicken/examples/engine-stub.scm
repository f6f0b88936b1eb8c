;; The parts of a game engine that the examples need beside the physics: input and scenes. No window.

(module engine-stub
  (make-game game-input game-scene make-scene scene-entities scene-entities-set! scene-tilemap scene-camera
   make-camera camera-x camera-y camera-x-set! camera-y-set! input-held? input-pressed? press! sounds
   play-sound run-frames)

(import scheme (chicken base) akgl-pipeline)

(define-record-type camera
  (%make-camera x y) camera?
  (x camera-x camera-x-set!)
  (y camera-y camera-y-set!))
(define (make-camera) (%make-camera 0 0))

(define-record-type scene
  (%make-scene entities tilemap camera) scene?
  (entities scene-entities scene-entities-set!)
  (tilemap scene-tilemap)
  (camera scene-camera))
(define (make-scene entities tilemap) (%make-scene entities tilemap (make-camera)))

;; Buttons held in this frame and in the one before.
(define-record-type input
  (make-input now before) input?
  (now input-now input-now-set!)
  (before input-before input-before-set!))

(define (input-held? input button)
  (and (memq button (input-now input)) #t))
(define (input-pressed? input button)
  (and (input-held? input button) (not (memq button (input-before input)))))

(define-record-type game
  (%make-game input scene) game?
  (input game-input)
  (scene game-scene))
(define (make-game scene) (%make-game (make-input '() '()) scene))

;; Begins a frame with these buttons down.
(define (press! game buttons)
  (let ((input (game-input game)))
    (input-before-set! input (input-now input))
    (input-now-set! input buttons)))

(define sounds '())
(define (play-sound name) (set! sounds (cons name sounds)))

;; Calls `update` once for each frame from 1 to `count` with the buttons that (buttons frame game) lists, and
;; `look` with the frame's number after each.
(define (run-frames game update count buttons #!optional (look void))
  (do ((frame 1 (+ frame 1)))
      ((> frame count))
    (press! game (buttons frame game))
    (update game 1/60)
    (look frame)))

(scene-entities-accessor scene-entities)
(scene-entities-modifier scene-entities-set!)
)
