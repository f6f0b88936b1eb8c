//! What the times were measured on and with.

use std::fs::read_to_string;
use std::process::Command;

use crate::{box2d, chipmunk};

/// Lines of what and which, for the results.
pub fn describe() -> Vec<[String; 2]> {
    let line = |what: &str, value: String| [what.to_string(), value];
    let processors = std::thread::available_parallelism().map_or(0, usize::from);
    vec![
        line("processor", format!("{}, {processors} visible", processor())),
        line("caches", caches()),
        line("system", system()),
        line("load before", first_words("/proc/loadavg", 3)),
        line(
            "Rust",
            format!(
                "{}, opt-level 3, one codegen unit, generic {}",
                says("rustc", "-V"),
                std::env::consts::ARCH
            ),
        ),
        line(
            "C",
            says(&std::env::var("CC").unwrap_or_else(|_| "cc".into()), "--version"),
        ),
        line(
            "Box2D",
            format!(
                "{} (boxdd-sys {}), -O3 -DNDEBUG, its default SIMD (SSE2 on x86-64), 4 sub-steps, 16 px a metre",
                box2d::version(),
                locked("boxdd-sys")
            ),
        ),
        line(
            "rapier2d",
            format!(
                "{}, default features (SIMD included) and settings, 16 px a metre",
                locked("rapier2d")
            ),
        ),
        line(
            "Chipmunk",
            format!(
                "{} (chipmunk-rs {}), -O3 -DNDEBUG -ffast-math (its own release build), 10 iterations, pixels",
                chipmunk::version(),
                locked("chipmunk-rs")
            ),
        ),
    ]
}

/// The version of a crate that this program was built with.
pub fn locked(name: &str) -> String {
    let lock = include_str!("../Cargo.lock");
    let named = format!("name = \"{name}\"\nversion = \"");
    let found = lock.split_once(&named).and_then(|(_, rest)| rest.split_once('"'));
    found.map_or("?", |(version, _)| version).into()
}

fn processor() -> String {
    let info = read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name"));
    model
        .map_or("unknown", |line| line.trim_start_matches([':', ' ', '\t']))
        .into()
}

fn caches() -> String {
    let mut found = Vec::new();
    for index in 0..8 {
        let part = |name: &str| {
            let path = format!("/sys/devices/system/cpu/cpu0/cache/index{index}/{name}");
            read_to_string(path).map(|text| text.trim().to_string())
        };
        if let (Ok(level), Ok(kind), Ok(size)) = (part("level"), part("type"), part("size"))
            && kind != "Instruction"
        {
            found.push(format!("L{level} {size}"));
        }
    }
    found.join("; ")
}

fn system() -> String {
    let release = read_to_string("/etc/os-release").unwrap_or_default();
    let name = release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="));
    name.unwrap_or("unknown").trim_matches('"').into()
}

fn first_words(path: &str, count: usize) -> String {
    let text = read_to_string(path).unwrap_or_default();
    text.split_whitespace().take(count).collect::<Vec<_>>().join(" ")
}

/// The first line that a program prints.
fn says(program: &str, argument: &str) -> String {
    let output = Command::new(program).arg(argument).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    text.ok()
        .and_then(|text| text.lines().next().map(str::to_string))
        .unwrap_or_else(|| "unknown".into())
}
