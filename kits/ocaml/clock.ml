(** Clocks in nanoseconds. *)

external now : unit -> int = "assay_monotonic_ns" [@@noalloc]
external cpu : unit -> int = "assay_process_cpu_ns" [@@noalloc]

let mean_reading () =
  let start = now () in
  for _ = 1 to 999 do
    ignore (Sys.opaque_identity (now ()))
  done;
  float_of_int (now () - start) /. 1000.

(** The cost of reading the clock, in whole nanoseconds: the least of several means, at least 1. *)
let cost =
  lazy
    (let minimum = List.fold_left min infinity (List.init 20 (fun _ -> mean_reading ())) in
     max 1 (int_of_float (ceil minimum)))
