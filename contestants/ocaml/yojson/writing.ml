(** Plain values to Yojson's, by the schema: a function made once, out of those of the schema's parts. *)

open Assay_kit

type t = Plain.t -> Yojson.Safe.t

(** The key of bytes in a union that has text, too. *)
let mark = "bytes"

let marks_bytes (union : Schema.union) =
  let has kind = List.mem_assoc kind union.branches in
  has Kind.Bytes && has Kind.String

let scalar : t = function
  | Null -> `Null
  | Boolean value -> `Bool value
  | Integer number ->
      let small = Int64.to_int number in
      if Int64.of_int small = number then `Int small else `Intlit (Int64.to_string number)
  | Real number -> `Float number
  | String text -> `String text
  | Bytes bytes -> `String (Base64.encode_string bytes)
  | Array _ | Map _ | Record _ -> Plain.mismatch "a scalar"

(** [known]: the functions of the records on the way, by identity, since records may hold themselves. *)
let rec make known : Schema.t -> t = function
  | Array inner -> (
      let inner = make known inner in
      function Array items -> `List (List.map inner items) | _ -> Plain.mismatch "an array")
  | Map inner -> (
      let inner = make known inner in
      function
      | Map entries -> `Assoc (List.map (fun (key, value) -> (key, inner value)) entries)
      | _ -> Plain.mismatch "a map")
  | Record record -> make_record known record
  | Union union -> make_union known union
  | _ -> scalar

and make_record known record =
  match List.assq_opt record !known with
  | Some write -> fun value -> !write value
  | None ->
      let write = ref scalar in
      known := (record, write) :: !known;
      let inners = List.map (fun (_, type_) -> make known type_) record.fields in
      let field (name, value) inner = (name, inner value) in
      (write := function Record fields -> `Assoc (List.map2 field fields inners) | _ -> Plain.mismatch "a record");
      !write

and make_union known union =
  let marks = marks_bytes union in
  let inners = List.map (fun (_, branch) -> (branch, make known branch)) union.branches in
  function
  | Plain.Bytes _ as value when marks -> `Assoc [ (mark, scalar value) ]
  | (Array _ | Map _ | Record _) as value ->
      let _, _, branch = Unions.choose union value in
      (List.assq branch inners) value
  | value -> scalar value

let of_schema schema = make (ref []) schema
