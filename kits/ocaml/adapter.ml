(** What an adapter is. *)

(** Of the containers that are written. [level] is the codec's own, [None] where it has none. *)
type settings = { compression : string; level : int option; block_bytes : int }

(** For libraries whose deflate has this level and no way to set another. Raises [Errors.Unsupported]. *)
let expect_deflate_level only settings =
  if settings.compression = "deflate" && Option.value settings.level ~default:only <> only then
    Errors.unsupported "deflate has the level %d only" only

module type S = sig
  (** The adapter, made once for a schema. *)
  type t

  (** The domain value. *)
  type record

  (** The package's name. *)
  val library : string

  (** Its version: of the library that the program is built with. *)
  val version : string

  (** Takes the schema, as the kit has it and as Avro's JSON text. Raises [Errors.Unsupported] where the library cannot
      do it. *)
  val create : Schema.t -> string -> t

  (** Plain value to domain value and back, outside the clock. *)
  val of_plain : t -> Plain.t -> record

  val to_plain : t -> record -> Plain.t

  (** Each of the operations, or [None] where the library has none. What [encode] and [write] give is the caller's own. *)
  val encode : (t -> record -> bytes) option

  val decode : (t -> bytes -> record) option

  (** Makes ready what containers need; the time counts as setting up. Raises [Errors.Unsupported]. *)
  val use_container : t -> settings -> unit

  val write : (t -> record array -> bytes) option

  (** Hands every record to the function when it is read. *)
  val read : (t -> bytes -> (record -> unit) -> unit) option
end
