(** Asks whether an operation hands over finished values of the caller's own. *)

let most_records = 200
let uncounted_rounds = 2

(** The same object, not just an equal one. Immediate values and what is empty do not count. *)
let is_same one other =
  let one = Obj.repr one and other = Obj.repr other in
  one == other && Obj.is_block one
  && if Obj.tag one = Obj.string_tag then String.length (Obj.obj one) > 0 else Obj.size one > 0

(* The minor heap is emptied before, so that no step pays for moving the values that the step before has made. *)
let span f =
  Gc.minor ();
  let start = Clock.now () in
  let made = f () in
  (float_of_int (Clock.now () - start), made)

module Make (A : Adapter.S) = struct
  module Session = Session.Make (A)
  module Operations = Operations.Make (A)

  let names = [ "operation_ns"; "first_read_ns"; "second_read_ns"; "loaded_read_ns" ]

  (** The reply of [inspect], after so many counted rounds. *)
  let inspect (session : Session.t) (Operations.Operation { takes; passes; fields; _ } as operation) rounds :
      Yojson.Safe.t =
    let number = min most_records (Operations.items operation session) in
    let plan = List.init number (fun index -> (0, index)) in
    let some = passes (Session.first number session) in
    let operate () = some 1 plan in
    (* All first outputs are kept until the second ones are there. *)
    let once = operate () in
    let shared = ("shared", `Bool (List.exists2 is_same once (operate ()))) in
    let operated = if takes = Matter.Container then Array.length session.records else number in
    let loaded = Array.to_list (Array.sub session.records 0 number) in
    let read_all read outputs () =
      List.iter (fun output -> ignore (Sys.opaque_identity (read session.adapter output))) outputs
    in
    let each number (ns, _) = ns /. float_of_int number in
    (* Nanoseconds a record: the operation, reading its values, reading them again, reading the loaded domain values. *)
    let round read _ =
      let operation_ns, outputs = span operate in
      let first_read = span (read_all read outputs) in
      let second_read = span (read_all read outputs) in
      let loaded_read = span (read_all Session.reading loaded) in
      each operated (operation_ns, ()) :: List.map (each number) [ first_read; second_read; loaded_read ]
    in
    match fields with
    | None -> `Assoc [ shared ]
    | Some read ->
        ignore (List.init uncounted_rounds (round read));
        let all = List.init rounds (round read) in
        let best = List.fold_left (List.map2 Float.min) (List.hd all) all in
        `Assoc (shared :: List.map2 (fun name ns -> (name, `Float ns)) names best)
end
