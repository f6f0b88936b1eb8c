//! The places of one file where mutants belong, and what is written there.

use std::collections::HashSet;
use std::ops::Range;

use proc_macro2::LineColumn;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

#[derive(Clone)]
pub struct Mutant {
    pub id: usize,
    pub genre: String,
    /// Line and column, both from 1.
    pub start: (usize, usize),
    pub replacement: String,
}

/// Text to be put in, and which bytes of it belong to which mutant.
struct Insertion {
    at: usize,
    text: String,
    own: Vec<(Range<usize>, usize)>,
}

pub struct Edits<'a> {
    source: &'a str,
    mutants: &'a [Mutant],
    used: HashSet<usize>,
    /// Before what is at `at`, outer ones first.
    starts: Vec<Insertion>,
    /// After what ends at `at`, inner ones first.
    ends: Vec<Insertion>,
    /// What the mutants surround, in bytes of the source.
    wholes: Vec<(Range<usize>, Vec<usize>)>,
    /// How deep in what the compiler evaluates, where no switch can be.
    constant: usize,
}

pub struct Written {
    pub text: String,
    pub ranges: Vec<(Range<usize>, Vec<usize>)>,
    pub used: HashSet<usize>,
}

impl<'a> Edits<'a> {
    pub fn of(source: &'a str, mutants: &'a [Mutant]) -> syn::Result<Self> {
        let file = syn::parse_file(source)?;
        let mut edits = Self {
            source,
            mutants,
            used: HashSet::new(),
            starts: Vec::new(),
            ends: Vec::new(),
            wholes: Vec::new(),
            constant: 0,
        };
        edits.visit_file(&file);
        Ok(edits)
    }

    pub fn write(self) -> Written {
        let mut all: Vec<(usize, bool, Insertion)> = Vec::new();
        all.extend(
            self.ends
                .into_iter()
                .rev()
                .map(|insertion| (insertion.at, false, insertion)),
        );
        all.extend(
            self.starts
                .into_iter()
                .map(|insertion| (insertion.at, true, insertion)),
        );
        all.sort_by_key(|(at, start, _)| (*at, *start)); // stable
        let mut text = String::new();
        let mut ranges = Vec::new();
        let mut last = 0;
        let mut lengths = Vec::new();
        for (at, _, insertion) in &all {
            text += &self.source[last..*at];
            last = *at;
            let from = text.len();
            ranges.extend(
                insertion
                    .own
                    .iter()
                    .map(|(r, id)| (from + r.start..from + r.end, vec![*id])),
            );
            text += &insertion.text;
            lengths.push((*at, insertion.text.len()));
        }
        text += &self.source[last..];
        let before = |place: usize, also_at: bool| {
            let put_in = lengths
                .iter()
                .filter(|(at, _)| *at < place || (also_at && *at == place));
            place + put_in.map(|(_, length)| length).sum::<usize>()
        };
        ranges.extend(
            self.wholes
                .into_iter()
                .map(|(r, ids)| (before(r.start, false)..before(r.end, true), ids)),
        );
        Written {
            text,
            ranges,
            used: self.used,
        }
    }

    fn find(&self, genre: &str, at: LineColumn) -> Vec<Mutant> {
        if self.constant > 0 {
            return Vec::new();
        }
        let here = |mutant: &&Mutant| mutant.genre == genre && mutant.start == (at.line, at.column + 1);
        self.mutants.iter().filter(here).cloned().collect()
    }

    fn text(&self, of: &impl Spanned) -> &'a str {
        &self.source[of.span().byte_range()]
    }

    /// Puts choices before an expression; the last choice is the expression itself.
    fn choose(&mut self, whole: Range<usize>, choices: Vec<(usize, String)>) {
        if choices.is_empty() {
            return;
        }
        let mut text = String::from("(");
        let mut own = Vec::new();
        for (id, code) in &choices {
            let from = text.len();
            text += &format!("if crate::mutant_switch::is({id}) {{ {code} }} else ");
            own.push((from..text.len(), *id));
        }
        text += "{ ";
        self.surround(
            whole,
            text,
            own,
            " })",
            choices.into_iter().map(|(id, _)| id).collect(),
        );
    }

    fn surround(
        &mut self,
        whole: Range<usize>,
        before: String,
        own: Vec<(Range<usize>, usize)>,
        after: &str,
        ids: Vec<usize>,
    ) {
        self.starts.push(Insertion {
            at: whole.start,
            text: before,
            own,
        });
        self.ends.push(Insertion {
            at: whole.end,
            text: after.into(),
            own: Vec::new(),
        });
        self.used.extend(&ids);
        self.wholes.push((whole, ids));
    }

    /// A function that returns something else at once.
    fn body(&mut self, block: &syn::Block) {
        let Some(first) = block.stmts.first() else { return };
        let (mut text, mut own, mut ids) = (String::new(), Vec::new(), Vec::new());
        for mutant in self.find("FnValue", first.span().start()) {
            let from = text.len();
            text += &format!(
                " if crate::mutant_switch::is({}) {{ return {}; }}",
                mutant.id, mutant.replacement
            );
            own.push((from..text.len(), mutant.id));
            ids.push(mutant.id);
        }
        if !ids.is_empty() {
            self.starts.push(Insertion {
                at: block.brace_token.span.open().byte_range().end,
                text,
                own,
            });
            self.used.extend(&ids);
            self.wholes.push((block.span().byte_range(), ids));
        }
    }

    fn within_constant(&mut self, constant: bool, visit: impl FnOnce(&mut Self)) {
        self.constant += usize::from(constant);
        visit(self);
        self.constant -= usize::from(constant);
    }
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let text = quote::quote!(#attribute).to_string();
        text.contains("cfg (test)") || text == "# [test]"
    })
}

