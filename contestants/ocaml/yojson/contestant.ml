(** Yojson: plain values to and from its own, by the schema; one kept buffer to write into, one to read strings with. *)

open Assay_kit

module Adapter = struct
  type t = { write : Writing.t; read : Reading.t; out : Buffer.t; strings : Buffer.t }
  type record = Plain.t

  let library = "yojson"
  let version = Library_version.version

  let create schema _ =
    let buffer () = Buffer.create 4096 in
    { write = Writing.of_schema schema; read = Reading.of_schema schema; out = buffer (); strings = buffer () }

  let of_plain _ plain = plain
  let to_plain _ record = record

  let encode adapter record =
    Buffer.clear adapter.out;
    Yojson.Safe.to_buffer ~std:true adapter.out (adapter.write record);
    Buffer.to_bytes adapter.out

  (* The text is only read, and copied out of. *)
  let decode adapter bytes =
    adapter.read (Yojson.Safe.from_string ~buf:adapter.strings (Bytes.unsafe_to_string bytes))

  let containers = None
end

let () = Serve.serve (module Adapter)
