;; Exact numbers on their way through the library's doubles.
;;
;; A double holds every whole number to 2^53 and every such number divided by a power of two. Other
;; fractions are multiplied by their common denominator first, which no step notices, and divided by it
;; again. An exact number that is too long for both is refused rather than rounded.

;; The double for an exact number, or #f where there is none.
(define (double-of value)
  (let ((double (exact->inexact value)))
    (and (< -inf.0 double +inf.0)
         (= (inexact->exact double) value)
         double)))

;; What all of these have to be multiplied by. 1 also where one is inexact: then so is the result.
(define (scale-of who values)
  (cond ((not (every exact? values)) 1)
        ((every double-of values) 1)
        (else
         (let ((scale (apply lcm (map denominator values))))
           (for-each
            (lambda (value)
              (unless (double-of (* value scale))
                (error who "exact, but too long for a double; make it inexact, or round it" value)))
            values)
           scale))))

(define (to-double value scale)
  (exact->inexact (* value scale)))

;; Back: exact when everything that went in was.
(define (from-double double exact scale)
  (if (and exact (< -inf.0 double +inf.0))
      (/ (inexact->exact double) scale)
      (if (= scale 1) double (/ double scale))))
