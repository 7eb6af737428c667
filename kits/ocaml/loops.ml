(** The measured loops. They give the sampled outputs in the order of [plan], the sorted (pass, index) pairs. *)

(** A record set for the loop: an array of floats would be unboxed, so that reading one allocates; cells are not. *)
type 'a cell = { mutable value : 'a }

(** Does the operation from [start] to before [stop]. What comes back is kept from the optimizer and dropped. *)
let stretch operation adapter cells start stop =
  for i = start to stop - 1 do
    ignore (Sys.opaque_identity (operation adapter (Array.unsafe_get cells i).value))
  done

(** Whole passes in stretches between the sampled records, so that no record pays for a branch. *)
let run operation adapter cells ~passes plan =
  let count = Array.length cells in
  let rec pass_from number start plan kept =
    match plan with
    | (pass, index) :: rest when pass = number ->
        stretch operation adapter cells start index;
        let output = operation adapter cells.(index).value in
        pass_from number (index + 1) rest (output :: kept)
    | _ ->
        stretch operation adapter cells start count;
        (plan, kept)
  in
  let rec passes_from number (plan, kept) =
    if number = passes then List.rev kept else passes_from (number + 1) (pass_from number 0 plan kept)
  in
  passes_from 0 (plan, [])

(** Whole containers read. The library calls the function for each record, so there are no stretches here: it counts
    down to the next sampled record, in every pass alike. *)
let read operation container ~passes plan =
  let plan = ref plan and kept = ref [] in
  for pass = 0 to passes - 1 do
    let at = ref 0 in
    let next () = match !plan with (number, index) :: _ when number = pass -> index + 1 - !at | _ -> 0 in
    let left = ref (next ()) in
    operation container (fun record ->
        decr left;
        if !left = 0 then (
          kept := record :: !kept;
          at := snd (List.hd !plan) + 1;
          plan := List.tl !plan;
          left := next ())
        else ignore (Sys.opaque_identity record))
  done;
  List.rev !kept
