(** For libraries that count a container's blocks in records, not in bytes. *)

(** How many records of their mean size make a block of so many bytes; at least 1. *)
let records_in ~block_bytes encode records =
  let total = Array.fold_left (fun total record -> total + Bytes.length (encode record)) 0 records in
  max 1 (block_bytes * Array.length records / max 1 total)
