//! The page of the command line is a session: each command prints what stands below it.

use std::path::Path;
use std::process::Command;

const PAGE: &str = include_str!("../../../docs/command-line.md");

/// A command of the page, and what it prints.
fn commands() -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    for block in PAGE.split("```console\n").skip(1) {
        for line in block.split("```").next().unwrap_or_default().lines() {
            match (line.strip_prefix("$ "), commands.last_mut()) {
                (Some(command), _) => commands.push((command.to_string(), String::new())),
                (None, Some((_, printed))) => printed.extend([line, "\n"]),
                (None, None) => panic!("output before a command"),
            }
        }
    }
    commands
}

#[test]
fn the_page_is_what_happens() {
    let folder = std::env::temp_dir().join(format!("ingot-session-{}", std::process::id()));
    std::fs::create_dir(&folder).unwrap();
    let own = Path::new(env!("CARGO_BIN_EXE_ingot")).parent().unwrap();
    let path = format!("{}:{}", own.display(), std::env::var("PATH").unwrap());
    let mut differences = Vec::new();
    for (command, expected) in commands() {
        let shell = format!("{{ {command}\n}} 2>&1");
        let output = Command::new("sh").args(["-c", &shell]).current_dir(&folder).env("PATH", &path).output().unwrap();
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        if printed != expected {
            differences.push(format!("$ {command}\n{printed}--- the page has\n{expected}"));
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn each_command_has_help() {
    let ingot = |words: &[&str]| Command::new(env!("CARGO_BIN_EXE_ingot")).args(words).output().unwrap();
    let overview = String::from_utf8(ingot(&["--help"]).stdout).unwrap();
    let mut group = "";
    let mut count = 0;
    for line in overview.lines() {
        if let Some(rest) = line.strip_prefix("ingot ") {
            group = rest.split(':').next().unwrap();
        } else if let Some(command) = line.strip_prefix("  ").and_then(|line| line.split(' ').next()) {
            let help = ingot(&[group, command, "--help"]);
            assert!(help.status.success());
            assert!(String::from_utf8_lossy(&help.stdout).starts_with(&format!("ingot {group} {command} ")));
            let wrong = ingot(&[group, command, "--no-such-option"]);
            assert_eq!(wrong.status.code(), Some(2));
            count += 1;
        }
    }
    assert_eq!(count, 27);
    assert_eq!(ingot(&["no-such-group"]).status.code(), Some(2));
    assert_eq!(ingot(&["store", "no-such-command"]).status.code(), Some(2));
}
