//! The results as tables: for the terminal, and between two marks of `docs/performance.md`.

use std::fmt::Write as _;
use std::path::Path;

use crate::results::{Results, Row};

const BEGIN: &str = "<!-- make bench-peers writes from here -->";
const END: &str = "<!-- to here -->";

/// As many digits as a time deserves.
pub fn digits(time: f64) -> String {
    match time {
        ..10.0 => format!("{time:.2}"),
        10.0..100.0 => format!("{time:.1}"),
        _ => format!("{time:.0}"),
    }
}

/// The same for a ratio.
fn times(ratio: f64) -> String {
    match ratio {
        ..1.0 => format!("{ratio:.2}"),
        1.0..10.0 => format!("{ratio:.1}"),
        _ => format!("{ratio:.0}"),
    }
}

pub fn print_head() {
    println!(
        "{:<20} {:<9} {:>9} {:>9} {:>9} {:>8} {:>8} {:>8}   sanity",
        "ns per actor, step", "", "median", "least", "most", "/ floor", "/ World", "/ pool"
    );
}

pub fn print(rows: &[Row]) {
    for row in rows {
        let [median, least, most] = row.time;
        let ratio = |other: &str| {
            let other = rows.iter().find(|row| row.engine == other);
            match other {
                Some(other) if row.holds && other.holds => format!("{:.2}", median / other.time[0]),
                _ => "-".into(),
            }
        };
        let verdict = if row.holds {
            ""
        } else {
            "  DOES NOT HOLD: the time does not count"
        };
        println!(
            "{:<20} {:<9} {median:>9.2} {least:>9.2} {most:>9.2} {:>8} {:>8} {:>8}   {}{verdict}",
            row.workload,
            row.engine,
            ratio("floor"),
            ratio("World"),
            ratio("C pool"),
            said(row),
        );
    }
}

/// What the sanity line of a row says.
fn said(row: &Row) -> String {
    let sanity = &row.sanity;
    if sanity.blocked > 0 {
        return format!("{} blocked", sanity.blocked);
    }
    let mut text = String::new();
    if !row.workload.starts_with("W3") {
        text += &format!("{} escaped, {} inside, ", sanity.escaped, sanity.inside);
    }
    if row.workload.starts_with("W2") {
        text += &format!("{} overlap, ", sanity.overlaps);
    }
    text + &format!("{:.1} px/s", sanity.speed)
}

/// A table of the workloads by the engines.
fn table(results: &Results, corner: &str, cell: impl Fn(&Row) -> String) -> String {
    let engines = results.engines();
    let mut text = format!("| {corner} | {} |\n|---|", engines.join(" | "));
    text += &"---|".repeat(engines.len());
    text.push('\n');
    for workload in results.workloads() {
        let actors = results.find(workload, "floor").map_or(0, |row| row.actors);
        let _ = write!(text, "| {workload}, {actors}");
        for engine in &engines {
            let said = results.find(workload, engine).map_or("-".into(), &cell);
            let _ = write!(text, " | {said}");
        }
        text += " |\n";
    }
    text
}

fn tables(results: &Results) -> String {
    let ratio = |row: &Row, to: &str| match results.find(&row.workload, to) {
        Some(other) if row.holds && other.holds => times(row.time[0] / other.time[0]),
        _ => "-".into(),
    };
    let mut text = String::from("Nanoseconds per actor per step, W4: per query. Median (least to most):\n\n");
    text += &table(results, "workload", |row| {
        let [median, least, most] = row.time.map(digits);
        let mark = if row.holds { "" } else { " †" };
        format!("{median} ({least} to {most}){mark}")
    });
    if results.rows.iter().any(|row| !row.holds) {
        text += "\n† The sanity line does not hold: the time does not count, and has no ratio.\n";
    }
    text += "\nRatios of the medians, to the floor / to the World / to the C pool:\n\n";
    text += &table(results, "workload", |row| {
        let [floor, world, pool] = ["floor", "World", "C pool"].map(|to| ratio(row, to));
        format!("{floor} / {world} / {pool}")
    });
    text += &spread(results);
    text += "\nThe sanity line (escaped / inside a solid / overlapping pairs / mean speed in px/s; W4: boxes blocked):\n\n";
    text += &table(results, "workload", |row| {
        let sanity = &row.sanity;
        if sanity.blocked > 0 {
            return format!("{}", sanity.blocked);
        }
        format!(
            "{} / {} / {} / {:.1}",
            sanity.escaped, sanity.inside, sanity.overlaps, sanity.speed
        )
    });
    text += "\nMeasured on and with:\n\n| | |\n|---|---|\n";
    for [what, value] in &results.machine {
        let _ = writeln!(text, "| {what} | {value} |");
    }
    text
}

/// What it costs that W1 does not fit the caches any more.
fn spread(results: &Results) -> String {
    let [one, many] = ["W1 platform run", "W1 over 100 levels"];
    let parts: Vec<String> = results
        .engines()
        .into_iter()
        .filter_map(|engine| {
            let [one, many] = [results.find(one, engine)?, results.find(many, engine)?];
            Some(format!("{engine} {}", times(many.time[0] / one.time[0])))
        })
        .collect();
    format!(
        "\n{many} in one world against {one}, per actor: {}.\n",
        parts.join(", ")
    )
}

/// Puts the tables between the marks.
pub fn write(results: &Results, path: &Path) -> std::io::Result<()> {
    let page = std::fs::read_to_string(path)?;
    let parts = page
        .split_once(BEGIN)
        .and_then(|(head, rest)| Some((head, rest.split_once(END)?.1)));
    let Some((head, tail)) = parts else {
        return Err(std::io::Error::other(format!(
            "docs/performance.md has no '{BEGIN}' with '{END}' after it"
        )));
    };
    std::fs::write(path, format!("{head}{BEGIN}\n\n{}\n{END}{tail}", tables(results)))
}
