//! The words of a command line, by the command's own table.

use std::ffi::OsString;
use std::fmt::Write;

use lexopt::{Arg, Parser};

use crate::failure::{Failure, Outcome};
use crate::streams;

/// A command: what it takes and does.
pub(crate) struct Command {
    pub(crate) name: &'static str,
    /// The words, as help shows them; those in brackets may be left out, `…` may be several.
    pub(crate) words: &'static [&'static str],
    pub(crate) options: &'static [Choice],
    pub(crate) about: &'static str,
    pub(crate) run: fn(&Arguments) -> Outcome,
}

/// An option: its name, what it takes (nothing where that is empty), what it is for.
pub(crate) type Choice = (&'static str, &'static str, &'static str);

/// What was given.
pub(crate) struct Arguments {
    words: Vec<String>,
    options: Vec<(&'static str, String)>,
}

impl Arguments {
    /// Reads the words; none if they ask for help, which is then given.
    pub(crate) fn read(
        group: &str,
        command: &Command,
        words: impl Iterator<Item = OsString>,
    ) -> Outcome<Option<Arguments>> {
        let usage = |message: String| Failure::Usage(format!("{message}; ingot {group} {} --help", command.name));
        let mut parser = Parser::from_args(words);
        let mut read = Arguments { words: Vec::new(), options: Vec::new() };
        while let Some(argument) = parser.next().map_err(|error| usage(error.to_string()))? {
            match argument {
                Arg::Long("help") | Arg::Short('h') => {
                    streams::print(&help(group, command))?;
                    return Ok(None);
                }
                Arg::Long(name) => {
                    let found = command.options.iter().find(|(own, _, _)| *own == name);
                    let (own, takes, _) = found.ok_or_else(|| usage(format!("there is no option --{name}")))?;
                    let value = if takes.is_empty() { String::new() } else { text(parser.value()).map_err(usage)? };
                    read.options.push((own, value));
                }
                Arg::Short(name) => {
                    let message = format!("there is no option -{name}; a word that begins with - stands behind --");
                    return Err(usage(message));
                }
                Arg::Value(word) => read.words.push(text(Ok(word)).map_err(usage)?),
            }
        }
        let least = command.words.iter().filter(|word| !word.starts_with('[')).count();
        let is_open = command.words.last().is_some_and(|word| word.contains('…'));
        if read.words.len() < least {
            return Err(usage(format!("{} is missing", command.words[read.words.len()].trim_end_matches('…'))));
        }
        if read.words.len() > command.words.len() && !is_open {
            return Err(usage(format!("{:?} is one word too many", read.words[command.words.len()])));
        }
        Ok(Some(read))
    }

    /// A word by its position; those that may be left out are empty.
    pub(crate) fn word(&self, position: usize) -> &str {
        self.words.get(position).map_or("", String::as_str)
    }

    /// A word that is the name of a file; `-` where it is left out.
    pub(crate) fn file(&self, position: usize) -> &str {
        self.words.get(position).map_or("-", String::as_str)
    }

    /// The words from a position on.
    pub(crate) fn words(&self, position: usize) -> &[String] {
        self.words.get(position..).unwrap_or_default()
    }

    pub(crate) fn is_given(&self, name: &str) -> bool {
        self.option(name).is_some()
    }

    /// The last value of an option.
    pub(crate) fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().rev().find(|(own, _)| *own == name).map(|(_, value)| value.as_str())
    }

    /// All values of an option.
    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.options.iter().filter(move |(own, _)| *own == name).map(|(_, value)| value.as_str())
    }

    /// The value of an option that is a number.
    pub(crate) fn number<T: std::str::FromStr>(&self, name: &str) -> Outcome<Option<T>> {
        let wrong = |value: &str| Failure::Usage(format!("--{name}: {value:?} is no number that it can be"));
        self.option(name).map(|value| value.parse().map_err(|_| wrong(value))).transpose()
    }
}

fn text(word: Result<OsString, lexopt::Error>) -> Result<String, String> {
    word.map_err(|error| error.to_string())?.into_string().map_err(|word| format!("{} is no Unicode", word.display()))
}

fn help(group: &str, command: &Command) -> String {
    let mut help = format!("ingot {group} {} {}\n\n{}\n", command.name, command.words.join(" "), command.about);
    for (name, takes, about) in command.options {
        let _ = write!(help, "\n  {:24} {about}", format!("--{name} {takes}"));
    }
    help.push('\n');
    help
}

/// All commands, a line each.
pub(crate) fn overview(groups: &[(&str, &str, &[Command])]) -> String {
    let mut all = String::new();
    for (group, about, commands) in groups {
        let _ = writeln!(all, "ingot {group}: {about}");
        for command in *commands {
            let first = command.about.split_once(". ").map_or(command.about, |(first, _)| first);
            let _ = writeln!(all, "  {:12} {}", command.name, first.trim_end_matches('.'));
        }
    }
    all.push_str(
        "ingot GROUP COMMAND --help says more. Exit code 0: done; 1: something is lacking or wrong; 2: not done.\n",
    );
    all
}
