(** Plain values to the OCaml types that generated code is made of. They raise [Failure] for a value of another shape. *)

let null = function Plain.Null -> () | _ -> Plain.mismatch "null"
let boolean = function Plain.Boolean value -> value | _ -> Plain.mismatch "a boolean"
let int = function Plain.Integer number -> Int64.to_int number | _ -> Plain.mismatch "an int"
let long = function Plain.Integer number -> number | _ -> Plain.mismatch "a long"
let real = function Plain.Real number -> number | _ -> Plain.mismatch "a real"
let string = function Plain.String text -> text | _ -> Plain.mismatch "a string"
let bytes = function Plain.Bytes bytes -> Bytes.of_string bytes | _ -> Plain.mismatch "bytes"
let bytes_in_string = function Plain.Bytes bytes -> bytes | _ -> Plain.mismatch "bytes"

let array item = function
  | Plain.Array items -> Array.of_list (List.map item items)
  | _ -> Plain.mismatch "an array"

let pairs item = function
  | Plain.Map pairs -> List.map (fun (key, value) -> (key, item value)) pairs
  | _ -> Plain.mismatch "a map"

let option item = function Plain.Null -> None | value -> Some (item value)
