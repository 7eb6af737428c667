(** Asks whether an operation hands over finished values of the caller's own. *)

let most_records = 200
let uncounted_rounds = 2

(** The same object, not merely an equal one. Immediate values and what is empty do not count. *)
let is_same one other =
  let one = Obj.repr one and other = Obj.repr other in
  one == other && Obj.is_block one
  && if Obj.tag one = Obj.string_tag then String.length (Obj.obj one) > 0 else Obj.size one > 0

let first array = Array.to_list (Array.sub array 0 (min most_records (Array.length array)))

(* The minor heap is emptied before, so that no step pays for moving the values that the step before has made. *)
let span f =
  Gc.minor ();
  let start = Clock.now () in
  let made = f () in
  (float_of_int (Clock.now () - start), made)

module Make (A : Adapter.S) = struct
  module Session = Session.Make (A)

  (* All first outputs are kept until the second ones are there. *)
  let is_shared operate =
    let once = operate () in
    List.exists2 is_same once (operate ())

  let decode_first (session : Session.t) =
    let inputs = first (Session.values session.inputs) in
    fun () -> List.map (Session.decode session.adapter) inputs

  let read_first (session : Session.t) () =
    let kept = ref [] and number = ref 0 in
    Session.read session.adapter (Option.get session.container) (fun record ->
        incr number;
        if !number <= most_records then kept := record :: !kept);
    List.rev !kept

  let read_every_field session records () =
    List.iter (fun record -> ignore (Sys.opaque_identity (Session.canonical session record))) records

  (* Nanoseconds a record: the operation, reading its values, reading them again, reading the loaded domain values. *)
  let round session operate ~operated loaded =
    let operation_ns, records = span operate in
    let per_record records ns = ns /. float_of_int (List.length records) in
    let read records = per_record records (fst (span (read_every_field session records))) in
    let first_read = read records in
    let second_read = read records in
    [ operation_ns /. float_of_int operated; first_read; second_read; read loaded ]

  let names = [ "operation_ns"; "first_read_ns"; "second_read_ns"; "loaded_read_ns" ]

  let inspect_values session operate ~operated rounds : Yojson.Safe.t =
    let shared = is_shared operate in
    let loaded = first session.Session.records in
    for _ = 1 to uncounted_rounds do
      ignore (round session operate ~operated loaded)
    done;
    let all = List.init rounds (fun _ -> round session operate ~operated loaded) in
    let best = List.fold_left (List.map2 Float.min) (List.hd all) all in
    `Assoc (("shared", `Bool shared) :: List.map2 (fun name ns -> (name, `Float ns)) names best)

  (** The reply of [inspect], after so many counted rounds. *)
  let inspect (session : Session.t) operation rounds : Yojson.Safe.t =
    let records = first session.records in
    match operation with
    | "encode" ->
        `Assoc [ ("shared", `Bool (is_shared (fun () -> List.map (Session.encode session.adapter) records))) ]
    | "write" ->
        `Assoc [ ("shared", `Bool (is_shared (fun () -> [ Session.write session.adapter session.records ]))) ]
    | "decode" -> inspect_values session (decode_first session) ~operated:(List.length records) rounds
    | _ -> inspect_values session (read_first session) ~operated:(Array.length session.records) rounds
end
