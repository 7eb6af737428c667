(** Batches of one operation over a record set. *)

(* A batch lasts at least so many readings of the clock. *)
let clock_factor = 100

type request = { seed : int; samples : int; output : string option }

(** When to stop: after a number of batches, or at the first end of a batch past so many seconds. *)
type length = Batches of int | Seconds of float

type spans = { wall_ns : int; cpu_ns : int; allocated : float }

module Make (A : Adapter.S) = struct
  module Session = Session.Make (A)
  module Operations = Operations.Make (A)

  let timed run =
    let allocated = Gc.allocated_bytes () in
    let cpu = Clock.cpu () in
    let start = Clock.now () in
    let made = run () in
    let wall_ns = Clock.now () - start in
    let cpu_ns = Clock.cpu () - cpu in
    ({ wall_ns; cpu_ns; allocated = Gc.allocated_bytes () -. allocated }, made)

  (* Runs passes; what they kept is made ready for the digest after the clock has stopped. *)
  let run session (Operations.Operation operation) ~passes plan =
    let run = operation.passes session in
    let spans, kept = timed (fun () -> run passes plan) in
    (spans, List.map (operation.proof session) kept)

  let pass_ns (session : Session.t) operation =
    match Hashtbl.find_opt session.pass_ns (Operations.name operation) with
    | Some pass_ns -> pass_ns
    | None -> float_of_int (fst (run session operation ~passes:1 [])).wall_ns

  (* How many passes are believed to last as long as a batch must. *)
  let passes_for session operation ~min_batch_ns =
    let min_ns = max min_batch_ns (clock_factor * Lazy.force Clock.cost) in
    max 1 (int_of_float (ceil (float_of_int min_ns /. Float.max 1. (pass_ns session operation))))

  (* One batch: its JSON, and the container that it kept. *)
  let batch (session : Session.t) (Operations.Operation { name; gives; _ } as operation) request generator ~passes =
    let count = Array.length session.records and is_whole = gives = Matter.Container in
    let plan =
      if is_whole then [ (Digest.draw_below generator passes, 0) ]
      else Digest.samples generator ~passes ~count request.samples
    in
    let spans, kept = run session operation ~passes plan in
    Hashtbl.replace session.pass_ns name (float_of_int spans.wall_ns /. float_of_int passes);
    let json : Yojson.Safe.t =
      `Assoc
        [
          ("passes", `Int passes); ("records", `Int (passes * count)); ("wall_ns", `Int spans.wall_ns);
          ("cpu_ns", `Int spans.cpu_ns); ("digest", if is_whole then `Null else `String (Digest.combine kept));
          ("allocated_bytes", `Int (int_of_float spans.allocated)); ("gc_ns", `Null);
        ]
    in
    (json, if is_whole then Some (List.hd kept) else None)

  let generator request = { Digest.state = Int64.of_int request.seed }

  let write_container request container =
    match (request.output, container) with
    | Some path, Some container -> Files.write path (fun channel -> output_string channel container)
    | _ -> ()

  (** The reply of [once]: one pass with nothing done before it. *)
  let once session operation request : Yojson.Safe.t =
    let json, container = batch session operation request (generator request) ~passes:1 in
    write_container request container;
    `Assoc [ ("batch", json) ]

  (** The reply of [warm] and [measure]. *)
  let measure session operation request ~min_batch_ns length : Yojson.Safe.t =
    let generator = generator request in
    let start = Clock.now () in
    let is_done number =
      match length with
      | Batches batches -> number >= batches
      | Seconds seconds -> number > 0 && float_of_int (Clock.now () - start) >= seconds *. 1e9
    in
    let rec go number batches container =
      if is_done number then (List.rev batches, container)
      else
        let passes = passes_for session operation ~min_batch_ns in
        let json, container = batch session operation request generator ~passes in
        go (number + 1) (json :: batches) container
    in
    let batches, container = go 0 [] None in
    write_container request container;
    `Assoc [ ("batches", `List batches); ("timer_ns", `Int (Lazy.force Clock.cost)) ]
end