fn has_let(expression: &syn::Expr) -> bool {
    match expression {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

/// Visits that only note that no switch can be inside.
macro_rules! constants {
    ($($visit:ident: $kind:ident),* $(,)?) => {
        $(fn $visit(&mut self, node: &'ast syn::$kind) {
            self.within_constant(true, |edits| visit::$visit(edits, node));
        })*
    };
}

impl<'ast> Visit<'ast> for Edits<'_> {
    constants!(
        visit_item_const: ItemConst,
        visit_impl_item_const: ImplItemConst,
        visit_trait_item_const: TraitItemConst,
        visit_item_static: ItemStatic,
        visit_expr_const: ExprConst,
        visit_type: Type,
        visit_variant: Variant,
        visit_pat: Pat,
        visit_generic_argument: GenericArgument,
    );

    fn visit_expr_repeat(&mut self, node: &'ast syn::ExprRepeat) {
        self.visit_expr(&node.expr);
        self.within_constant(true, |edits| edits.visit_expr(&node.len));
    }

    fn visit_item_mod(&mut self, node: &'ast syn::ItemMod) {
        if !is_test(&node.attrs) {
            visit::visit_item_mod(self, node);
        }
    }

    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        if is_test(&node.attrs) {
            return;
        }
        self.within_constant(node.sig.constness.is_some(), |edits| {
            edits.body(&node.block);
            visit::visit_item_fn(edits, node);
        });
    }

    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        self.within_constant(node.sig.constness.is_some(), |edits| {
            edits.body(&node.block);
            visit::visit_impl_item_fn(edits, node);
        });
    }

    fn visit_trait_item_fn(&mut self, node: &'ast syn::TraitItemFn) {
        if let Some(block) = &node.default {
            self.body(block);
        }
        visit::visit_trait_item_fn(self, node);
    }

    fn visit_expr_binary(&mut self, node: &'ast syn::ExprBinary) {
        if !has_let(&node.left) && !has_let(&node.right) {
            let (left, right) = (self.text(&node.left), self.text(&node.right));
            let code = |operator: &str| {
                let assigns = operator.ends_with('=') && !["==", "!=", "<=", ">="].contains(&operator);
                if assigns {
                    format!("{left} {operator} {right}")
                } else {
                    format!("({left}) {operator} ({right})")
                }
            };
            let mutants = self.find("BinaryOperator", node.op.span().start());
            let choices = mutants
                .iter()
                .map(|mutant| (mutant.id, code(&mutant.replacement)))
                .collect();
            self.choose(node.span().byte_range(), choices);
        }
        visit::visit_expr_binary(self, node);
    }

    fn visit_expr_unary(&mut self, node: &'ast syn::ExprUnary) {
        let bare = self.text(&node.expr);
        let mutants = self.find("UnaryOperator", node.op.span().start());
        self.choose(
            node.span().byte_range(),
            mutants
                .iter()
                .map(|mutant| (mutant.id, bare.to_owned()))
                .collect(),
        );
        visit::visit_expr_unary(self, node);
    }

    fn visit_expr_match(&mut self, node: &'ast syn::ExprMatch) {
        for arm in &node.arms {
            let Some((_, guard)) = &arm.guard else {
                if let Some(mutant) = self.find("MatchArm", arm.span().start()).first() {
                    let text = format!(" if !crate::mutant_switch::is({})", mutant.id);
                    self.ends.push(Insertion {
                        at: arm.pat.span().byte_range().end,
                        text,
                        own: Vec::new(),
                    });
                    self.used.insert(mutant.id);
                    self.wholes.push((arm.span().byte_range(), vec![mutant.id]));
                }
                continue;
            };
            let mutants = self.find("MatchArmGuard", guard.span().start());
            if has_let(guard) || mutants.is_empty() {
                continue;
            }
            // 16383 is nobody's number.
            let id = |value: &str| {
                mutants
                    .iter()
                    .find(|mutant| mutant.replacement == value)
                    .map_or(16383, |m| m.id)
            };
            let (always, never) = (id("true"), id("false"));
            let before =
                format!("(crate::mutant_switch::is({always}) || !crate::mutant_switch::is({never}) && (");
            let ids = mutants.iter().map(|mutant| mutant.id).collect();
            self.surround(guard.span().byte_range(), before, Vec::new(), "))", ids);
        }
        visit::visit_expr_match(self, node);
    }

    fn visit_expr_struct(&mut self, node: &'ast syn::ExprStruct) {
        if let Some(rest) = &node.rest {
            for field in &node.fields {
                let syn::Member::Named(name) = &field.member else {
                    continue;
                };
                let mutants = self.find("StructField", field.span().start());
                let Some(mutant) = mutants.first() else { continue };
                let (path, base) = (self.text(&node.path), self.text(rest));
                let code = format!("{{ let base: {path} = {base}; base.{name} }}");
                let place = field.expr.span().byte_range();
                if field.colon_token.is_none() {
                    let text = format!("{name}: ");
                    self.starts.push(Insertion {
                        at: place.start,
                        text,
                        own: Vec::new(),
                    });
                }
                self.choose(place, vec![(mutant.id, code)]);
            }
        }
        visit::visit_expr_struct(self, node);
    }
}
