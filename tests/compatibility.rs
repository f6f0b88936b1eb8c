//! `docs/compatibility.md` is what `tests/compatibility/names.txt`, the headers and the C tests say of
//! the names that libakgl's documentation mentions.
//!
//! `AKGL_ACCEPT=1 cargo test --test compatibility` (that is, `make compatibility`) writes the page anew.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

const PAGE: &str = "docs/compatibility.md";
/// How many of the programs that use a name the page lists.
const TESTS: usize = 2;

/// A documented name.
struct Name {
    section: String,
    /// `name`, or `record.field`.
    name: String,
    /// What there is to say of it; of a name that is not here, why.
    note: Option<String>,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The texts of the files of a directory, by name and in its order.
fn texts(dir: &str, extension: &str) -> Vec<(String, String)> {
    let mut files: Vec<PathBuf> = fs::read_dir(root().join(dir))
        .expect("a directory of the repository is readable")
        .map(|entry| entry.expect("a directory of the repository is readable").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    files
        .iter()
        .map(|path| {
            let name = path.file_name().expect("a file has a name").to_string_lossy();
            (format!("{dir}/{name}"), read(path))
        })
        .collect()
}

fn names() -> Vec<Name> {
    let mut section = String::new();
    let mut names = Vec::new();
    for line in read(&root().join("tests/compatibility/names.txt")).lines() {
        if let Some(title) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            title.clone_into(&mut section);
        } else if !line.is_empty() && !line.starts_with('#') {
            let (name, note) = match line.split_once(" - ") {
                Some((name, note)) => (name, Some(note.to_owned())),
                None => (line, None),
            };
            names.push(Name {
                section: section.clone(),
                name: name.to_owned(),
                note,
            });
        }
    }
    names
}

fn words(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect()
}

/// The text without what stands in comments and in string literals.
fn code(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['/', '"']) {
        code += &rest[..at];
        rest = &rest[at..];
        let end = if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with('"') {
            let mut escaped = true;
            rest.find(|c| {
                let closes = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                closes
            })
            .map_or(rest.len(), |end| end + 1)
        } else {
            code.push('/');
            1
        };
        code.push(' ');
        rest = &rest[end..];
    }
    code + rest
}

/// The header that declares a name, or has the record with that field.
fn declared_in(name: &str, headers: &[(String, String)]) -> Option<String> {
    headers.iter().find_map(|(file, text)| {
        let found = match name.split_once('.') {
            Some((record, field)) => fields(text, record).contains(field),
            None => text.lines().any(|line| declares(line, name)),
        };
        found.then(|| file.clone())
    })
}

/// The names within a record's braces.
fn fields<'text>(header: &'text str, record: &str) -> BTreeSet<&'text str> {
    let open = format!("struct {record} {{\n");
    let body = header
        .split_once(&open)
        .and_then(|(_, rest)| rest.split_once("\n}"))
        .map_or("", |(body, _)| body);
    body.lines()
        .filter(|line| !line.trim_start().starts_with(['/', '*']))
        .filter_map(|line| line.split([';', '[']).next()?.rsplit([' ', '*']).next())
        .collect()
}

/// Whether a line of a header declares or defines a name, not merely mentions it.
fn declares(line: &str, name: &str) -> bool {
    let code = line.split("/*").next().unwrap_or_default();
    if code.starts_with([' ', '*', '}']) || code.is_empty() {
        return code
            .strip_prefix("} ")
            .is_some_and(|rest| rest == format!("{name};"));
    }
    if let Some(rest) = code.strip_prefix("#define ") {
        return rest.split([' ', '(']).next() == Some(name);
    }
    let declared = code.split(['(', '[', ';']).next().unwrap_or_default().trim_end();
    declared.rsplit([' ', '*']).next() == Some(name)
        // A pointer to a function: `extern void (*name)(...)`.
        || code.starts_with("extern ") && code.contains(&format!("(*{name})"))
}

/// The C programs that use a name: first those named after its header, each group in order of their
/// names, so that a new test elsewhere seldom changes the page.
fn used_in<'tests>(name: &str, header: &str, tests: &'tests [(String, String)]) -> Vec<&'tests str> {
    let stem = |file: &str| {
        let name = file.rsplit('/').next().unwrap_or_default();
        name.split('.').next().unwrap_or_default().to_owned()
    };
    let of_header = stem(header).replace("akerror", "errors");
    let mut uses: Vec<&str> = tests
        .iter()
        .filter(|(_, text)| match name.split_once('.') {
            // A field is used behind a dot or an arrow; of which record a text does not say.
            Some((_, field)) => ["->", "."]
                .iter()
                .any(|before| count_word(text, before, field) > 0),
            None => count_word(text, "", name) > 0,
        })
        .map(|(file, _)| file.as_str())
        .collect();
    uses.sort_by_key(|file| {
        (
            stem(file) != of_header,
            !stem(file).starts_with(&of_header),
            *file,
        )
    });
    uses
}

fn count_word(text: &str, before: &str, word: &str) -> usize {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let pattern = format!("{before}{word}");
    text.match_indices(&pattern)
        .filter(|(at, _)| {
            let starts = !before.is_empty() || !text[..*at].ends_with(is_word);
            starts && !text[at + pattern.len()..].starts_with(is_word)
        })
        .count()
}

