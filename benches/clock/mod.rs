//! Time of the measuring thread, and what is made of the rounds.
#![allow(dead_code, unreachable_pub)] // Each benchmark uses a part of it.

use std::time::Duration;

/// How long this thread has had a processor: what else the machine does does not count.
pub fn busy() -> Duration {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the clock is one that every Linux has, and `time` is writable.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Runs a round of each of `count` contenders in turn, `rounds` times. Nanoseconds for each of a round's
/// `units`, by contender: median, least, most.
pub fn measure(count: usize, rounds: usize, units: usize, mut round: impl FnMut(usize)) -> Vec<[f64; 3]> {
    let mut times = vec![Vec::new(); count];
    for _ in 0..rounds {
        for (which, times) in times.iter_mut().enumerate() {
            let start = busy();
            round(which);
            times.push((busy() - start).as_nanos() as f64 / units as f64);
        }
    }
    times
        .into_iter()
        .map(|mut times| {
            times.sort_by(f64::total_cmp);
            [times[times.len() / 2], times[0], times[times.len() - 1]]
        })
        .collect()
}
