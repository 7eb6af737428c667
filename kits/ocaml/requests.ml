(** Answers the requests of the contract for one contestant. *)

open Errors

let protocol = 1

(* Inside the functor these names are those of the modules made for the adapter. *)
module Loading = Session
module Measuring = Measure

module Make (A : Adapter.S) = struct
  module Session = Session.Make (A)
  module Measure = Measure.Make (A)
  module Inspection = Inspection.Make (A)
  module Operations = Operations.Make (A)
  module Proof = Proof.Make (A)

  let loaded : Session.t option ref = ref None

  let hello keys : Yojson.Safe.t =
    let asked = Keys.number keys "protocol" in
    if asked <> protocol then bad_input "protocol is %d, but this kit speaks %d" asked protocol;
    let contestant = Option.value (Sys.getenv_opt "ASSAY_CONTESTANT") ~default:"" in
    `Assoc
      [
        ("protocol", `Int protocol); ("contestant", `String contestant); ("library", `String A.library);
        ("version", `String A.version); ("runtime", `String ("OCaml " ^ Sys.ocaml_version));
        ("operations", `List (List.map (fun row -> `String (Operations.name row)) Operations.offered));
      ]

  let files keys : Loading.files =
    {
      records = Keys.text keys "records";
      encoded = Keys.text_or_null keys "encoded";
      container = Keys.optional Keys.text_or_null keys "container";
      count = Keys.number keys "count";
    }

  let settings keys : Adapter.settings option =
    let of_object object_ : Adapter.settings =
      {
        compression = Keys.text object_ "compression";
        level = Keys.number_or_null object_ "level";
        block_bytes = Keys.number ~minimum:1 object_ "block_bytes";
      }
    in
    Option.map of_object (Keys.optional Keys.object_or_null keys "settings")

  let load keys : Yojson.Safe.t =
    (* After a load that failed nothing is loaded: measuring the set before it would mislead. *)
    loaded := None;
    ignore (Keys.text keys "workload");
    let schema = Keys.text keys "schema" and resolved = Keys.text keys "resolved" and files = files keys in
    let session = Session.load ~schema ~resolved ~settings:(settings keys) files in
    loaded := Some session;
    `Assoc [ ("count", `Int files.count); ("setup_ns", `Int session.setup_ns) ]

  let session () = match !loaded with Some session -> session | None -> bad_input "nothing is loaded"

  (** What is loaded, and the operation that the request names. *)
  let asked keys =
    let session = session () and name = Keys.text keys "operation" in
    match List.find_opt (fun row -> Operations.name row = name) Operations.offered with
    | Some operation -> (session, operation)
    | None -> unsupported "the contestant has no operation %S" name

  let measurable keys =
    let session, operation = asked keys in
    if Array.length session.records = 0 then bad_input "the record set is empty";
    (session, operation)

  let prove keys : Yojson.Safe.t =
    let session, operation = asked keys in
    Proof.prove session operation (Keys.text keys "output");
    `Assoc [ ("count", `Int (Array.length session.records)) ]

  let inspect keys =
    let session, operation = measurable keys in
    Inspection.inspect session operation (Keys.number ~minimum:1 keys "rounds")

  let measuring keys : Measuring.request =
    {
      seed = Keys.number keys "seed";
      samples = Keys.number keys "samples";
      output = Keys.optional Keys.text_or_null keys "output";
    }

  let once keys =
    let session, operation = measurable keys in
    Measure.once session operation (measuring keys)

  let measure length keys =
    let request = measuring keys and min_batch_ns = Keys.number keys "min_batch_ns" in
    let length = length keys and threads = Keys.number ~minimum:1 keys "threads" in
    let session, operation = measurable keys in
    if threads > 1 then
      unsupported "threads is %d, but this kit has one: threads of OCaml 4 take turns under one lock" threads;
    Measure.measure session operation request ~min_batch_ns length

  let swap keys : Yojson.Safe.t =
    let files = files keys in
    Session.swap (session ()) files;
    `Assoc [ ("count", `Int files.count) ]

  let requests =
    [
      ("hello", hello); ("load", load); ("prove", prove); ("inspect", inspect);
      ("warm", measure (fun keys -> Measuring.Seconds (Keys.seconds keys "seconds")));
      ("measure", measure (fun keys -> Measuring.Batches (Keys.number ~minimum:1 keys "batches")));
      ("once", once); ("swap", swap); ("bye", fun _ -> `Assoc []);
    ]

  (** The content of the reply, and whether it is the last. *)
  let answer (keys : Keys.t) =
    match List.assoc_opt "request" keys with
    | Some (`String name) -> (
        match List.assoc_opt name requests with
        | Some request -> (request keys, name = "bye")
        | None -> bad_input "unknown request %S; known: %s" name (String.concat ", " (List.map fst requests)))
    | _ -> bad_input "the key \"request\" is missing or no string"
end
