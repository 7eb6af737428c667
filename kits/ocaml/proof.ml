(** Does an operation once for every record and writes what it made. *)

open Errors

let write_in = function
  | Matter.Values | Readings -> fun channel text -> output_string channel (text ^ "\n")
  | Encoded -> Files.write_frame
  | Container -> output_string

module Make (A : Adapter.S) = struct
  module Session = Session.Make (A)
  module Operations = Operations.Make (A)

  (** All outputs are held before the first is written, so that one which is not the caller's own shows itself. *)
  let prove session (Operations.Operation { gives; passes; proof; _ } as operation) path =
    let plan = List.init (Operations.items operation session) (fun index -> (0, index)) in
    let outputs = Array.of_list (passes session 1 plan) in
    let proofs = Array.mapi (fun i -> inside (Printf.sprintf "record %d" i) (proof session)) outputs in
    Files.write path (fun channel -> Array.iter (write_in gives channel) proofs)
end
