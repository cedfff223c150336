import type Database from 'better-sqlite3';

interface Waiting {
  run(): unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Runs the writes of one event-loop turn in one transaction and resolves them after its COMMIT. */
export function writeQueue(db: Database.Database): <Outcome>(run: () => Outcome) => Promise<Outcome> {
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  let waiting: Waiting[] = [];

  function flush(): void {
    const group = waiting;
    waiting = [];
    const answers: (() => void)[] = [];
    try {
      begin.run();
      for (const { run, resolve, reject } of group) {
        try {
          const outcome = run();
          answers.push(() => resolve(outcome));
        } catch (error) {
          answers.push(() => reject(error));
        }
      }
      commit.run();
    } catch (error) {
      if (db.inTransaction) db.exec('ROLLBACK');
      for (const { reject } of group) reject(error);
      return;
    }
    for (const answer of answers) answer();
  }

  return (run) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ run, resolve: (value) => resolve(value as Awaited<ReturnType<typeof run>>), reject });
    });
}
