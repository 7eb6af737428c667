(** What can go wrong, by the kinds of the contract. Any other exception is the kind "failed". *)

(** The request, or a file that it names, is wrong. *)
exception Bad_input of string

(** The library, or this kit, cannot do what was asked. Adapters raise it, too. *)
exception Unsupported of string

(** A value, or a canonical text, that its schema does not allow: the path to it, and what was wrong. *)
exception Misfit of string * string

let bad_input format = Printf.ksprintf (fun message -> raise (Bad_input message)) format
let unsupported format = Printf.ksprintf (fun message -> raise (Unsupported message)) format
let misfit expected = raise (Misfit ("", "expected " ^ expected))

(** Adds a step to the path of a Misfit that the function raises. *)
let inside step f x = try f x with Misfit (path, message) -> raise (Misfit (step ^ path, message))

let message = function
  | Bad_input message | Unsupported message | Failure message | Sys_error message -> message
  | Misfit ("", message) -> message
  | Misfit (path, message) -> path ^ ": " ^ message
  | error -> Printexc.to_string error
