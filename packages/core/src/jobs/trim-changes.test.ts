import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { accountRow, newStore, present, record, values } from '../conformance/fixtures/arrange.ts';
import { CHANGES_KEPT_FOR } from '../ground/limits.ts';
import { memoryStorage } from '../storage/memory/index.ts';
import { Alarm } from './alarm.ts';
import { type JobPayload, storePurgeAt } from './job-kinds.ts';
import { runStep } from './job-steps.ts';

const storage = memoryStorage();
let now = Date.UTC(2026, 0, 1);

async function run(payload: JobPayload): Promise<void> {
  const done = async () => 'done' as const;
  const steps = { advanceImport: done, advanceRestore: done, advanceTypeChange: done };
  const webhooks = { webhookSender: null, readWebhookEntries: () => ({ readMore: done }) };
  const base = { storage, clock: () => now, geocoder: null, alarm: new Alarm() };
  const context = { ...base, ...steps, ...webhooks };
  for (let next: JobPayload | null = payload; next !== null; ) {
    const result = await runStep(context, next);
    next = result.state === 'more' ? result.next : null;
  }
}

const trim = () => run({ kind: 'trim-changes', after: null });

async function arrange(change: Parameters<typeof newStore>[1]) {
  const account = accountRow();
  await storage.accounts.insert(account);
  const { id } = await storage.stores.insert(newStore(account.id, { createdAt: now, ...change }));
  const current = async () => present(await storage.stores.get(account.id, id));
  return { id, accountId: account.id, current };
}

test(
  'a log that nobody has used for seven days is turned off, unless the store asks for it',
  verifies('changes.log.unused'),
  async () => {
    const read = await arrange({});
    const asking = await arrange({ changes: true });
    const keeping = await arrange({ history: 3_600 });
    await storage.changes.turnOn(await read.current(), now);
    now += CHANGES_KEPT_FOR;
    await trim();
    expect((await read.current()).isLogged).toBe(true);
    now += 1;
    await trim();
    expect((await read.current()).isLogged).toBe(false);
    expect((await asking.current()).isLogged).toBe(true);
    expect((await keeping.current()).isLogged).toBe(true);
  },
);

test(
  'entries are kept for seven days, and history for the time that its store asks for',
  verifies('changes.log.kept'),
  async () => {
    const store = await arrange({ history: 10 * 24 * 3_600 });
    const first = await store.current();
    await storage.records.insert(first, record('a', { t0: 'x' }), now);
    await storage.records.patch(first, 'a', values({ t0: 'y' }), now);
    const count = async () => {
      const { rows } = await storage.changes.history(store.id, 'a', { before: null, limit: 10 });
      return rows.length;
    };
    now += CHANGES_KEPT_FOR;
    await trim();
    expect(await storage.changes.read(store.id, { after: 0, limit: 10 })).not.toBe('expired');
    now += 1;
    await trim();
    expect(await storage.changes.read(store.id, { after: 0, limit: 10 })).toBe('expired');
    expect(await count()).toBe(2);
    now += 3 * 24 * 3_600_000;
    await trim();
    expect(await count()).toBe(0);
  },
);

test('the log of a deleted store is removed before the store', async () => {
  const store = await arrange({ history: 60 });
  const row = await store.current();
  for (let i = 0; i < 700; i++) await storage.records.insert(row, record(`r${i}`, { t0: 'x' }), now);
  await storage.stores.markDeleted(row, now, []);
  now = storePurgeAt(now);
  await run({ kind: 'purge-store', storeId: store.id });
  const ids = (await storage.changes.list(null, 100)).map(({ id }) => id);
  expect(ids).not.toContain(store.id);
});
