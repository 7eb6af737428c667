(** Which branch of a union a plain value takes, and how its text is marked. *)

type kind = Null | Boolean | Integer | Real | String | Bytes | Array | Map | Record | Union

let kind_of_type : Schema.t -> kind = function
  | Null -> Null
  | Boolean -> Boolean
  | Int | Long -> Integer
  | Float | Double -> Real
  | String | Enum _ -> String
  | Bytes | Fixed _ -> Bytes
  | Array _ -> Array
  | Map _ -> Map
  | Record _ -> Record
  | Union _ -> Union

let kind_of_value : Plain.t -> kind = function
  | Null -> Null
  | Boolean _ -> Boolean
  | Integer _ -> Integer
  | Real _ -> Real
  | String _ -> String
  | Bytes _ -> Bytes
  | Array _ -> Array
  | Map _ -> Map
  | Record _ -> Record

(* A canonical text alone does not tell these apart, so a union that has two of them marks its values. *)
let marks = [ (Integer, "integer"); (Real, "real"); (String, "string"); (Bytes, "bytes") ]

let names =
  marks @ [ (Null, "null"); (Boolean, "boolean"); (Array, "array"); (Map, "map"); (Record, "record") ]

let has kind branches = List.exists (fun branch -> kind_of_type branch = kind) branches
let marked_kinds branches = List.filter (fun kind -> has kind branches) (List.map fst marks)
let is_marked branches = List.length (marked_kinds branches) > 1
let is_int value = Int64.of_int32 (Int64.to_int32 value) = value

(** Whether every language's double holds the number exactly. *)
let is_safe value = Int64.abs value <= 9007199254740991L && value <> Int64.min_int

let fits (value : Plain.t) (type_ : Schema.t) =
  match (type_, value) with
  | Int, Integer value -> is_int value
  | Enum symbols, String value -> List.mem value symbols
  | Fixed size, Bytes value -> String.length value = size
  | Record { fields; _ }, Record values -> (
      try List.for_all2 (fun (name, _) (key, _) -> name = key) fields values with Invalid_argument _ -> false)
  | _ -> true

(* A real without fraction is an integer where an integer branch takes it: some languages cannot tell them apart. *)
let whole branches (value : Plain.t) : Plain.t =
  match value with
  | Real real when Float.is_integer real && Float.abs real <= 9007199254740991. && 1. /. real <> neg_infinity ->
      let integer = Plain.Integer (Int64.of_float real) in
      if List.exists (fun branch -> kind_of_type branch = Integer && fits integer branch) branches then integer
      else value
  | _ -> value

(** The value as what it counts as, and the first branch of its kind that it fits. *)
let choose branches value =
  let value = whole branches value in
  let kind = kind_of_value value in
  let takes branch = kind_of_type branch = kind && fits value branch in
  match List.find_opt takes branches with
  | Some branch -> (value, branch)
  | None -> Errors.misfit "a value of a branch of the union"
