;; Top-down: no gravity, no jump, no ground; four ways to go.

(define (direction input negative positive)
  (+ (if (input-held? input negative) -3 0)
     (if (input-held? input positive) 3 0)))

(define (update-topdown game dt)
  (let* ((input (game-input game))
         (scene (game-scene game))
         (tiles (scene-tilemap scene))
         (camera (scene-camera scene))
         (p (car (scene-entities scene)))
         (p (entity-set p #:vx (direction input 'left 'right)))
         (p (entity-set p #:vy (direction input 'up 'down)))
         (p (resolve-tile-collisions-x (apply-velocity-x p) tiles))
         (p (resolve-tile-collisions-y (apply-velocity-y p) tiles)))
    (camera-x-set! camera (max 0 (- (entity-ref p #:x 0) 300)))
    (camera-y-set! camera (max 0 (- (entity-ref p #:y 0) 200)))
    (scene-entities-set! scene (list p))))
