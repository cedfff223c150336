import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountPrincipal, createVitrine } from '@vitrine/core';
import { afterAll, expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { seeded } from '../../../test/seeded.ts';
import { sqliteStorage } from './sqlite-storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-erasure-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the texts that are readable in the files of the database. */
function readable(texts: readonly string[]): string[] {
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)).toString('latin1'));
  return texts.filter((text) => files.some((file) => file.includes(text)));
}

test(
  'nothing of purged records is readable in the database file or its log',
  verifies('purge.unreadable'),
  async () => {
    const storage = sqliteStorage({ path: join(folder, 'x.db') });
    const vitrine = await createVitrine({ storage, secret: 'secret of the test' });
    const me = accountPrincipal((await vitrine.accounts.create('Test')).id);
    const store = await vitrine.stores.create(me, {
      name: 'People',
      history: 'P30D',
      properties: [
        { name: 'mail', type: 'string', unique: true },
        { name: 'name', type: 'string' },
        { name: 'life', type: 'string' },
      ],
    });
    const random = seeded(7);
    const token = () =>
      Math.floor(random() * 2 ** 48)
        .toString(36)
        .padStart(10, '0');
    // Mails in no order split the pages of the index. Long texts take pages of their own.
    const people = Array.from({ length: 1_000 }, (_, i) => ({
      mail: `${token()}@x.test`,
      name: `name-${token()}`,
      life: `life-${token()}`.repeat(i % 100 === 0 ? 500 : 1),
    }));
    const write = async (rows: readonly object[]) => {
      for (let i = 0; i < rows.length; i += 100)
        await vitrine.records.batchUpsert(me, store.id, { records: rows.slice(i, i + 100) });
    };
    await write(people);
    const doomed = people.filter((_, i) => i % 5 === 0);
    const later = doomed.map(({ mail }) => ({ mail, name: `renamed-${token()}` }));
    await write(later);
    const texts = [
      ...doomed.flatMap(({ name, life }) => [name, life.slice(0, 15)]),
      ...later.map(({ name }) => name),
    ];
    expect(readable(texts)).toEqual(texts);
    const [direct, trashed] = [doomed.slice(0, 50), doomed.slice(50)];
    for (const { mail } of direct) await vitrine.records.delete(me, store.id, mail, {}, { purge: true });
    for (let i = 0; i < trashed.length; i += 100) {
      const ids = trashed.slice(i, i + 100).map(({ mail }) => mail);
      await vitrine.records.batchDelete(me, store.id, { ids });
    }
    await vitrine.history.purgeDeleted(me, store.id);
    await expect.poll(() => readable(texts), { timeout: 20_000 }).toEqual([]);
    const kept = people.filter((_, i) => i % 50 === 1).map(({ name }) => name);
    expect(readable(kept)).toEqual(kept);
    expect(await vitrine.records.count(me, store.id)).toEqual({ count: 800 });
    await vitrine.close();
    expect(readable(texts)).toEqual([]);
  },
);

test(
  'a purge does not wait for readers, and the log is emptied after them',
  verifies('purge.unreadable'),
  async () => {
    const storage = sqliteStorage({ path: join(folder, 'y.db') });
    const vitrine = await createVitrine({ storage, secret: 'secret of the test' });
    const me = accountPrincipal((await vitrine.accounts.create('Test')).id);
    const store = await vitrine.stores.create(me, {
      name: 'People',
      properties: [
        { name: 'mail', type: 'string', unique: true },
        { name: 'life', type: 'string' },
      ],
    });
    const records = Array.from({ length: 100 }, (_, i) => ({
      mail: `m${i}`,
      life: `reader-${i}-`.repeat(200),
    }));
    await vitrine.records.batchUpsert(me, store.id, { records });
    const { chunks } = await vitrine.records.export(me, store.id, { format: 'json' });
    await chunks.next();
    await vitrine.records.delete(me, store.id, 'm7', {}, { purge: true });
    for await (const _ of chunks);
    await expect.poll(() => readable(['reader-7-']), { timeout: 20_000 }).toEqual([]);
    expect(readable(['reader-8-'])).toEqual(['reader-8-']);
    await vitrine.close();
  },
);
