(** Which branch of a union a plain value takes. *)

let kind_of_value : Plain.t -> Kind.t = function
  | Null -> Null
  | Boolean _ -> Boolean
  | Integer _ -> Integer
  | Real _ -> Real
  | String _ -> String
  | Bytes _ -> Bytes
  | Array _ -> Array
  | Map _ -> Map
  | Record _ -> Record

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

(** The first branch of a kind that the test takes, with the kind. *)
let find (union : Schema.union) kind test =
  List.find_opt (fun (own, branch) -> own = kind && test branch) union.branches

(** Whether a real is a safe integer, too: some languages cannot tell them apart. *)
let is_whole real = Float.is_integer real && Float.abs real <= 9007199254740991. && 1. /. real <> neg_infinity

(* A real without fraction is an integer where an integer branch takes it. *)
let whole union (value : Plain.t) : Plain.t =
  match value with
  | Real real when is_whole real ->
      let integer = Plain.Integer (Int64.of_float real) in
      if find union Integer (fits integer) <> None then integer else value
  | _ -> value

(** The value as what it counts as, with its kind and the first branch of this kind that it fits. *)
let choose union value =
  let value = whole union value in
  match find union (kind_of_value value) (fits value) with
  | Some (kind, branch) -> (value, kind, branch)
  | None -> Errors.misfit "a value of a branch of the union"
