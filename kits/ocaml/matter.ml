(** What an operation takes, or gives: domain values, each record as bytes, or the bytes of one container file. *)

type t = Values | Encoded | Container
