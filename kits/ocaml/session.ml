(** A loaded record set and the adapter for its schema: load, swap, prove. *)

open Errors

let operations = [ "encode"; "decode"; "write"; "read" ]

(** The files that a [load] or a [swap] names; [container] and [settings] are [None] where no container is asked for. *)
type files = { records : string; encoded : string option; container : string option; count : int }

module Make (A : Adapter.S) = struct
  type t = {
    adapter : A.t;
    schema : Schema.t;
    setup_ns : int;
    mutable records : A.record array;
    cells : A.record Loops.cell array;  (** the same values, for the loop *)
    inputs : bytes Loops.cell array;  (** what [decode] reads; empty where it cannot *)
    mutable container : bytes option;
    writes : bool;  (** whether the load named settings of containers *)
    pass_ns : (string, float) Hashtbl.t;  (** nanoseconds of a pass of each operation, from the batch before *)
  }

  let is_offered = function
    | "encode" -> Option.is_some A.encode
    | "decode" -> Option.is_some A.decode
    | "write" -> Option.is_some A.write
    | "read" -> Option.is_some A.read
    | _ -> false

  let offered = List.filter is_offered operations

  (* The operations, for an adapter; [check] has been asked before. *)
  let encode adapter = Option.get A.encode adapter
  let decode adapter = Option.get A.decode adapter
  let write adapter = Option.get A.write adapter
  let read adapter = Option.get A.read adapter

  (** Raises [Unsupported] where the operation is not on offer. *)
  let check session operation =
    if not (is_offered operation) then unsupported "the contestant has no operation %S" operation;
    let lacks = (operation = "write" && not session.writes) || (operation = "read" && session.container = None) in
    if lacks then unsupported "%s: the load named no container" operation

  let canonical session value = Canonical_writer.write session.schema (A.to_plain session.adapter value)

  (* The text of a file, and what it is read as. *)
  let read_as key read path =
    let text = Files.text key path in
    try (text, read text) with error -> bad_input "%s: %s in %s" key (message error) path

  let read_records schema adapter (files : files) =
    let read i line =
      let plain =
        try Canonical_reader.read_line schema line
        with (Misfit _ | Yojson.Json_error _) as error ->
          bad_input "records: record %d of %s: %s" i files.records (message error)
      in
      A.of_plain adapter plain
    in
    Array.mapi read (Array.of_list (Files.lines files.records files.count))

  let read_inputs adapter records (files : files) =
    match (files.encoded, A.decode, A.encode) with
    | Some path, _, _ -> Files.frames path files.count
    | None, None, _ -> [||]
    | None, Some _, None -> bad_input "encoded is null, and the contestant does not encode"
    | None, Some _, Some encode -> Array.map (fun record -> Bytes.copy (encode adapter record)) records

  let read_container (files : files) =
    Option.map (fun path -> Bytes.unsafe_of_string (Files.read "container" path)) files.container

  let load ~schema ~resolved ~settings files =
    let text, _ = read_as "schema" Yojson.Safe.from_string schema in
    let _, schema = read_as "resolved" Schema.read resolved in
    let start = Clock.now () in
    let adapter = A.create schema text in
    Option.iter (A.use_container adapter) settings;
    let setup_ns = Clock.now () - start in
    let records = read_records schema adapter files in
    let cell value = { Loops.value } in
    {
      adapter; schema; setup_ns; records;
      cells = Array.map cell records;
      inputs = Array.map cell (read_inputs adapter records files);
      container = read_container files;
      writes = settings <> None;
      pass_ns = Hashtbl.create 4;
    }

  (* Bytes keep their place where the length is the same. *)
  let replace_bytes old fresh =
    if Bytes.length old <> Bytes.length fresh then fresh
    else (
      Bytes.blit fresh 0 old 0 (Bytes.length fresh);
      old)

  (** Replaces the record set. OCaml's records cannot change, so new ones take their place; the bytes that [decode] and
      [read] read change in place. A swap that fails leaves the records as they were. *)
  let swap session (files : files) =
    let loaded = Array.length session.records in
    if files.count <> loaded then bad_input "count is %d, but %d records are loaded" files.count loaded;
    let records = read_records session.schema session.adapter files in
    let inputs = read_inputs session.adapter records files in
    let container = read_container files in
    session.records <- records;
    Array.iteri (fun i record -> session.cells.(i).value <- record) records;
    Array.iteri (fun i input -> session.inputs.(i).value <- replace_bytes session.inputs.(i).value input) inputs;
    session.container <-
      (match (session.container, container) with
      | Some old, Some fresh -> Some (replace_bytes old fresh)
      | _ -> container)

  let values cells = Array.map (fun (cell : _ Loops.cell) -> cell.value) cells

  let read_all session =
    let read_records = ref [] in
    read session.adapter (Option.get session.container) (fun record -> read_records := record :: !read_records);
    Array.of_list (List.rev !read_records)

  let write_lines session path records =
    let line i record = inside (Printf.sprintf "record %d" i) (canonical session) record in
    let lines = Array.mapi line records in
    Files.write path (fun channel -> Array.iter (fun line -> output_string channel (line ^ "\n")) lines);
    Array.length lines

  (** Does the operation once for every record and writes what it made; all outputs are held before the first is
      written, so that one which is not the caller's own shows itself. Gives the number of records. *)
  let prove session operation path =
    match operation with
    | "encode" ->
        let outputs = Array.map (encode session.adapter) session.records in
        Files.write path (fun channel -> Array.iter (Files.write_frame channel) outputs);
        Array.length outputs
    | "decode" -> write_lines session path (Array.map (decode session.adapter) (values session.inputs))
    | "write" ->
        let container = write session.adapter session.records in
        Files.write path (fun channel -> output_bytes channel container);
        Array.length session.records
    | _ -> write_lines session path (read_all session)
end
