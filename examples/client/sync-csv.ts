// Makes the store equal to a CSV file: upserts its rows and deletes the records that it does not have.
import { createReadStream } from 'node:fs';
import { createClient } from '@vitrine/client';
import { parse } from 'csv-parse';
import { Airports } from './stores.ts';

const [file = ''] = process.argv.slice(2);
const v = createClient({ url: process.env.VITRINE_URL ?? '', key: process.env.VITRINE_KEY });
const airports = await v.stores.ensure(Airports);

const seen = new Set<string>();
async function* rows() {
  for await (const row of createReadStream(file).pipe(parse({ columns: true }))) {
    seen.add(row.iata);
    const { iata, name, city, country } = row;
    yield { iata, name, city, country, latitude: Number(row.latitude), longitude: Number(row.longitude) };
  }
}

const { created, updated, errors } = await airports.upsertMany(rows(), {
  onProgress: ({ done }) => process.stderr.write(`\r${done} rows`),
});
for (const { index, errors: found } of errors) console.error(`row ${index + 1}:`, found);

const gone: string[] = [];
for await (const { id } of airports.query({ fields: ['iata'], limit: 1_000 }))
  if (!seen.has(id)) gone.push(id);
const { deleted } = await airports.deleteMany(gone);
console.log(`${created} created, ${updated} updated, ${errors.length} refused, ${deleted} deleted`);
process.exitCode = errors.length > 0 ? 1 : 0;
