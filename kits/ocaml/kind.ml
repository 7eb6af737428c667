(** The kind of a value, as the contract's section on unions uses the word. *)

type t = Null | Boolean | Integer | Real | String | Bytes | Array | Map | Record

let names =
  [ ("null", Null); ("boolean", Boolean); ("integer", Integer); ("real", Real); ("string", String); ("bytes", Bytes);
    ("array", Array); ("map", Map); ("record", Record) ]

let of_name name = List.assoc_opt name names
let name kind = fst (List.find (fun (_, named) -> named = kind) names)

(** A canonical text alone does not distinguish these, so a union that has two of them marks its values. *)
let need_marks = [ Integer; Real; String; Bytes ]
