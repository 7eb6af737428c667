(** The keys of a request, with their types checked. *)

open Errors

type t = (string * Yojson.Safe.t) list

let wrong key what = bad_input "the key %S must be %s" key what
let get (keys : t) key = match List.assoc_opt key keys with Some value -> value | None -> bad_input "the key %S is missing" key
let text keys key = match get keys key with `String text -> text | _ -> wrong key "a string"

let text_or_null keys key =
  match get keys key with `Null -> None | `String text -> Some text | _ -> wrong key "a string or null"

(** Keys that a request may lack count as null there. *)
let optional read (keys : t) key = if List.mem_assoc key keys then read keys key else None

let number ?(minimum = 0) keys key =
  match get keys key with
  | `Int number when number >= minimum -> number
  | _ -> wrong key (Printf.sprintf "a whole number of at least %d" minimum)

let number_or_null keys key =
  match get keys key with `Null -> None | `Int number -> Some number | _ -> wrong key "a whole number or null"

let seconds keys key =
  match get keys key with
  | `Int number when number >= 0 -> float_of_int number
  | `Float number when number >= 0. -> number
  | _ -> wrong key "a number, not negative"

let object_or_null keys key =
  match get keys key with `Null -> None | `Assoc object_ -> Some object_ | _ -> wrong key "an object or null"
