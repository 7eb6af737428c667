//! Lines in, lines out: requests with checked keys, and replies.

use serde_json::{json, Map, Value as Json};

use crate::error::Error;

/// A request; each getter is a `bad_input` error that names the key where it is missing or of the wrong type.
pub struct Request {
    keys: Map<String, Json>,
}

impl Request {
    pub fn parse(line: &[u8]) -> Result<Request, Error> {
        match serde_json::from_slice(line) {
            Ok(Json::Object(keys)) => Ok(Request { keys }),
            Ok(_) => Err(Error::bad_input("the request is not an object")),
            Err(error) => Err(Error::bad_input(format!("the request is not JSON: {error}"))),
        }
    }

    pub fn text(&self, key: &str) -> Result<&str, Error> {
        self.get(key)?.as_str().ok_or_else(|| wrong(key, "a string"))
    }

    pub fn text_or_null(&self, key: &str) -> Result<Option<&str>, Error> {
        match self.get(key)? {
            Json::Null => Ok(None),
            value => value.as_str().map(Some).ok_or_else(|| wrong(key, "a string or null")),
        }
    }

    /// None where the key is missing too.
    pub fn text_if_any(&self, key: &str) -> Result<Option<&str>, Error> {
        if self.keys.contains_key(key) {
            self.text_or_null(key)
        } else {
            Ok(None)
        }
    }

    /// An object with keys of its own; none where it is null or missing.
    pub fn object_if_any(&self, key: &str) -> Result<Option<Request>, Error> {
        match self.keys.get(key) {
            None | Some(Json::Null) => Ok(None),
            Some(Json::Object(keys)) => Ok(Some(Request { keys: keys.clone() })),
            Some(_) => Err(wrong(key, "an object or null")),
        }
    }

    pub fn integer_or_null(&self, key: &str) -> Result<Option<i64>, Error> {
        match self.get(key)? {
            Json::Null => Ok(None),
            value => value.as_i64().map(Some).ok_or_else(|| wrong(key, "a whole number or null")),
        }
    }

    /// A whole number from 0.
    pub fn number(&self, key: &str) -> Result<u64, Error> {
        self.get(key)?.as_u64().ok_or_else(|| wrong(key, "a whole number from 0"))
    }

    #[cfg(feature = "stores")]
    pub fn real(&self, key: &str) -> Result<f64, Error> {
        self.get(key)?.as_f64().ok_or_else(|| wrong(key, "a number"))
    }

    #[cfg(feature = "stores")]
    pub fn flag(&self, key: &str) -> Result<bool, Error> {
        self.get(key)?.as_bool().ok_or_else(|| wrong(key, "true or false"))
    }

    #[cfg(feature = "stores")]
    pub fn texts(&self, key: &str) -> Result<Vec<&str>, Error> {
        let texts = self.get(key)?.as_array().and_then(|list| list.iter().map(Json::as_str).collect());
        texts.ok_or_else(|| wrong(key, "a list of strings"))
    }

    /// A number of seconds, from 0 to a day.
    pub fn seconds(&self, key: &str) -> Result<f64, Error> {
        let seconds = self.get(key)?.as_f64().filter(|s| (0.0..=86400.0).contains(s));
        seconds.ok_or_else(|| wrong(key, "a number of seconds from 0 to 86400"))
    }

    fn get(&self, key: &str) -> Result<&Json, Error> {
        self.keys.get(key).ok_or_else(|| Error::bad_input(format!("{key}: missing")))
    }
}

fn wrong(key: &str, expected: &str) -> Error {
    Error::bad_input(format!("{key}: not {expected}"))
}

/// The line of a reply, with its line end.
pub fn reply(result: Result<Json, Error>) -> String {
    let reply = match result {
        Ok(content) => json!({"ok": content}),
        Err(error) => {
            let message = error.message.split_whitespace().collect::<Vec<_>>().join(" ");
            json!({"error": {"kind": error.kind.name(), "message": message}})
        }
    };
    format!("{reply}\n")
}