/// The page, and what is wrong with what it says.
fn page() -> (String, Vec<String>) {
    let mut headers = texts("include", "h");
    headers.extend(texts("include/akgl", "h"));
    let tests: Vec<(String, String)> = texts("capi-tests", "c")
        .into_iter()
        .map(|(file, text)| (file, code(&text)))
        .collect();
    let names = names();
    let mut wrong = Vec::new();
    let (mut here, mut rows, mut section) = (0, String::new(), "");
    for Name {
        section: of,
        name,
        note,
    } in &names
    {
        if of != section {
            section = of;
            let _ = write!(
                rows,
                "\n## {of}\n\n| name | here | C programs that test it |\n|---|---|---|\n"
            );
        }
        let header = declared_in(name, &headers);
        let note = note.as_deref();
        let Some(header) = header else {
            match note {
                Some(note) => {
                    let _ = writeln!(rows, "| `{name}` | no: {note} | |");
                }
                None => wrong.push(format!(
                    "no header declares {name}, and its line does not say why"
                )),
            }
            continue;
        };
        here += 1;
        let used = used_in(name, &header, &tests);
        if used.is_empty() {
            wrong.push(format!("no C test uses {name}"));
        }
        let header = header.trim_start_matches("include/");
        let note = note.map_or(String::new(), |note| format!("; {note}"));
        let used: Vec<String> = used
            .iter()
            .take(TESTS)
            .map(|file| format!("[{0}](../capi-tests/{0})", file.trim_start_matches("capi-tests/")))
            .collect();
        let _ = writeln!(rows, "| `{name}` | `{header}`{note} | {} |", used.join(", "));
    }
    let mut text = format!(
        "# Compatibility with libakgl\n\n\
         Every name of libakgl's C API that its documentation of errors, physics and collision mentions, where\n\
         that is, the header that declares it here, and the C programs that test it. A field counts as tested\n\
         where a program uses a field of that name. What the names do where the documentation is silent is in\n\
         [differences.md](differences.md).\n\n\
         Generated by `make compatibility` from `tests/compatibility/names.txt`, `include/` and `capi-tests/`;\n\
         edits here are lost. Of {} documented names {here} are here.\n",
        names.len()
    );
    text += &rows;
    (text, wrong)
}

#[test]
fn the_page_is_up_to_date() {
    let (text, wrong) = page();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let file = root().join(PAGE);
    if std::env::var_os("AKGL_ACCEPT").is_some() {
        fs::write(&file, &text).expect("docs/ is writable");
    }
    let committed = fs::read_to_string(&file).unwrap_or_default();
    let difference = text
        .lines()
        .zip(committed.lines().chain(std::iter::repeat("(end of file)")))
        .find(|(new, old)| new != old);
    assert!(
        committed == text,
        "{PAGE} is out of date; run `make compatibility` and commit the result\n{difference:?}"
    );
}

#[test]
fn no_name_stands_in_the_list_twice() {
    let mut seen = BTreeSet::new();
    for Name { name, .. } in names() {
        assert!(seen.insert(name.clone()), "{name}");
    }
}

/// The chapters themselves are not part of this repository: they are looked for in
/// `../shared/reference`, or in `reference` below the directory that `AKGL_SHARED` names.
#[test]
fn the_list_has_every_name_of_the_chapters() {
    let shared = std::env::var_os("AKGL_SHARED").map_or(root().join("../shared"), PathBuf::from);
    let mut missing = Vec::new();
    let listed: BTreeSet<String> = names()
        .iter()
        .flat_map(|name| name.name.split('.').map(str::to_owned).collect::<Vec<_>>())
        .collect();
    for chapter in ["libakgl-14-physics.md", "libakgl-15-collision.md"] {
        let file = shared.join("reference").join(chapter);
        let Ok(text) = fs::read_to_string(&file) else {
            println!("skipped: {} is not there", file.display());
            return;
        };
        let ours = |word: &&str| {
            ["akgl_", "akerr_", "AKGL_", "AKERR_"]
                .iter()
                .any(|prefix| word.starts_with(prefix))
        };
        // A name that ends in an underscore stands for several.
        let names = words(&text)
            .into_iter()
            .filter(ours)
            .filter(|word| !word.ends_with('_'));
        missing.extend(names.filter(|word| !listed.contains(*word)).map(str::to_owned));
    }
    assert!(
        missing.is_empty(),
        "not in tests/compatibility/names.txt: {missing:#?}"
    );
}

/// What the page's reading of C takes for a declaration, a field and a use.
#[test]
fn declarations_fields_and_uses_are_told_from_mentions() {
    for (line, expected) in [
        ("akerr_ErrorContext AKERR_NOIGNORE *f(void);", true),
        ("void other(int f);", false),
        (" * f", false),
        ("#define f(x) x", true),
        ("#define other f", false),
        ("#define f 3 /**< ... */", true),
        ("extern akgl_Tilemap *f;", true),
        ("extern void (*f)(int status);", true),
        ("typedef struct f f;", true),
        ("} f;", true),
    ] {
        assert_eq!(declares(line, "f"), expected, "{line}");
    }
    let header = "struct r {\n    /** no */\n    float32_t *a;\n    char b[9];\n};\nint c;\n";
    assert_eq!(fields(header, "r"), BTreeSet::from(["a", "b"]));
    assert_eq!(code("a /* b */ \"c \\\" d\" e / f // g\nh"), "a     e /  f  \nh");
    assert_eq!(count_word("p->x + q->xy - q->x", "->", "x"), 2);
    assert_eq!(count_word("PASS(e) BYPASS(e) PASS_(e)", "", "PASS"), 1);
}
