(** Parsed Avro schemas. *)

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
  | Union of t list

(** [fields] is set after the record is known by its name, since its fields may refer to it. *)
and record = { name : string; mutable fields : (string * t) list }

let primitives =
  [ ("null", Null); ("boolean", Boolean); ("int", Int); ("long", Long); ("float", Float); ("double", Double);
    ("bytes", Bytes); ("string", String) ]

let member key object_ = List.assoc_opt key object_

let text key object_ =
  match member key object_ with Some (`String text) -> text | _ -> failwith ("a schema without " ^ key)

let full_name name namespace =
  if String.contains name '.' || namespace = "" then name else namespace ^ "." ^ name

let namespace_of name = match String.rindex_opt name '.' with Some at -> String.sub name 0 at | None -> ""

let rec parse_type named namespace : Yojson.Safe.t -> t = function
  | `String name -> look_up named namespace name
  | `List branches -> Union (List.map (parse_branch named namespace) branches)
  | `Assoc object_ -> parse_object named namespace object_
  | other -> failwith ("not a schema: " ^ Yojson.Safe.to_string other)

and parse_branch named namespace json =
  match parse_type named namespace json with Union _ -> failwith "a union directly inside a union" | type_ -> type_

and parse_object named namespace object_ =
  let inner key =
    match member key object_ with Some json -> parse_type named namespace json | None -> failwith ("no " ^ key)
  in
  match member "type" object_ with
  | Some (`String "array") -> Array (inner "items")
  | Some (`String "map") -> Map (inner "values")
  | Some (`String ("record" | "error")) -> parse_record named namespace object_
  | Some (`String "enum") -> define named namespace object_ (fun _ -> Enum (symbols object_))
  | Some (`String "fixed") -> define named namespace object_ (fun _ -> Fixed (size object_))
  | _ -> inner "type"

and parse_record named namespace object_ =
  let type_ = define named namespace object_ (fun name -> Record { name; fields = [] }) in
  (match (type_, member "fields" object_) with
  | Record record, Some (`List fields) ->
      let space = namespace_of record.name in
      record.fields <- List.map (parse_field named space) fields
  | _ -> failwith "a record without fields");
  type_

and parse_field named namespace = function
  | `Assoc field -> (
      match member "type" field with
      | Some json -> (text "name" field, parse_type named namespace json)
      | None -> failwith ("the field " ^ text "name" field ^ " has no type"))
  | _ -> failwith "a field that is no object"

and define named namespace object_ make =
  let space = match member "namespace" object_ with Some (`String space) -> space | _ -> namespace in
  let name = full_name (text "name" object_) space in
  if Hashtbl.mem named name then failwith (name ^ " is defined twice");
  let type_ = make name in
  Hashtbl.add named name type_;
  type_

and look_up named namespace name =
  match List.assoc_opt name primitives with
  | Some type_ -> type_
  | None -> (
      match Hashtbl.find_opt named (full_name name namespace) with
      | Some type_ -> type_
      | None -> failwith ("unknown type " ^ name))

and symbols object_ =
  match member "symbols" object_ with
  | Some (`List symbols) -> List.map (function `String s -> s | _ -> failwith "a symbol that is no string") symbols
  | _ -> failwith "an enum without symbols"

and size object_ = match member "size" object_ with Some (`Int size) -> size | _ -> failwith "a fixed without size"

(** Parses the JSON text of a schema; raises [Failure] or [Yojson.Json_error]. *)
let parse text = parse_type (Hashtbl.create 16) "" (Yojson.Safe.from_string text)
