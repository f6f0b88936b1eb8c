//! Every public name of the headers has a comment, and a function's comment says what it must: which
//! statuses it raises, where it can fail, and what becomes of NULL, where it is given pointers.

use std::fs;
use std::path::{Path, PathBuf};

/// A declaration of a header with the comment that belongs to it.
#[derive(Debug, PartialEq)]
struct Declaration {
    /// `name`, or `record.field`.
    name: String,
    /// The declaration itself, in one line.
    code: String,
    comment: String,
}

fn headers() -> Vec<(String, String)> {
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
    let mut files = vec![include.join("akerror.h")];
    let entries = fs::read_dir(include.join("akgl")).expect("include/akgl is there");
    let mut rest: Vec<PathBuf> = entries
        .map(|entry| entry.expect("include/akgl is readable").path())
        .collect();
    rest.sort();
    files.extend(rest);
    files
        .iter()
        .map(|file| {
            let name = file.file_name().expect("a file has a name").to_string_lossy();
            (
                name.into_owned(),
                fs::read_to_string(file).expect("a header is readable"),
            )
        })
        .collect()
}

/// The public declarations of a header: macros, functions, variables, types and fields.
fn declarations(header: &str) -> Vec<Declaration> {
    let mut found = Vec::new();
    let mut record: Option<String> = None;
    // Within the body of an inline function, which has nothing to declare.
    let mut in_body = false;
    let mut comment = String::new();
    let mut lines = header.lines();
    while let Some(line) = lines.next() {
        if in_body {
            in_body = line != "}";
            continue;
        }
        let text = line.trim();
        if text.starts_with("/*") {
            let mut block = text.to_owned();
            while !block.contains("*/") {
                let Some(next) = lines.next() else { break };
                block += " ";
                block += next.trim().trim_start_matches("* ");
            }
            // Only `/**` documents; a plain comment parts sections.
            comment = if block.starts_with("/**") {
                block
            } else {
                String::new()
            };
            continue;
        }
        if text.is_empty() {
            comment.clear();
            continue;
        }
        let (mut code, trailing) = match line.split_once("/**<") {
            Some((code, trailing)) => (code.trim().to_owned(), trailing.to_owned()),
            None => (text.to_owned(), String::new()),
        };
        let is_macro = code.starts_with('#');
        while code.ends_with('\\') || !is_macro && !code.ends_with([';', '{', '}', '"']) {
            let Some(next) = lines.next() else { break };
            code = format!("{} {}", code.trim_end_matches('\\').trim(), next.trim());
        }
        let comment = std::mem::take(&mut comment) + &trailing;
        if code.starts_with('}') {
            record = None;
        } else if let Some(name) = opened_record(&code) {
            found.push(Declaration {
                name: name.clone(),
                code: code.clone(),
                comment,
            });
            record = Some(name);
        } else if let Some(name) = declared(&code) {
            let name = record
                .as_ref()
                .map_or(name.clone(), |record| format!("{record}.{name}"));
            in_body = code.ends_with('{');
            if !name.ends_with('_') {
                found.push(Declaration { name, code, comment });
            }
        }
    }
    found
}

/// The record whose fields follow.
fn opened_record(code: &str) -> Option<String> {
    let code = code.strip_prefix("typedef ").unwrap_or(code);
    let name = code
        .strip_prefix("struct ")
        .or(code.strip_prefix("union "))?
        .strip_suffix('{')?;
    Some(name.trim().to_owned())
}

/// What a line declares; nothing where it is a directive, a guard or a record's mere name.
fn declared(code: &str) -> Option<String> {
    let word = |text: &str| {
        let end = text
            .find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(text.len());
        text[..end].to_owned()
    };
    if let Some(rest) = code.strip_prefix("#define ") {
        let name = word(rest);
        return (!name.ends_with("_H")).then_some(name);
    }
    if code.starts_with('#') || code.starts_with("extern \"C\"") {
        return None;
    }
    if let Some(rest) = code.strip_prefix("typedef struct ") {
        let mut names = rest.trim_end_matches(';').split(' ');
        if names.next() == names.next() {
            return None;
        }
    }
    if let Some((_, rest)) = code.split_once("(*") {
        let before = code.split('(').next().unwrap_or_default();
        // `void (*name)(...)`, unlike a function that is given a pointer to one.
        if before.ends_with(' ') || before.ends_with('*') {
            return Some(word(rest));
        }
    }
    let name = code.split(['(', '[', ';', '{', '=']).next()?.trim_end();
    name.rsplit([' ', '*']).next().map(str::to_owned)
}

