(** A loaded record set and the adapter for its schema: load, swap. *)

open Errors

(** The files that a [load] or a [swap] names; [container] and [settings] are [None] where no container is asked for. *)
type files = { records : string; encoded : string option; container : string option; count : int }

module Make (A : Adapter.S) = struct
  type t = {
    adapter : A.t;
    schema : Schema.t;
    setup_ns : int;
    mutable records : A.record array;
    cells : A.record Loops.cell array;  (** the same values, for the loop *)
    inputs : bytes Loops.cell array;  (** what [decode] reads *)
    container : A.record Adapter.container option;  (** where the load named settings of containers *)
    mutable file : bytes option;  (** what [read] reads *)
    pass_ns : (string, float) Hashtbl.t;  (** nanoseconds of a pass of each operation, from the batch before *)
  }

  let canonical session value = Canonical_writer.write session.schema (A.to_plain session.adapter value)

  (** Every field of a value read. The kit cannot look into every domain value, so it goes by way of the plain one. *)
  let reading adapter value = Record_reading.of_value (A.to_plain adapter value)

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
    match files.encoded with
    | Some path -> Files.frames path files.count
    | None -> Array.map (fun record -> Bytes.copy (A.encode adapter record)) records

  let read_file (files : files) =
    Option.map (fun path -> Bytes.unsafe_of_string (Files.read "container" path)) files.container

  let load ~schema ~resolved ~settings files =
    let text, _ = read_as "schema" Yojson.Safe.from_string schema in
    let _, schema = read_as "resolved" Schema.read resolved in
    let start = Clock.now () in
    let adapter = A.create schema text in
    let container =
      match (A.containers, settings) with
      | Some make_ready, Some settings -> Some (make_ready adapter settings)
      | _ -> None
    in
    let setup_ns = Clock.now () - start in
    let records = read_records schema adapter files in
    let cell value = { Loops.value } in
    {
      adapter; schema; setup_ns; records; container;
      cells = Array.map cell records;
      inputs = Array.map cell (read_inputs adapter records files);
      file = read_file files;
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
    let file = read_file files in
    session.records <- records;
    Array.iteri (fun i record -> session.cells.(i).value <- record) records;
    Array.iteri (fun i input -> session.inputs.(i).value <- replace_bytes session.inputs.(i).value input) inputs;
    session.file <-
      (match (session.file, file) with Some old, Some fresh -> Some (replace_bytes old fresh) | _ -> file)

  (** The same with the first records only, but for containers. *)
  let first number session =
    let sub cells = Array.sub cells 0 (min number (Array.length cells)) in
    { session with cells = sub session.cells; inputs = sub session.inputs }
end
