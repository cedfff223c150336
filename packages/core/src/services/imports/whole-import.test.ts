import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import type { ImportResponse } from '../../contracts/stores/imports.ts';
import { defineStore } from '../../ground/calls/store-types.ts';
import { ForbiddenError, ValidationError } from '../../ground/errors.ts';
import { accountPrincipal } from '../../ports/access.ts';
import { memoryStorage } from '../../storage/memory/index.ts';
import { createVitrine } from '../../vitrine.ts';
import type { ImportFile } from './import-service.ts';

const Products = defineStore({
  name: 'products',
  properties: { sku: { type: 'string', unique: true }, price: 'number' },
});

async function arrange() {
  const vitrine = await createVitrine({ storage: memoryStorage() });
  const me = accountPrincipal((await vitrine.accounts.ensure('A')).id);
  return { vitrine, me, products: await vitrine.stores.open(me, Products) };
}

const CSV = 'Article;price\nA-1;1,5\nA-2;2,5\nA-3;dear\n';

test('imports text, bytes, blobs and streams to the end', verifies('library.import'), async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-import-'));
  try {
    const path = join(folder, 'products.csv');
    writeFileSync(path, CSV);
    const bytes = new TextEncoder().encode(CSV);
    const files: Record<string, ImportFile> = {
      text: CSV,
      bytes,
      buffer: bytes.buffer,
      blob: new Blob([CSV], { type: 'text/csv; charset=utf-8' }),
      'stream of the web': new Blob([CSV]).stream(),
      'stream of Node': createReadStream(path),
      'stream of texts': createReadStream(path, 'utf8'),
      generator: (async function* () {
        for (const byte of bytes) yield Uint8Array.of(byte);
      })(),
    };
    for (const [name, file] of Object.entries(files)) {
      const { products } = await arrange();
      const done = await products.import(file, { mapping: { Article: 'sku' }, decimal: 'comma' });
      expect(done, name).toMatchObject({
        ...{ status: 'done', created: 2, refused: 1, total: 3 },
        errors: [{ row: 3, errors: { price: [expect.stringContaining('number')] } }],
      });
      expect((await products.get('A-2')).price, name).toBe(2.5);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a file is examined, and its import started without waiting, as it is imported', async () => {
  const { vitrine, me, products } = await arrange();
  const { mapping, properties } = await vitrine.imports.infer(me, {}, CSV);
  expect([mapping, properties.map(({ type }) => type)]).toEqual([
    { Article: 'Article', price: 'price' },
    ['string', 'string'],
  ]);
  const { importId } = await vitrine.imports.start(me, products.id, {}, new Blob(['sku\nA\n']));
  await vitrine.runDueJobs();
  expect(await vitrine.imports.get(me, products.id, importId)).toMatchObject({ status: 'done', created: 1 });
  await expect(vitrine.imports.start(me, products.id, {}, undefined as never)).rejects.toThrow(
    'file: Expected',
  );
});

test('a file with more columns than a store has properties has a warning', async () => {
  const { vitrine, me } = await arrange();
  const csv = (columns: number) =>
    ['c', '1', '2']
      .map((cell) => Array.from({ length: columns }, (_, at) => `${cell}${at}`).join())
      .join('\n');
  expect((await vitrine.imports.infer(me, {}, csv(100))).warnings).toEqual([]);
  expect((await vitrine.imports.infer(me, {}, csv(101))).warnings).toEqual([
    'The file has 101 columns, and a store has at most 100 properties. Skip columns in the mapping.',
  ]);
});

test('a dry run writes nothing, also into a store that does not exist', async () => {
  const { vitrine, me, products } = await arrange();
  const trial = await products.import('sku,price\nA,1\n', { dryRun: true, header: 'true' });
  expect(trial).toMatchObject({ dryRun: true, created: 1 });
  expect(await products.count()).toBe(0);
  const properties = [{ name: 'sku', type: 'string' as const }];
  const none = await vitrine.imports.run(me, 'new', 'sku\nA\n', { dryRun: true, properties });
  expect(none).toMatchObject({ status: 'done', created: 1 });
});

test('says how far it is, beside a worker of the same process', verifies('library.import'), async () => {
  const { vitrine, products } = await arrange();
  const stop = new AbortController();
  const working = vitrine.work({ signal: stop.signal, pollEvery: 5 });
  const seen: ImportResponse[] = [];
  const rows = Array.from({ length: 5_000 }, (_, i) => JSON.stringify({ sku: `S${i}`, price: i })).join('\n');
  const [first, second] = await Promise.all([
    products.import(rows, { onProgress: (progress) => seen.push(progress) }),
    products.import('[{"sku": "other"}]'),
  ]);
  expect([first.created, second.created]).toEqual([5_000, 1]);
  expect(seen[0]?.status).toBe('queued');
  expect(seen.at(-1)).toEqual(first);
  stop.abort();
  await working;
});

test('the signal cancels the import', verifies('library.signal'), async () => {
  const { vitrine, me, products } = await arrange();
  const leaving = new AbortController();
  const rows = Array.from({ length: 30_000 }, (_, i) => JSON.stringify({ sku: `S${i}` })).join('\n');
  const left = products.import(rows, {
    signal: leaving.signal,
    onProgress: () => leaving.abort(new Error('left')),
  });
  await expect(left).rejects.toThrow('left');
  const [row] = (await vitrine.imports.list(me, products.id)).items;
  expect(row).toMatchObject({ status: 'cancelled' });
  expect(row?.read).toBeLessThan(30_000);
});

test('what is no file and what can not be read is refused', async () => {
  const { vitrine, me, products } = await arrange();
  for (const file of [undefined, null, 5, {}, [CSV]]) {
    await expect(products.import(file as never), String(file)).rejects.toThrow(
      'file: Expected text, bytes, a Blob or a stream of bytes.',
    );
  }
  async function* objects() {
    yield { sku: 'A' } as never;
  }
  await expect(products.import(objects())).rejects.toThrow(ValidationError);
  await expect(products.import(createReadStream('/none/such.csv'))).rejects.toThrow('ENOENT');
  await expect(products.import('{"sku": "A"}\n{"sku":', { format: 'ndjson' })).rejects.toThrow(
    ValidationError,
  );
  await expect(products.import('none\nA\n')).rejects.toThrow(ValidationError);
  const reader = { ...me, key: { id: 'k', name: 'k', readOnly: true as const } };
  await expect(vitrine.imports.run(reader, products.id, CSV)).rejects.toThrow(ForbiddenError);
});
