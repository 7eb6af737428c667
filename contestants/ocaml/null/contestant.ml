(** Does nothing. Run on the schema "null", it shows what the measuring loop itself takes. *)

open Assay_kit

module Adapter = struct
  type t = unit
  type record = unit

  let library = "null"
  let version = "1"

  let create schema _ =
    if schema <> Schema.Null then Errors.unsupported "the null contestant takes the schema \"null\" only"

  let of_plain () _ = ()
  let to_plain () () = Plain.Null
  let encode () () = Bytes.empty
  let decode () _ = ()
  let containers = None
end

let () = Serve.serve (module Adapter)
