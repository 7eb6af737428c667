(** ocaml-avro: the types, readers and writers that its compiler makes of the schema. *)

open Assay_kit
open Avro

module Adapter = struct
  type t = { buffer : Buffer.t; output : Output.t }
  type record = Schema_types.t

  let library = "avro"
  let version = Library_version.version

  let create _ _ =
    let buffer = Buffer.create 1024 in
    { buffer; output = Output.of_buffer buffer }

  let of_plain _ plain = Records.of_plain plain
  let to_plain _ record = Records.to_plain record

  let encode adapter record =
    Buffer.clear adapter.buffer;
    Schema_types.write adapter.output record;
    Buffer.to_bytes adapter.buffer

  (* The library reads strings; bytes that do not change meanwhile are as good. *)
  let input bytes = Input.of_string (Bytes.unsafe_to_string bytes)
  let decode _ bytes = Schema_types.read (input bytes)

  let write_container adapter codec blocks records =
    let max_block_count = Blocks.records_in blocks (encode adapter) records in
    let buffer = Buffer.create 65536 in
    let encoder =
      Obj_container_file.Encode.make ~max_block_count ~codec (Output.of_buffer buffer) ~schema:Schema_types.schema
        ~write:Schema_types.write
    in
    Array.iter (Obj_container_file.Encode.push encoder) records;
    Obj_container_file.Encode.close encoder;
    Buffer.to_bytes buffer

  let read bytes hand_over =
    let decoder = Obj_container_file.Decode.make (input bytes) ~read:Schema_types.read in
    Obj_container_file.Decode.iter decoder ~f:hand_over

  let containers =
    Some
      (fun adapter (settings : Adapter.settings) ->
        Adapter.expect_deflate_level 6 settings;
        match Obj_container_file.Codec.find_by_name settings.compression with
        | None -> Errors.unsupported "unknown codec %S" settings.compression
        | Some codec ->
            { Adapter.write = write_container adapter codec (Blocks.make settings.block_bytes); read })
end

let () = Serve.serve (module Adapter)
