(** Plain values of canonical JSON texts. *)

open Errors

let sized_hexadecimal size what = function
  | `String text when String.length text = 2 * size -> Hexadecimal.read text
  | _ -> misfit what

let read_integer : Yojson.Safe.t -> int64 = function
  | `Int number when Unions.is_safe (Int64.of_int number) -> Int64.of_int number
  | `String digits -> (
      (* Int64.of_string takes more forms than decimal digits, so the number must print as it was written. *)
      match Int64.of_string_opt digits with
      | Some number when Int64.to_string number = digits && not (Unions.is_safe number) -> number
      | _ -> misfit "a long beyond 2^53 - 1")
  | _ -> misfit "a long"

let read_double json = Int64.float_of_bits (String.get_int64_be (sized_hexadecimal 8 "16 digits of a double" json) 0)
let read_float json = Int32.float_of_bits (String.get_int32_be (sized_hexadecimal 4 "8 digits of a float" json) 0)
let read_string = function `String text -> text | _ -> misfit "a string"
let read_bytes json = Hexadecimal.read (read_string json)

let has_fields (record : Schema.record) = function
  | `Assoc object_ ->
      List.length object_ = List.length record.fields
      && List.for_all (fun (name, _) -> List.mem_assoc name object_) record.fields
  | _ -> false

let rec read (type_ : Schema.t) (json : Yojson.Safe.t) : Plain.t =
  match (type_, json) with
  | Null, `Null -> Null
  | Boolean, `Bool value -> Boolean value
  | Int, `Int number when Unions.is_int (Int64.of_int number) -> Integer (Int64.of_int number)
  | Long, json -> Integer (read_integer json)
  | Float, json -> Real (read_float json)
  | Double, json -> Real (read_double json)
  | Bytes, json -> Bytes (read_bytes json)
  | String, json -> String (read_string json)
  | Enum symbols, `String symbol when List.mem symbol symbols -> String symbol
  | Fixed size, json -> Bytes (sized_hexadecimal size (Printf.sprintf "%d bytes" size) json)
  | Array items, `List values ->
      Array (List.mapi (fun i value -> inside (Printf.sprintf "[%d]" i) (read items) value) values)
  | Map inner, `Assoc values ->
      Map (List.map (fun (key, value) -> (key, inside ("[" ^ key ^ "]") (read inner) value)) values)
  | Record record, `Assoc object_ when has_fields record json ->
      let field (name, inner) = (name, inside ("." ^ name) (read inner) (List.assoc name object_)) in
      Record (List.map field record.fields)
  | Union union, json -> read_union union json
  | (Null | Boolean | Int | Enum _ | Array _ | Map _ | Record _), _ -> misfit "a text of the schema's type"

and read_union union json : Plain.t =
  let kind, text = kind_and_text union json in
  let fields_fit branch = match branch with Schema.Record record -> has_fields record text | _ -> true in
  match Unions.find union kind fields_fit with
  | None -> misfit "a value of a branch of the union"
  | Some (_, branch) ->
      (* Where a kind has several branches, the value itself decides which takes it. *)
      let value : Plain.t =
        match kind with
        | Integer -> Integer (read_integer text)
        | Real -> Real (read_double text)
        | String -> String (read_string text)
        | Bytes -> Bytes (read_bytes text)
        | _ -> read branch text
      in
      ignore (Unions.choose union value);
      value

and kind_and_text union json =
  match json with
  | `Null -> (Kind.Null, json)
  | `Assoc [ (mark, text) ] when union.marked -> (
      match Kind.of_name mark with Some kind -> (kind, text) | None -> misfit "a value marked by its kind")
  | _ when union.marked -> misfit "a value marked by its kind"
  | `Bool _ -> (Boolean, json)
  | `List _ -> (Array, json)
  | `Assoc _ ->
      let takes = function Schema.Record record -> has_fields record json | _ -> false in
      ((if Unions.find union Record takes <> None then Record else Map), json)
  | _ -> (
      (* Not marked, so at most one of these kinds is there. *)
      match List.find_opt (fun (kind, _) -> List.mem kind Kind.need_marks) union.branches with
      | Some (kind, _) -> (kind, json)
      | None -> misfit "a value of a branch of the union")

(** Parses a line, without its end. Raises [Errors.Misfit] or [Yojson.Json_error]. *)
let read_line type_ line = read type_ (Yojson.Safe.from_string line)
