;; The document's own three update procedures, unchanged, where the document is: it is not part of this
;; repository. In AKGL_SHARED, or in ../shared beside the repository.

(import (chicken eval) (chicken port))

(define document
  (string-append (or (get-environment-variable "AKGL_SHARED") "../../../shared")
                 "/reference/downstroke-physics.org"))

;; It has come down to us as a patch whose lines were joined: " +" is where a line began.
(define (document-lines)
  (string-split (string-translate* (with-input-from-file document read-string) '((" +" . "\n"))) "\n" #t))

;; What follows `update:` in each block.
(define (update-procedures)
  (let loop ((lines (document-lines)) (found '()))
    (cond ((null? lines) (reverse found))
          ((eqv? 0 (substring-index "update: (lambda" (car lines)))
           (let collect ((rest lines) (text '()))
             (if (eqv? 0 (substring-index "#+end_src" (car rest)))
                 (loop rest
                       (cons (with-input-from-string (apply string-append (reverse text))
                               (lambda () (read) (read)))
                             found))
                 (collect (cdr rest) (cons "\n" (cons (car rest) text))))))
          (else (loop (cdr lines) found)))))

(if (file-exists? document)
    (let ((procedures (map eval (update-procedures))))
      (check (length procedures) 3)
      (when (= (length procedures) 3)
        (check-platformer (car procedures))
        (check-topdown (cadr procedures))
        (check-sandbox (caddr procedures))
        (print "the document's own examples ran: " document)))
    (print "skipped: the document's own examples; " document " is not there"))
