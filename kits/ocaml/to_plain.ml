(** The OCaml types that generated code is made of to plain values. *)

let null () = Plain.Null
let boolean value = Plain.Boolean value
let int number = Plain.Integer (Int64.of_int number)
let long number = Plain.Integer number
let real number = Plain.Real number
let string text = Plain.String text
let bytes bytes = Plain.Bytes (Bytes.to_string bytes)
let bytes_in_string bytes = Plain.Bytes bytes
let array item items = Plain.Array (List.map item (Array.to_list items))
let pairs item pairs = Plain.Map (List.map (fun (key, value) -> (key, item value)) pairs)
let option item = function None -> Plain.Null | Some value -> item value
