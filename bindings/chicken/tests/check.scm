;; A check that fails prints what it got and goes on.

(define passed 0)
(define failed 0)

(define-syntax check
  (syntax-rules ()
    ((_ expression expected)
     (compare 'expression
              (condition-case expression
                (e () (list 'raised ((condition-property-accessor 'exn 'message "") e))))
              expected))))

(define (compare text got expected)
  (if (equal? got expected)
      (set! passed (+ passed 1))
      (begin
        (set! failed (+ failed 1))
        (print "failed: " text " is " got ", not " expected))))

;; The expression raises an error whose message holds this text.
(define-syntax check-error
  (syntax-rules ()
    ((_ expression text)
     (compare 'expression
              (condition-case (begin expression 'nothing-raised)
                (e () (let ((message ((condition-property-accessor 'exn 'message "") e)))
                        (if (substring-index text message) 'raised message))))
              'raised))))

(define (report-and-exit)
  (print "test result: " (if (zero? failed) "ok" "FAILED") ". " passed " passed; " failed " failed")
  (exit (if (zero? failed) 0 1)))
