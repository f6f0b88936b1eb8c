;; Exact numbers stay exact; inexact ones stay inexact.

(check (entity-ref (apply-velocity-x (list #:x 1/3 #:vx 1/3)) #:x) 2/3)
(check (entity-ref (apply-velocity-x (list #:x 1/3 #:vx 1/7)) #:x) 10/21)
(check (entity-ref (apply-velocity-x (list #:x 1 #:vx 0.5)) #:x) 1.5)
(check (entity-ref (apply-velocity-x (list #:x 1.0 #:vx 2)) #:x) 3.0)
(check (entity-ref (apply-velocity-x (list #:x 1/2 #:vx 2)) #:x) 5/2)
(check (entity-ref (apply-velocity-x (list #:x (- (expt 2 53) 1) #:vx 1)) #:x) (expt 2 53))
(check-error (apply-velocity-x (list #:x (+ (expt 2 53) 1) #:vx 1)) "too long")
(check-error (apply-velocity-x (list #:x (expt 10 400) #:vx 1)) "too long")
(check (entity-ref (apply-gravity (list #:gravity? #t #:vy 1/3)) #:vy) 4/3)
(check (entity-ref (apply-gravity (list #:gravity? #t #:vy 1.0)) #:vy) 2.0)
(check (entity-ref (apply-acceleration (list #:gravity? #t #:ay -10/3 #:vy 1/3)) #:vy) -3)
(check (entity-ref (apply-jump (list #:on-ground? #t #:jump-force 44/3) #t) #:ay) -44/3)

;; A number that a step does not read does not make its result inexact.
(check (entity-ref (apply-velocity-x (list #:x 1 #:vx 2 #:y 0.5)) #:x) 3)

;; Against tiles, thirds and all.
(let ((tiles (drawn "..." "###")))
  (check (resolve-tile-collisions-y (list #:x 0 #:y 13/3 #:width 16 #:height 35/3 #:vy 1/3) tiles)
         (list #:x 0 #:y 13/3 #:width 16 #:height 35/3 #:vy 1/3)) ; touching
  (check (resolve-tile-collisions-y (list #:x 0 #:y 14/3 #:width 16 #:height 35/3 #:vy 1/3) tiles)
         (list #:x 0 #:y 13/3 #:width 16 #:height 35/3 #:vy 0))
  (check (resolve-tile-collisions-y (list #:x 0.5 #:y 5 #:width 16 #:height 16 #:vy 6) tiles)
         (list #:x 0.5 #:y 0 #:width 16 #:height 16 #:vy 0))
  (check (resolve-tile-collisions-y (list #:x 0 #:y 5.0 #:width 16 #:height 16 #:vy 6) tiles)
         (list #:x 0 #:y 0.0 #:width 16 #:height 16 #:vy 0))
  ;; One pixel below the feet is one pixel, in thirds too: 16 - 1 is the highest place that counts.
  (check (entity-ref (detect-ground (list #:gravity? #t #:y 0 #:width 9 #:height 15) tiles) #:on-ground?) #t)
  (check (entity-ref (detect-ground (list #:gravity? #t #:y 1/3 #:width 9 #:height 44/3) tiles) #:on-ground?)
         #t)
  (check (entity-ref (detect-ground (list #:gravity? #t #:y 0 #:width 9 #:height 44/3) tiles) #:on-ground?)
         #f))

;; Halves of odd overlaps are fractions.
(let ((box (lambda (x) (list #:solid? #t #:x x #:y 0 #:width 16 #:height 16))))
  (check (map (lambda (e) (entity-ref e #:x)) (resolve-entity-collisions (list (box 0) (box 13)))) '(-3/2 29/2))
  (check (map (lambda (e) (entity-ref e #:x)) (resolve-entity-collisions (list (box 1/3) (box 13)))) '(-4/3 44/3))
  (check (map (lambda (e) (entity-ref e #:x)) (resolve-entity-collisions (list (box 0.0) (box 13)))) '(-1.5 14.5))
  (check (map (lambda (e) (entity-ref e #:vx)) (resolve-entity-collisions (list (box 0.0) (box 13)))) '(-1 1)))

;; Random whole-number frames against the document's sums done here.
(let ((seed 5))
  (define (roll sides)
    (set! seed (modulo (+ (* seed 1103515245) 12345) 2147483648))
    (modulo (quotient seed 65536) sides))
  (let loop ((n 0) (wrong 0))
    (if (= n 2000)
        (check wrong 0)
        (let* ((x (- (roll 400) 200)) (y (- (roll 400) 200)) (vx (- (roll 41) 20)) (vy (- (roll 41) 20))
               (ay (- (roll 41) 20)) (on (zero? (roll 2))) (force (roll 20)) (jump (zero? (roll 2)))
               (e (list #:x x #:y y #:vx vx #:vy vy #:ay ay #:on-ground? on #:jump-force force #:gravity? #t))
               (e (apply-velocity-y (apply-velocity-x (apply-gravity (apply-acceleration (apply-jump e jump))))))
               (fall (+ vy (if (and on jump) (- force) ay) 1)))
          (loop (+ n 1)
                (if (equal? e (list #:x (+ x vx) #:y (+ y fall) #:vx vx #:vy fall #:ay 0 #:on-ground? on
                                    #:jump-force force #:gravity? #t))
                    wrong
                    (+ wrong 1)))))))
