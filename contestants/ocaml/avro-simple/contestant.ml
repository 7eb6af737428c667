(** avro-simple: typed codecs put together of its combinators, for record types generated from the schema. *)

open Assay_kit
open Avro_simple

(* Registers the library's compressions, which are not linked in otherwise. *)
let () = Avro.init_codecs ()

module Adapter = struct
  (** [unparsed]: why the library could not parse the schema's text, which only containers need. *)
  type t = { codec : Records.root Codec.t; unparsed : string option }

  type record = Records.root

  let library = "avro-simple"
  let version = Library_version.version

  let create _ text =
    match Schema_json.of_string text with
    (* The combinators cannot name a type twice nor itself; the parsed schema, for the header of a container, does. *)
    | Ok schema -> { codec = { Records.codec with schema }; unparsed = None }
    | Error message -> { codec = Records.codec; unparsed = Some message }

  let of_plain _ plain = Records.of_plain plain
  let to_plain _ record = Records.to_plain record
  let encode adapter record = Codec.encode_to_bytes adapter.codec record
  let decode adapter bytes = Codec.decode_from_bytes adapter.codec bytes

  let read_file path =
    let channel = open_in_bin path in
    let size = in_channel_length channel in
    let bytes = Bytes.create size in
    really_input channel bytes 0 size;
    close_in channel;
    bytes

  (* The library writes to paths only, so the container goes through a file. *)
  let write_container adapter path compression blocks records =
    let number = Blocks.records_in blocks (encode adapter) records in
    let writer = Container_writer.create ~path ~codec:adapter.codec ~compression () in
    let count = Array.length records in
    let rec blocks start =
      if start < count then (
        Container_writer.write_block writer (Array.sub records start (min number (count - start)));
        blocks (start + number))
    in
    blocks 0;
    Container_writer.close writer;
    read_file path

  let read adapter bytes hand_over =
    Container_reader.iter hand_over (Container_reader.of_bytes bytes ~codec:adapter.codec ())

  let containers =
    Some
      (fun adapter ({ Adapter.compression; block_bytes; _ } as settings) ->
        Option.iter (Errors.unsupported "the library cannot parse the schema: %s") adapter.unparsed;
        if Codec_registry.get compression = None then Errors.unsupported "Unknown compression codec: %s" compression;
        Adapter.expect_deflate_level 6 settings;
        let path = Filename.temp_file "assay" ".avro" in
        at_exit (fun () -> try Sys.remove path with Sys_error _ -> ());
        { Adapter.write = write_container adapter path compression (Blocks.make block_bytes); read = read adapter })
end

let () = Serve.serve (module Adapter)
