(** What an operation takes, or gives: domain values, each record as bytes, the bytes of one container file, or
    each record's reading. *)

type t = Values | Encoded | Container | Readings
