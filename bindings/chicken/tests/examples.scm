;; The three examples on the stub, and what has to come out of them.

(include "examples/platformer.scm")
(include "examples/topdown.scm")
(include "examples/sandbox.scm")

(define (player-of game) (car (scene-entities (game-scene game))))

(define platformer-map
  (drawn "...................."
         "...................."
         "...................."
         "...................."
         "...................."
         "...................."
         "...................#"
         "########..##########"))

;; Runs right, jumps the gap at x > 100 and stops at the wall: 8 + 3n first exceeds 100 after frame 31, the
;; jump takes frames 32 to 60 and 29 * 3 px, the wall's face is at 304 and the player 12 px wide.
(define (check-platformer update)
  (let ((game (make-game (make-scene (list (list #:type 'player #:x 8 #:y 96 #:width 12 #:height 16 #:gravity? #t
                                                 #:on-ground? #t))
                                     platformer-map)))
        (took-off #f)
        (landed #f)
        (sounds-before (length sounds)))
    (run-frames game update 200
                (lambda (frame game)
                  (if (and (not took-off) (> (entity-ref (player-of game) #:x) 100))
                      (begin (set! took-off (list frame (entity-ref (player-of game) #:x))) '(right a))
                      '(right)))
                (lambda (frame)
                  (when (and took-off (not landed) (entity-ref (player-of game) #:on-ground?))
                    (set! landed (list frame (entity-ref (player-of game) #:x))))))
    (check took-off '(32 101))
    (check landed '(60 188))
    (check (map (lambda (key) (entity-ref (player-of game) key)) '(#:type #:x #:y #:vx #:vy #:ay #:on-ground?))
           '(player 292 96 0 0 0 #t))
    (check (- (length sounds) sounds-before) 1)
    (check (camera-x (scene-camera (game-scene game))) 0)))

;; Into the upper left corner, along the upper wall, down, and round the block.
(define (check-topdown update)
  (let ((game (make-game (make-scene (list (list #:type 'player #:x 20 #:y 20 #:width 12 #:height 12))
                                     (drawn "########" "#......#" "#..##..#" "#......#" "########")))))
    (define (hold buttons frames)
      (run-frames game update frames (lambda (frame game) buttons))
      (list (entity-ref (player-of game) #:x) (entity-ref (player-of game) #:y)))
    (check (hold '(left up) 40) '(16 16))
    (check (hold '(right up) 5) '(31 16))
    (check (hold '(down) 40) '(31 52))
    (check (hold '(right up) 100) '(100 16))
    (check (hold '(left right up down) 10) '(100 16))
    (check (hold '() 10) '(100 16))))

;; Six boxes fall, land and end apart, exact to the last.
(define (check-sandbox update)
  (let* ((walls '("#..............#"))
         (tiles (apply drawn (append (let loop ((n 11)) (if (zero? n) '() (append walls (loop (- n 1)))))
                                     '("################"))))
         (box (lambda (n) (list #:type 'box #:x (+ 40 (* 10 n)) #:y (* 20 (modulo n 3)) #:width 16 #:height 16
                                #:gravity? #t #:solid? #t)))
         (game (make-game (make-scene (map box '(0 1 2 3 4 5)) tiles))))
    (run-frames game update 300 (lambda (frame game) '()))
    (let ((boxes (scene-entities (game-scene game))))
      (define (numbers e) (map (lambda (key) (entity-ref e key)) '(#:x #:y #:width #:height)))
      (check (length boxes) 6)
      (let each ((boxes boxes))
        (unless (null? boxes)
          (let ((e (car boxes)))
            (check (exact? (entity-ref e #:x)) #t)
            (check (exact? (entity-ref e #:y)) #t)
            (check (<= 16 (entity-ref e #:x) 224) #t)
            (check (<= (entity-ref e #:y) 161) #t)
            (for-each (lambda (other) (check (apply aabb-overlap? (append (numbers e) (numbers other))) #f))
                      (cdr boxes)))
          (each (cdr boxes)))))))

(check-platformer update-platformer)
(check-topdown update-topdown)
(check-sandbox update-sandbox)
