;; Threads of Guile that make garbage, so that the collector stops them again and again, and count in one table.
(use-modules (ice-9 threads))

(define turns (string->number (cadr (command-line))))
(define threads 4)
(define words 16)
(define table (make-hash-table))
(define guard (make-mutex))

(define (garbage)
  (apply + (map (lambda (number) (string-length (number->string number))) (iota 20))))

(define (count-one turn)
  (with-mutex guard
    (let ((word (modulo turn words)))
      (hashv-set! table word (+ (hashv-ref table word 0) (garbage))))))

(define (work)
  (do ((turn 0 (+ turn 1))) ((= turn turns))
    (count-one turn)
    (garbage)))

(for-each join-thread (map (lambda (_) (call-with-new-thread work)) (iota threads)))
(define total (hash-fold (lambda (_ value sum) (+ value sum)) 0 table))
(exit (if (= total (* threads turns (garbage))) 0 1))
