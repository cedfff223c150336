import { createReadStream } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { FILE_START } from '../../../packages/core/src/imports/csv/csv-row.ts';
import { readCsv } from '../../../packages/core/src/imports/csv/csv-rows.ts';
import type { FloorTable } from './app.ts';
import { LEAN_FORM, PROPERTIES, type Property, type RecordJson } from './record-rows.ts';

// `node import-file.ts <database url> <file>` imports a CSV file with a header into the table and prints its costs.

/** Records in a transaction, as many as in ours. */
const BATCH = 500;

const [url = '', file = ''] = process.argv.slice(2);

async function openTable(): Promise<FloorTable> {
  if (url.startsWith('sqlite:'))
    return (await import('./sqlite-table.ts')).openSqliteTable(url.slice('sqlite:'.length), LEAN_FORM);
  return (await import('./postgres-table.ts')).openPostgresTable(url, LEAN_FORM);
}

function readCell(property: Property, cell: string): string | number | boolean {
  switch (property) {
    case 'price':
    case 'stock': {
      const number = Number(cell);
      if (Number.isNaN(number)) throw new Error(`${cell} is no number.`);
      return number;
    }
    case 'active':
      return cell === 'true';
    case 'released':
      if (Number.isNaN(Date.parse(cell))) throw new Error(`${cell} is no date.`);
      return cell;
    default:
      return cell;
  }
}

function readRecord(cells: readonly (string | null)[]): RecordJson {
  const record: Record<string, unknown> = {};
  for (const [index, property] of PROPERTIES.entries()) {
    const cell = cells[index] ?? null;
    record[property] = cell === null ? null : readCell(property, cell);
  }
  return record as unknown as RecordJson;
}

const table = await openTable();
const startedAt = performance.now();
const cpuBefore = process.cpuUsage();
let batch: RecordJson[] = [];
let created = 0;
let hasHeader = true;

async function write(): Promise<void> {
  const outcomes = await table.upsert(batch, Date.now());
  created += outcomes.filter((outcome) => outcome === 'created').length;
  batch = [];
}

for await (const rows of readCsv(createReadStream(file), ',', FILE_START)) {
  for (const { cells } of hasHeader ? rows.slice(1) : rows) {
    batch.push(readRecord(cells));
    if (batch.length === BATCH) await write();
  }
  hasHeader = false;
}
if (batch.length > 0) await write();

const seconds = (performance.now() - startedAt) / 1_000;
const { user, system } = process.cpuUsage(cpuBefore);
const peak = process.resourceUsage().maxRSS / 1_024;
await table.close();
console.log(JSON.stringify({ created, seconds, cpuSeconds: (user + system) / 1e6, peak }));
