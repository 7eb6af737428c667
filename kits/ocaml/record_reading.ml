(** The reading of a record: 64 bits into which every field goes, which is what [access] gives (docs/contract.md). *)

let start = 0x9e3779b97f4a7c15L
let factor = 0xd6e8feb86659fd93L
let nan = 0x7ff8000000000000L

(* What is added to a number of bytes or items, so that values of several kinds differ. *)
let text_kind = 1 lsl 56
let bytes_kind = 2 lsl 56
let array_kind = 3 lsl 56
let map_kind = 4 lsl 56

(* The state is eight bytes, since an int64 that is handed from function to function is allocated. *)
let fold state word =
  let old = Bytes.get_int64_ne state 0 in
  let turned = Int64.logor (Int64.shift_left old 26) (Int64.shift_right_logical old 38) in
  Bytes.set_int64_ne state 0 (Int64.mul (Int64.logxor turned word) factor)
[@@inline]

let fold_int state number = fold state (Int64.of_int number)

let begun () =
  let state = Bytes.create 8 in
  Bytes.set_int64_ne state 0 start;
  state

let add_text state kind text =
  let size = String.length text in
  let whole = size land lnot 7 in
  fold_int state (kind + size);
  for word = 0 to (whole / 8) - 1 do
    fold state (String.get_int64_le text (8 * word))
  done;
  if whole < size then (
    let last = ref 0L in
    for i = size - 1 downto whole do
      last := Int64.logor (Int64.shift_left !last 8) (Int64.of_int (Char.code (String.unsafe_get text i)))
    done;
    fold state !last)

let rec add state (value : Plain.t) =
  match value with
  | Null -> fold_int state 0
  | Boolean value -> fold_int state (if value then 2 else 1)
  | Integer number -> fold state number
  | Real number when Float.is_nan number -> fold state nan
  | Real number when Unions.is_whole number -> fold state (Int64.of_float number)
  | Real number -> fold state (Int64.bits_of_float number)
  | String text -> add_text state text_kind text
  | Bytes bytes -> add_text state bytes_kind bytes
  | Array items ->
      List.iter (add state) items;
      fold_int state (array_kind + List.length items)
  | Map pairs ->
      fold state (List.fold_left (fun sum pair -> Int64.add sum (entry pair)) 0L pairs);
      fold_int state (map_kind + List.length pairs)
  | Record fields -> List.iter (fun (_, value) -> add state value) fields

and entry (key, value) =
  let state = begun () in
  add_text state text_kind key;
  add state value;
  Bytes.get_int64_ne state 0

let of_value value =
  let state = begun () in
  add state value;
  Bytes.get_int64_ne state 0

(** As the lab compares it. *)
let digits reading = Printf.sprintf "%016Lx" reading
