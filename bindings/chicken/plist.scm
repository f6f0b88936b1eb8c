;; Entities are property lists: (list #:type 'player #:x 0 ...). They are never changed.

(define (entity-ref entity key #!optional default)
  (let loop ((rest entity))
    (cond ((null? rest) default)
          ((not (and (pair? rest) (pair? (cdr rest))))
           (error 'entity-ref "an entity is a list of keys and values" entity))
          ((eq? (car rest) key) (cadr rest))
          (else (loop (cddr rest))))))

;; A new entity with one value exchanged in its place, or added in front.
(define (entity-set entity key value)
  (let loop ((rest entity) (before '()))
    (cond ((null? rest) (cons key (cons value entity)))
          ((not (and (pair? rest) (pair? (cdr rest))))
           (error 'entity-set "an entity is a list of keys and values" entity))
          ((eq? (car rest) key)
           (append (reverse before) (cons key (cons value (cddr rest)))))
          (else (loop (cddr rest) (cons (cadr rest) (cons (car rest) before)))))))

;; What an absent key means.
(define (default-of key)
  (if (eq? key #:jump-force) 15 0))

;; The number under a key.
(define (number-of who entity key)
  (let ((value (entity-ref entity key (default-of key))))
    (if (real? value)
        value
        (error who "not a number" key value))))
