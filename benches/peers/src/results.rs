//! The results as a file of comma-separated values: what the table and the plot are made of.

use std::path::Path;

use crate::sanity::Sanity;

/// One engine in one workload.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub workload: String,
    pub actors: usize,
    pub engine: String,
    /// Nanoseconds per actor per step, or per query: median, least, most.
    pub time: [f64; 3],
    pub sanity: Sanity,
    /// Whether the time counts.
    pub holds: bool,
}

/// What was measured, and lines about where.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    pub machine: Vec<[String; 2]>,
    pub rows: Vec<Row>,
}

const HEAD: &str =
    "workload,actors,engine,median_ns,least_ns,most_ns,escaped,inside,overlaps,mean_speed,blocked,holds";

impl Results {
    pub fn workloads(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.rows.iter().map(|row| row.workload.as_str()).collect();
        names.dedup();
        names
    }

    pub fn engines(&self) -> Vec<&str> {
        let first = self.workloads().first().copied();
        let mine = |row: &&Row| Some(row.workload.as_str()) == first;
        self.rows
            .iter()
            .filter(mine)
            .map(|row| row.engine.as_str())
            .collect()
    }

    pub fn find(&self, workload: &str, engine: &str) -> Option<&Row> {
        self.rows
            .iter()
            .find(|row| row.workload == workload && row.engine == engine)
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for [what, value] in &self.machine {
            text += &format!("# {what}: {value}\n");
        }
        text += &format!("{HEAD}\n");
        for row in &self.rows {
            let [median, least, most] = row.time;
            let sanity = &row.sanity;
            text += &format!(
                "{},{},{},{median:.3},{least:.3},{most:.3},{},{},{},{:.2},{},{}\n",
                row.workload,
                row.actors,
                row.engine,
                sanity.escaped,
                sanity.inside,
                sanity.overlaps,
                sanity.speed,
                sanity.blocked,
                row.holds
            );
        }
        text
    }

    /// `None` where the text is not one that [`Results::write`] writes.
    fn of(text: &str) -> Option<Self> {
        let mut results = Self::default();
        for line in text.lines() {
            if let Some(note) = line.strip_prefix("# ") {
                let (what, value) = note.split_once(": ")?;
                results.machine.push([what.into(), value.into()]);
            } else if line != HEAD {
                let cells: Vec<&str> = line.split(',').collect();
                let [
                    workload,
                    actors,
                    engine,
                    median,
                    least,
                    most,
                    out,
                    inside,
                    overlaps,
                    speed,
                    blocked,
                    holds,
                ] = cells[..]
                else {
                    return None;
                };
                results.rows.push(Row {
                    workload: workload.into(),
                    actors: actors.parse().ok()?,
                    engine: engine.into(),
                    time: [median.parse().ok()?, least.parse().ok()?, most.parse().ok()?],
                    sanity: Sanity {
                        escaped: out.parse().ok()?,
                        inside: inside.parse().ok()?,
                        overlaps: overlaps.parse().ok()?,
                        speed: speed.parse().ok()?,
                        blocked: blocked.parse().ok()?,
                    },
                    holds: holds.parse().ok()?,
                });
            }
        }
        Some(results)
    }

    pub fn write(&self, path: &Path) -> std::io::Result<()> {
        std::fs::write(path, self.text())
    }

    pub fn read(path: &Path) -> std::io::Result<Self> {
        let text = std::fs::read_to_string(path)?;
        Self::of(&text).ok_or_else(|| std::io::Error::other("the results file is not one of ours"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let row = Row {
            workload: "W2 crowd".into(),
            actors: 1000,
            engine: "floor".into(),
            time: [48.5, 40.25, 50.0],
            sanity: Sanity {
                escaped: 1,
                inside: 2,
                overlaps: 3,
                speed: 70.5,
                blocked: 4,
            },
            holds: false,
        };
        let results = Results {
            machine: vec![["cc".into(), "cc: 1.2".into()]],
            rows: vec![row],
        };
        let text = results.text();
        assert!(text.ends_with("W2 crowd,1000,floor,48.500,40.250,50.000,1,2,3,70.50,4,false\n"));
        assert_eq!(Results::of(&text), Some(results));
        assert_eq!(Results::of("W2 crowd,1000"), None);
    }
}
