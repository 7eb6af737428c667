(** avro-simple: typed codecs put together of its combinators, for record types generated from the schema. *)

open Assay_kit
open Avro_simple

(* The library's deflate has this level and no way to set another. *)
let deflate_level = 6

(* Registers the library's compressions, which are not linked in otherwise. *)
let () = Avro.init_codecs ()

module Adapter = struct
  type container = {
    compression : string;
    block_bytes : int;
    path : string;
    mutable block_records : int option;  (** known when records have been seen *)
  }

  (** [unparsed]: why the library could not parse the schema's text, which only containers need. *)
  type t = { codec : Records.root Codec.t; unparsed : string option; mutable container : container option }

  type record = Records.root

  let library = "avro-simple"
  let version = Library_version.version

  let create schema =
    match Schema_json.of_string schema with
    (* The combinators cannot name a type twice nor itself; the parsed schema, for the header of a container, does. *)
    | Ok schema -> { codec = { Records.codec with schema }; unparsed = None; container = None }
    | Error message -> { codec = Records.codec; unparsed = Some message; container = None }

  let of_plain _ plain = Records.of_plain plain
  let to_plain _ record = Records.to_plain record
  let encode_one adapter record = Codec.encode_to_bytes adapter.codec record
  let encode = Some encode_one
  let decode = Some (fun adapter bytes -> Codec.decode_from_bytes adapter.codec bytes)

  let use_container adapter (settings : Adapter.settings) =
    let { Adapter.compression; level; block_bytes } = settings in
    Option.iter (Errors.unsupported "the library cannot parse the schema: %s") adapter.unparsed;
    if Codec_registry.get compression = None then Errors.unsupported "Unknown compression codec: %s" compression;
    if compression = "deflate" && Option.value level ~default:deflate_level <> deflate_level then
      Errors.unsupported "deflate has the level %d only" deflate_level;
    let path = Filename.temp_file "assay" ".avro" in
    at_exit (fun () -> try Sys.remove path with Sys_error _ -> ());
    adapter.container <- Some { compression; block_bytes; path; block_records = None }

  let block_records adapter container records =
    match container.block_records with
    | Some number -> number
    | None ->
        let number = Blocks.records_in ~block_bytes:container.block_bytes (encode_one adapter) records in
        container.block_records <- Some number;
        number

  let read_file path =
    let channel = open_in_bin path in
    let size = in_channel_length channel in
    let bytes = Bytes.create size in
    really_input channel bytes 0 size;
    close_in channel;
    bytes

  (* The library writes to paths only, so the container goes through a file. *)
  let write_container adapter records =
    let container = Option.get adapter.container in
    let number = block_records adapter container records in
    let { path; compression; _ } = container in
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

  let write = Some write_container

  let read =
    Some
      (fun adapter bytes hand_over ->
        Container_reader.iter hand_over (Container_reader.of_bytes bytes ~codec:adapter.codec ()))
end

let () = Serve.serve (module Adapter)