/// The comment refers to that of another function: "as `akgl_heap_next_actor` does", "See `...`".
fn refers(comment: &str) -> bool {
    [
        "See `", "see `", "as `", "as for `", "As `", "like `", "Like `", "The same",
    ]
    .iter()
    .any(|words| comment.contains(words))
}

fn check(complaint: &str, wrong: impl Fn(&Declaration) -> bool) {
    let mut found = Vec::new();
    for (file, text) in headers() {
        let declarations = declarations(&text);
        for (index, declaration) in declarations.iter().enumerate() {
            // Where a macro is defined one way or the other, the first has the comment of both.
            let again = declarations[..index]
                .iter()
                .any(|earlier| earlier.name == declaration.name);
            if !again && wrong(declaration) {
                found.push(format!("{file}: {}", declaration.name));
            }
        }
    }
    assert!(found.is_empty(), "{complaint}: {found:#?}");
}

fn is_function(declaration: &Declaration) -> bool {
    declaration.code.ends_with(");")
        && !declaration.code.starts_with("typedef")
        && !declaration.name.contains('.')
}

#[test]
fn every_public_name_has_a_comment() {
    let count: usize = headers().iter().map(|(_, text)| declarations(text).len()).sum();
    assert!(count > 400, "only {count} declarations were found");
    check("no comment", |declaration| {
        // Marks and numbers alone are none.
        declaration.comment.chars().filter(|c| c.is_alphabetic()).count() < 4
    });
}

#[test]
fn a_function_that_can_fail_says_how() {
    check("the comment names no status", |declaration| {
        let raises = ["AKERR_", "AKGL_ERR_", "ERANGE", "aise", "fails", "error"];
        is_function(declaration)
            && declaration.code.contains("akerr_ErrorContext AKERR_NOIGNORE *")
            && !raises.iter().any(|word| declaration.comment.contains(word))
            && !refers(&declaration.comment)
    });
}

#[test]
fn a_function_that_is_given_a_pointer_says_what_null_means() {
    check("the comment says nothing of NULL", |declaration| {
        let arguments = declaration
            .code
            .split_once('(')
            .map_or("", |(_, arguments)| arguments);
        is_function(declaration)
            && arguments.contains('*')
            && !["NULL", "any pointer"]
                .iter()
                .any(|words| declaration.comment.contains(words))
            && !refers(&declaration.comment)
    });
}

#[test]
fn declarations_and_their_comments_are_found() {
    let header = "\
#ifndef A_H
#define A_H
/* A section. */
#define BARE 1
#define TRAILING 2 /**< Trailing. */
/** Of two
 * lines. */
#define MACRO(x)  \\
    { x }
typedef struct r r;
/** A record. */
struct r {
    /** A field. */
    int (*hook)(int *x);
    char bare[3];
};

/** Lost. */

extern r *variable;
/** A function. */
akerr_ErrorContext AKERR_NOIGNORE *f(int a,
                                     int *b);
static inline int inner_(void)
{
    int local;
}
#endif
";
    let found: Vec<(String, bool)> = declarations(header)
        .into_iter()
        .map(|declaration| (declaration.name, !declaration.comment.is_empty()))
        .collect();
    let expected = [
        ("BARE", false),
        ("TRAILING", true),
        ("MACRO", true),
        ("r", true),
        ("r.hook", true),
        ("r.bare", false),
        ("variable", false),
        ("f", true),
    ];
    let expected: Vec<(String, bool)> = expected.map(|(name, has)| (name.to_owned(), has)).into();
    assert_eq!(found, expected);
}
