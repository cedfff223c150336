import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPlace } from './bench-database.ts';
import { benchOptions } from './bench-options.ts';
import { loadColumns } from './column-hits.ts';
import { QUESTIONS } from './column-questions.ts';
import { median } from './median.ts';
import { printTable } from './result-table.ts';
import { ask, seed } from './seed.ts';
import { buildOurs, startOurs } from './served.ts';

// Compares the first answers after a restart with those of a server without columns, on one SQLite database, in turns.

const { records, slices } = benchOptions();
const context = { records, cursors: {} };
const asked = QUESTIONS.filter(({ name }) => /^(eq|count|sum)/.test(name));

buildOurs();
const folder = mkdtempSync(join(tmpdir(), 'vitrine-column-restarts-'));
const place = await openPlace('sqlite', folder, 'ours');
const times = { with: new Map<string, number[]>(), without: new Map<string, number[]>() };

function note(side: keyof typeof times, name: string, milliseconds: number): void {
  const known = times[side].get(name) ?? [];
  known.push(milliseconds);
  times[side].set(name, known);
}

try {
  const created = await startOurs({ place }, null);
  await seed(created, records, 'SKU', 0, 8);
  for (const question of asked) await loadColumns(created, question, records);
  await created.stop();
  for (let i = 0; i < slices; i++) {
    for (const side of i % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
      const served = await startOurs({ place, withoutColumns: side === 'without' }, created.path);
      note(side, 'start to first record', served.startedIn);
      for (const question of asked) {
        const from = performance.now();
        await ask(served, question.request(i, context));
        note(side, `first answer: ${question.name}`, performance.now() - from);
      }
      await served.stop();
    }
    process.stderr.write('.');
  }
} finally {
  await place.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`\n${records.toLocaleString('en')} records, milliseconds\n`);
printTable(
  ['', 'columns', 'none', 'columns / none'],
  [...times.with].map(([name, own]) => {
    const [mine, other] = [median(own), median(times.without.get(name) ?? [])];
    return [name, mine.toFixed(0), other.toFixed(0), (mine / other).toFixed(2)];
  }),
);
