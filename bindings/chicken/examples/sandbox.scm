;; A sandbox: the same steps for many boxes, then the boxes against each other.

(define (update-sandbox game dt)
  (let* ((scene (game-scene game))
         (tiles (scene-tilemap scene)))
    (scene-update-entities scene
                           apply-gravity
                           apply-velocity-x
                           (lambda (box) (resolve-tile-collisions-x box tiles))
                           apply-velocity-y
                           (lambda (box) (resolve-tile-collisions-y box tiles))
                           (lambda (box) (detect-ground box tiles)))
    (scene-resolve-collisions scene)))
