(** Canonical JSON texts of plain values. *)

open Errors

let add_string buffer text =
  if not (Utf8.is_valid text) then misfit "a string in UTF-8";
  Buffer.add_char buffer '"';
  String.iter
    (function
      | ('"' | '\\') as c ->
          Buffer.add_char buffer '\\';
          Buffer.add_char buffer c
      | c when c < ' ' -> Printf.bprintf buffer "\\u%04x" (Char.code c)
      | c -> Buffer.add_char buffer c)
    text;
  Buffer.add_char buffer '"'

let add_bytes buffer bytes = Printf.bprintf buffer "\"%s\"" (Hexadecimal.write bytes)

let add_long buffer number =
  Printf.bprintf buffer (if Unions.is_safe number then "%Ld" else "\"%Ld\"") number

let add_double buffer number =
  Printf.bprintf buffer "\"%016Lx\"" (if Float.is_nan number then 0x7ff8000000000000L else Int64.bits_of_float number)

let add_float buffer number =
  let bits = if Float.is_nan number then 0x7fc00000l else Int32.bits_of_float number in
  if (not (Float.is_nan number)) && Int32.float_of_bits bits <> number then misfit "a number that is exactly a float";
  Printf.bprintf buffer "\"%08lx\"" bits

let add_separated buffer add items =
  List.iteri
    (fun i item ->
      if i > 0 then Buffer.add_char buffer ',';
      add i item)
    items

let rec add buffer (type_ : Schema.t) (value : Plain.t) =
  match (type_, value) with
  | Null, Null -> Buffer.add_string buffer "null"
  | Boolean, Boolean value -> Buffer.add_string buffer (string_of_bool value)
  | Int, Integer number when Unions.is_int number -> Printf.bprintf buffer "%Ld" number
  | Long, Integer number -> add_long buffer number
  | Float, Real number -> add_float buffer number
  | Double, Real number -> add_double buffer number
  | Bytes, Bytes bytes -> add_bytes buffer bytes
  | String, String text -> add_string buffer text
  | Enum symbols, String symbol when List.mem symbol symbols -> add_string buffer symbol
  | Fixed size, Bytes bytes when String.length bytes = size -> add_bytes buffer bytes
  | Array items, Array values ->
      Buffer.add_char buffer '[';
      add_separated buffer (fun i value -> inside (Printf.sprintf "[%d]" i) (add buffer items) value) values;
      Buffer.add_char buffer ']'
  | Map inner, Map pairs ->
      (* OCaml compares strings by their bytes, which is the order wanted. *)
      add_object buffer (fun _ -> inner) (List.sort (fun (a, _) (b, _) -> String.compare a b) pairs)
  | Record { fields; _ }, Record pairs when Unions.fits value type_ ->
      add_object buffer (fun i -> snd (List.nth fields i)) pairs
  | Union union, value -> add_union buffer union value
  | _ -> misfit "a value of the schema's type"

and add_object buffer type_of pairs =
  Buffer.add_char buffer '{';
  add_separated buffer
    (fun i (key, value) ->
      add_string buffer key;
      Buffer.add_char buffer ':';
      inside ("." ^ key) (add buffer (type_of i)) value)
    pairs;
  Buffer.add_char buffer '}'

and add_union buffer union value =
  match Unions.choose union value with
  | Null, _, _ -> Buffer.add_string buffer "null"
  | counted, kind, branch ->
      if union.marked then Printf.bprintf buffer "{\"%s\":" (Kind.name kind);
      (match counted with Real number -> add_double buffer number | _ -> add buffer branch counted);
      if union.marked then Buffer.add_char buffer '}'

(** The text, without a line end. Raises [Errors.Misfit] where the value does not fit the schema. *)
let write type_ value =
  let buffer = Buffer.create 256 in
  add buffer type_ value;
  Buffer.contents buffer
