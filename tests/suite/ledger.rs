//! What became of each program of a suite, and the names that all of them together want.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};
use std::time::Duration;

/// The most lines of a program's or a compiler's output that the ledger repeats.
const LINES: usize = 25;

/// What became of one program.
pub(crate) enum Outcome {
    Passed(Duration),
    /// Why, and what it printed.
    Failed(String, String),
    /// The compiler's command line, and what it said.
    DoesNotCompile(String),
    /// The linker's command line, and what it said.
    DoesNotLink(String),
}

#[derive(Default)]
pub(crate) struct Ledger {
    programs: BTreeMap<String, Outcome>,
    /// The programs that want each unknown name.
    wanted: BTreeMap<String, BTreeSet<String>>,
}

impl Ledger {
    pub(crate) fn enter(&mut self, name: String, outcome: Outcome, wanted: BTreeSet<String>) {
        for unknown in wanted {
            self.wanted.entry(unknown).or_default().insert(name.clone());
        }
        self.programs.insert(name, outcome);
    }

    pub(crate) fn all_passed(&self) -> bool {
        self.programs
            .values()
            .all(|outcome| matches!(outcome, Outcome::Passed(_)))
    }

    /// The unknown names, the one that most programs want first; among equals in order of the names.
    fn most_wanted(&self) -> Vec<(&str, &BTreeSet<String>)> {
        let mut wanted: Vec<(&str, &BTreeSet<String>)> = self
            .wanted
            .iter()
            .map(|(name, programs)| (name.as_str(), programs))
            .collect();
        wanted.sort_by_key(|(_, programs)| std::cmp::Reverse(programs.len()));
        wanted
    }

    fn count(&self, kind: fn(&Outcome) -> bool) -> usize {
        self.programs.values().filter(|outcome| kind(outcome)).count()
    }
}

impl Display for Ledger {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (name, outcome) in &self.programs {
            match outcome {
                Outcome::Passed(time) => {
                    writeln!(f, "passed            {name} ({:.1} s)", time.as_secs_f32())?
                }
                Outcome::Failed(why, output) => {
                    writeln!(f, "FAILED            {name}: {why}")?;
                    quote(f, output, Part::End)?;
                }
                Outcome::DoesNotCompile(output) => {
                    writeln!(f, "DOES NOT COMPILE  {name}")?;
                    quote(f, after_command_line(output), Part::Start)?;
                }
                Outcome::DoesNotLink(output) => {
                    writeln!(f, "DOES NOT LINK     {name}")?;
                    quote(f, after_command_line(output), Part::Start)?;
                }
            }
        }
        if !self.wanted.is_empty() {
            writeln!(
                f,
                "\nundeclared or unresolved names, and how many programs want each:"
            )?;
            for (name, programs) in self.most_wanted() {
                let programs: Vec<&str> = programs.iter().map(String::as_str).collect();
                writeln!(f, "{:5}  {name}  ({})", programs.len(), programs.join(", "))?;
            }
        }
        writeln!(
            f,
            "\nsuite: {} passed, {} failed, {} do not compile, {} do not link",
            self.count(|outcome| matches!(outcome, Outcome::Passed(_))),
            self.count(|outcome| matches!(outcome, Outcome::Failed(..))),
            self.count(|outcome| matches!(outcome, Outcome::DoesNotCompile(_))),
            self.count(|outcome| matches!(outcome, Outcome::DoesNotLink(_))),
        )
    }
}

fn after_command_line(output: &str) -> &str {
    output.split_once('\n').map_or("", |(_, rest)| rest)
}

/// Which end of a long output tells most: a compiler's first lines, a program's last ones.
enum Part {
    Start,
    End,
}

fn quote(f: &mut Formatter<'_>, output: &str, part: Part) -> fmt::Result {
    let lines: Vec<&str> = output.lines().collect();
    let left_out = lines.len().saturating_sub(LINES);
    let shown = match part {
        Part::Start => &lines[..lines.len() - left_out],
        Part::End => &lines[left_out..],
    };
    if left_out > 0 && matches!(part, Part::End) {
        writeln!(f, "    | ({left_out} lines before)")?;
    }
    for line in shown {
        writeln!(f, "    | {}", printable(line))?;
    }
    if left_out > 0 && matches!(part, Part::Start) {
        writeln!(f, "    | ({left_out} more lines)")?;
    }
    Ok(())
}

/// A line of somebody else's, which must not colour or clear the terminal that it is shown on.
fn printable(line: &str) -> String {
    let mut shown = String::new();
    for c in line.chars() {
        if c.is_control() && c != '\t' {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}
