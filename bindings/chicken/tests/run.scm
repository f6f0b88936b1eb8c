;; Everything the egg promises. Run by test.sh, which builds the egg first.

(import scheme (chicken base) (chicken condition) (chicken file) (chicken keyword) (chicken string)
        (chicken io) (chicken process-context) (chicken format) akgl-pipeline engine-stub)

(include "tests/check.scm")
(include "tests/steps.scm")
(include "tests/exact.scm")
(include "tests/examples.scm")
(include "tests/document.scm")
(include "tests/pages.scm")

(report-and-exit)
