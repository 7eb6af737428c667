(** A record as OCaml's own neutral value. Fields are in the schema's order; the keys of a map are in any. *)
type t =
  | Null
  | Boolean of bool
  | Integer of int64
  | Real of float
  | String of string
  | Bytes of string
  | Array of t list
  | Map of (string * t) list
  | Record of (string * t) list

(** What adapters say of a value of another shape than their schema's. *)
let mismatch expected = failwith ("the plain value is not " ^ expected)
