(** The operations: what a row of the table says is all that the kit knows of one. *)

open Errors

module Make (A : Adapter.S) = struct
  module Session = Session.Make (A)

  (** [passes] takes what is loaded, and raises [Unsupported] where that lacks something; then it does so many passes,
      and gives the outputs of a plan, which is (pass, index) pairs. [proof] is an output as the lab compares it;
      [fields] reads every field of an output that has some. *)
  type t =
    | Operation : {
        name : string;
        takes : Matter.t;
        gives : Matter.t;
        passes : Session.t -> int -> (int * int) list -> 'output list;
        proof : Session.t -> 'output -> string;
        fields : (A.t -> 'output -> int64) option;
      }
        -> t

  let name (Operation { name; _ }) = name
  let text _ bytes = Bytes.unsafe_to_string bytes

  let access adapter bytes = Session.reading adapter (A.decode adapter bytes)

  let codecs =
    [
      Operation
        {
          name = "encode"; takes = Values; gives = Encoded; proof = text; fields = None;
          passes = (fun { adapter; cells; _ } passes plan -> Loops.run A.encode adapter cells ~passes plan);
        };
      Operation
        {
          name = "decode"; takes = Encoded; gives = Values; proof = Session.canonical; fields = Some Session.reading;
          passes = (fun { adapter; inputs; _ } passes plan -> Loops.run A.decode adapter inputs ~passes plan);
        };
      Operation
        {
          name = "access"; takes = Encoded; gives = Readings; proof = (fun _ -> Record_reading.digits); fields = None;
          passes = (fun { adapter; inputs; _ } passes plan -> Loops.run access adapter inputs ~passes plan);
        };
    ]

  let needed what = function Some found -> found | None -> unsupported "the load named no %s" what

  let containers =
    [
      Operation
        {
          name = "write"; takes = Values; gives = Container; proof = text; fields = None;
          passes =
            (fun { container; records; _ } ->
              let { Adapter.write; _ } = needed "settings of a container" container in
              fun passes plan -> Loops.run (fun () -> write) () [| { Loops.value = records } |] ~passes plan);
        };
      Operation
        {
          name = "read"; takes = Container; gives = Values; proof = Session.canonical; fields = Some Session.reading;
          passes =
            (fun { container; file; _ } ->
              let { Adapter.read; _ } = needed "settings of a container" container in
              let file = needed "container" file in
              fun passes plan -> Loops.read read file ~passes plan);
        };
    ]

  (** Those that the adapter can do. *)
  let offered = codecs @ if Option.is_some A.containers then containers else []

  (** The number of outputs of a pass. *)
  let items (Operation { gives; _ }) (session : Session.t) =
    if gives = Matter.Container then 1 else Array.length session.records
end
