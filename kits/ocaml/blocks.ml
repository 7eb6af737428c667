(** For libraries that count a container's blocks in records, not in bytes. *)

(** [records]: known when records have been seen. *)
type t = { block_bytes : int; mutable records : int option }

let make block_bytes = { block_bytes; records = None }

(** How many of the records make a block, by their mean size; at least 1. *)
let records_in blocks encode records =
  match blocks.records with
  | Some number -> number
  | None ->
      let total = Array.fold_left (fun total record -> total + Bytes.length (encode record)) 0 records in
      let number = max 1 (blocks.block_bytes * Array.length records / max 1 total) in
      blocks.records <- Some number;
      number
