(** Yojson's values to plain values, by the schema: a function made once, out of those of the schema's parts. *)

open Assay_kit

type t = Yojson.Safe.t -> Plain.t

let integer : t = function
  | `Int number -> Integer (Int64.of_int number)
  | `Intlit digits -> Integer (Int64.of_string digits)
  | _ -> failwith "expected a whole number"

let real : t = function
  | `Float number -> Real number
  | `Int number -> Real (float_of_int number)
  | `Intlit digits -> Real (float_of_string digits)
  | _ -> failwith "expected a number"

let bytes : t = function
  | `String text -> Bytes (Base64.decode_exn text)
  | _ -> failwith "expected bytes in base64"

let has_fields (record : Schema.record) entries =
  List.compare_lengths record.fields entries = 0
  && List.for_all (fun (name, _) -> List.mem_assoc name entries) record.fields

(** Fields are expected in the schema's order; where one is not, all are looked for. *)
let rec fields all entries parts =
  match (entries, parts) with
  | (key, value) :: entries, (name, read) :: parts when String.equal key name ->
      let value = read value in
      (name, value) :: fields all entries parts
  | _, (name, read) :: parts -> (
      match List.assoc_opt name all with
      | Some value ->
          let value = read value in
          (name, value) :: fields all [] parts
      | None -> failwith ("no field " ^ name))
  | _, [] -> []

(** [known]: the functions of the records on the way, by identity, since records may hold themselves. *)
let rec make known : Schema.t -> t = function
  | Null -> ( function `Null -> Null | _ -> failwith "expected null")
  | Boolean -> ( function `Bool value -> Boolean value | _ -> failwith "expected a boolean")
  | Int | Long -> integer
  | Float | Double -> real
  | Bytes | Fixed _ -> bytes
  | String | Enum _ -> ( function `String text -> String text | _ -> failwith "expected a string")
  | Array inner -> (
      let inner = make known inner in
      function `List items -> Array (List.map inner items) | _ -> failwith "expected an array")
  | Map inner -> (
      let inner = make known inner in
      function
      | `Assoc entries -> Map (List.map (fun (key, value) -> (key, inner value)) entries)
      | _ -> failwith "expected an object")
  | Record record -> make_record known record
  | Union union -> make_union known union

and make_record known record =
  match List.assq_opt record !known with
  | Some read -> fun json -> !read json
  | None ->
      let read = ref integer in
      known := (record, read) :: !known;
      let parts = List.map (fun (name, type_) -> (name, make known type_)) record.fields in
      (read :=
         function
         | `Assoc entries -> Record (fields entries entries parts)
         | _ -> failwith ("expected a record " ^ record.name));
      !read

and make_union known union =
  let inners = List.map (fun (kind, branch) -> ((kind, branch), make known branch)) union.branches in
  let take test json =
    match List.find_opt (fun (branch, _) -> test branch) inners with
    | Some (_, read) -> read json
    | None -> failwith "no branch of the union"
  in
  let is (kind : Kind.t) (own, _) = own = kind in
  let has (kind : Kind.t) = List.mem_assoc kind union.branches in
  let marks = Writing.marks_bytes union in
  fun json ->
    match json with
    | `Null -> take (is Null) json
    | `Bool _ -> take (is Boolean) json
    | (`Int _ | `Intlit _) when Unions.find union Integer (Unions.fits (integer json)) <> None -> integer json
    | `Int _ | `Intlit _ | `Float _ -> take (is Real) json
    | `String _ when has String -> take (is String) json
    | `String _ -> take (is Bytes) json
    | `Assoc [ (key, (`String _ as text)) ] when marks && String.equal key Writing.mark -> bytes text
    | `Assoc entries ->
        let is_record = function _, Schema.Record record -> has_fields record entries | _ -> false in
        take (if List.exists is_record union.branches then is_record else is Map) json
    | `List _ -> take (is Array) json
    | _ -> failwith "no JSON"

let of_schema schema = make (ref []) schema
