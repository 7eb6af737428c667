(** Drawing samples and digesting outputs, by the contract's "Sampled outputs". *)

let offset_basis = 0xcbf29ce484222325L
let prime = 0x100000001b3L

(** FNV-1a, 64 bit. *)
let fnv1a text =
  let value = ref offset_basis in
  for i = 0 to String.length text - 1 do
    value := Int64.mul (Int64.logxor !value (Int64.of_int (Char.code (String.unsafe_get text i)))) prime
  done;
  !value

(** The digest of a batch, from its sampled outputs in order: 16 hexadecimal digits. *)
let combine outputs =
  let buffer = Buffer.create 128 in
  List.iter (fun output -> Buffer.add_int64_be buffer (fnv1a output)) outputs;
  Printf.sprintf "%016Lx" (fnv1a (Buffer.contents buffer))

(** Splitmix64 (Steele, Lea, Flood 2014): its state. *)
type generator = { mutable state : int64 }

let draw generator =
  let mix shift factor z = Int64.mul (Int64.logxor z (Int64.shift_right_logical z shift)) factor in
  generator.state <- Int64.add generator.state 0x9e3779b97f4a7c15L;
  let z = mix 27 0x94d049bb133111ebL (mix 30 0xbf58476d1ce4e5b9L generator.state) in
  Int64.logxor z (Int64.shift_right_logical z 31)

let draw_below generator bound = Int64.to_int (Int64.unsigned_rem (draw generator) (Int64.of_int bound))

(** The (pass, index) pairs that one batch keeps: sorted, without repeats. *)
let samples generator ~passes ~count number =
  let pair _ =
    let pass = draw_below generator passes in
    (pass, draw_below generator count)
  in
  (* List.init does not promise an order, and the order of the draws matters. *)
  let rec pairs left = if left = 0 then [] else let first = pair () in first :: pairs (left - 1) in
  List.sort_uniq compare (pairs number)
