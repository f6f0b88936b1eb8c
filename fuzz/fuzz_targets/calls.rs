//! Sequences of calls of the C API, made by the game's loop and from within its hooks. After each call of
//! the loop everything that the library promises of its state is looked at; then the whole sequence runs
//! again, with the other broad phase where it has none of its own, and must give the same bits. With
//! AKGL_FUZZ_TRACE set, both runs are told op by op.
#![no_main]

#[path = "calls/act.rs"]
mod act;
#[path = "calls/hooks.rs"]
mod hooks;
#[path = "calls/invariants.rs"]
mod invariants;
#[path = "calls/op.rs"]
mod op;
#[path = "calls/stage.rs"]
mod stage;

use op::Script;
use stage::Stage;

libfuzzer_sys::fuzz_target!(|script: Script| {
    let own = script.has_own_partitioner();
    let first = play(&script, false);
    let second = play(&script, !own);
    assert_eq!(first, second, "the same calls, other bits");
});

/// Plays a script on an empty stage and returns a hash of all that came of it.
fn play(script: &Script, swapped: bool) -> u64 {
    Stage::with(|stage| {
        stage.reset(script, swapped);
        while let Some(op) = stage.next() {
            stage.disarm();
            let status = act::act(stage, &op);
            stage.note(u64::from(status as u32));
            invariants::check(stage);
            if std::env::var_os("AKGL_FUZZ_TRACE").is_some() {
                eprintln!("{op:?}: {status}, {:016x}", stage.hash());
            }
        }
        stage.hash()
    })
}
