(** The protocol: one request line in, one reply line out. *)

open Errors

(* Requests are single lines of the lab's; a reply's message must be one, too, and UTF-8. *)
let one_line text =
  let text = String.map (fun c -> if c < ' ' then ' ' else c) text in
  if Utf8.is_valid text then text else String.escaped text

let failure kind message : Yojson.Safe.t =
  `Assoc [ ("error", `Assoc [ ("kind", `String kind); ("message", `String (one_line message)) ]) ]

let parse line : Keys.t =
  if not (Utf8.is_valid line) then bad_input "the request is not UTF-8";
  match Yojson.Safe.from_string line with
  | `Assoc keys -> keys
  | _ -> bad_input "the request is not an object"
  | exception Yojson.Json_error message -> bad_input "the request is not JSON: %s" message

(** The reply to a line, and whether it is the last. *)
let reply answer line : Yojson.Safe.t * bool =
  match answer (parse line) with
  | content, is_last -> (`Assoc [ ("ok", content) ], is_last)
  | exception (Bad_input _ as error) -> (failure "bad_input" (message error), false)
  | exception (Unsupported _ as error) -> (failure "unsupported" (message error), false)
  | exception error ->
      prerr_endline (Printexc.to_string error);
      Printexc.print_backtrace stderr;
      flush stderr;
      (failure "failed" (message error), false)

(** Serves an adapter until [bye] or the end of input. *)
let serve (module A : Adapter.S) =
  (* The real standard output is the protocol's; whatever a library prints goes to standard error. *)
  let replies = Unix.out_channel_of_descr (Unix.dup Unix.stdout) in
  Unix.dup2 Unix.stderr Unix.stdout;
  let module Requests = Requests.Make (A) in
  let rec go () =
    match input_line stdin with
    | exception End_of_file -> ()
    | line ->
        let json, is_last = reply Requests.answer line in
        output_string replies (Yojson.Safe.to_string json ^ "\n");
        flush replies;
        if not is_last then go ()
  in
  go ()
