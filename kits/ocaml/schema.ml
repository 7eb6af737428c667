(** The resolved schema: types that refer to each other (docs/contract.md). *)

type t =
  | Null
  | Boolean
  | Int
  | Long
  | Float
  | Double
  | Bytes
  | String
  | Enum of string list
  | Fixed of int
  | Array of t
  | Map of t
  | Record of record
  | Union of union

(** [name] is the full one. [fields] is set when all types are made, since it may refer to any of them. *)
and record = { name : string; mutable fields : (string * t) list }

(** [branches]: each with its kind; those of one kind in the order in which they are tried. [marked]: whether the values
    are written with their kind. *)
and union = { branches : (Kind.t * t) list; marked : bool }

open Yojson.Safe.Util

let text key entry = to_string (member key entry)
let list key item entry = List.map item (to_list (member key entry))

let kind_of name = match Kind.of_name name with Some kind -> kind | None -> failwith ("unknown kind " ^ name)

(** [at]: the type with a number. *)
let union at entry =
  let branches = Array.of_list (list "branches" (fun number -> at (to_int number)) entry) in
  let of_kind (kind, positions) =
    List.map (fun position -> (kind_of kind, branches.(to_int position))) (to_list positions)
  in
  { branches = List.concat_map of_kind (to_assoc (member "by_kind" entry)); marked = to_bool (member "marked" entry) }

let make at entry =
  let inner key = at (to_int (member key entry)) in
  match text "type" entry with
  | "null" -> Null
  | "boolean" -> Boolean
  | "int" -> Int
  | "long" -> Long
  | "float" -> Float
  | "double" -> Double
  | "bytes" -> Bytes
  | "string" -> String
  | "enum" -> Enum (list "symbols" to_string entry)
  | "fixed" -> Fixed (to_int (member "size" entry))
  | "array" -> Array (inner "items")
  | "map" -> Map (inner "values")
  | "record" -> Record { name = text "name" entry; fields = [] }
  | "union" -> Union (union at entry)
  | other -> failwith ("unknown type " ^ other)

(** The schema's own type, out of the JSON text of the table. Raises where the text is no such table. *)
let read text =
  let table = Yojson.Safe.from_string text in
  let entries = to_list (member "types" table) in
  let made = Array.make (List.length entries) Null in
  (* Records come first, and the others refer to what stands before them. *)
  let before number other = if other < number then made.(other) else failwith "a reference to a later type" in
  List.iteri (fun number entry -> made.(number) <- make (before number) entry) entries;
  let field entry = (to_string (member "name" entry), made.(to_int (member "type" entry))) in
  let fill entry = function Record record -> record.fields <- list "fields" field entry | _ -> () in
  List.iteri (fun number entry -> fill entry made.(number)) entries;
  made.(to_int (member "root" table))
