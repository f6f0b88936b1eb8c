//! `akgl/game.h`: start-up, the frame, the lock.
