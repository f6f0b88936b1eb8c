;; The Scheme code of the pages: a line that ends in `; => value` has that value.

(import (chicken eval) (chicken port))

;; The text of the first ```scheme block of a file.
(define (first-block path)
  (let loop ((lines (with-input-from-file path read-lines)) (inside #f) (found '()))
    (cond ((null? lines) (error "no Scheme block" path))
          ((and (not inside) (string=? (car lines) "```scheme")) (loop (cdr lines) #t '()))
          ((and inside (string=? (car lines) "```")) (reverse found))
          (else (loop (cdr lines) inside (cons (car lines) found))))))

(define (check-page name)
  (let* ((lines (first-block (string-append (or (get-environment-variable "AKGL_ROOT") "../..") "/" name)))
         (expected (let collect ((lines lines) (values '()))
                     (if (null? lines)
                         (reverse values)
                         (let ((at (substring-index "; => " (car lines))))
                           (collect (cdr lines)
                                    (if at
                                        (cons (with-input-from-string (substring (car lines) (+ at 5)) read)
                                              values)
                                        values)))))))
    (with-input-from-string (apply string-append (map (lambda (line) (string-append line "\n")) lines))
      (lambda ()
        (let loop ((form (read)) (expected expected))
          (cond ((eof-object? form) (check (length expected) 0))
                ((memq (car form) '(import define)) (eval form) (loop (read) expected))
                (else (check (eval form) (car expected))
                      (loop (read) (cdr expected)))))))))

(check-page "docs/pipeline.md")
(check-page "bindings/chicken/README.md")
