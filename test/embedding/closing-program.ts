// A program without a server or another listener: nothing keeps its process alive but Vitrine. Makes calls of every service,
// closes Vitrine while they are in flight, and prints how each call ended.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { accountPrincipal, createVitrine, type ErrorCode, VitrineError } from '@vitrine/core';
import type { CreateStoreRequest } from '@vitrine/core/contracts';
import { createMedia } from '@vitrine/media';
import { picture } from '../e2e/samples.ts';
import { TEST_PATIENCE } from '../shared-media.ts';
import { openStorage } from './open-storage.ts';

/** How the calls ended, by name. */
export interface Closing {
  readonly before: Readonly<Record<string, Outcome>>;
  readonly after: Readonly<Record<string, Outcome>>;
}

type Outcome = 'done' | ErrorCode;

type Calls = Record<string, () => unknown>;

const [place = '', moment] = process.argv.slice(2);
const vitrine = await createVitrine({
  storage: openStorage(place),
  media: createMedia({ patience: TEST_PATIENCE }),
});
const account = await vitrine.accounts.create('Example');
const me = accountPrincipal(account.id);
const { key } = await vitrine.apiKeys.create(me, { name: 'Key' });
const properties: CreateStoreRequest['properties'] = [
  { name: 'name', type: 'string', unique: true },
  { name: 'price', type: 'number' },
];
const store = await vitrine.stores.create(me, { name: 'Prices', properties });
const records = Array.from({ length: 100 }, (_, i) => ({ name: `p${i}`, price: i }));
await vitrine.records.batchUpsert(me, store.id, { records });
const image = await vitrine.images.add(me, { file: { bytes: picture(), name: 'first.png' } });
const conversationId = 'first';
const { timerFrameId } = await vitrine.timerFrames.create(me, { conversationId });
const { imageId } = await vitrine.timerFrames.save(me, timerFrameId, { conversationId });

function callsOf(turn: string): Calls {
  const filters = [{ field: 'price', op: 'gte', value: 10 }];
  const file = { bytes: picture(), name: 'red.png' };
  return {
    'accounts.create': () => vitrine.accounts.create(turn),
    'apiKeys.create': () => vitrine.apiKeys.create(me, { name: turn }),
    'identity.authenticate': () => vitrine.identity.authenticate(key),
    'direct.authenticate': () => vitrine.direct.authenticate(key, null),
    'direct.records.get': () => vitrine.direct.records.get(me, store.id, 'p1'),
    'stores.create': () => vitrine.stores.create(me, { name: turn, properties }),
    'stores.ensure': () => vitrine.stores.ensure(me, { name: `ensured ${turn}`, properties }),
    'stores.update': () => vitrine.stores.update(me, store.id, { description: turn }),
    'stores.open': () => vitrine.stores.open(me, { name: 'Prices' }),
    'records.add': () => vitrine.records.add(me, store.id, { name: `added ${turn}` }),
    'records.patch': () => vitrine.records.patch(me, store.id, 'p1', { price: 3 }),
    'records.batchUpsert': () => vitrine.records.batchUpsert(me, store.id, { records }),
    'records.upsertMany': () => vitrine.as(me).records.upsertMany(store.id, [...records, ...records]),
    'records.delete': () => vitrine.records.delete(me, store.id, 'p2'),
    'records.search': () => vitrine.records.search(me, store.id, { filters }),
    'records.query': () => vitrine.records.query(me, store.id, { filters, total: true }),
    'records.count': () => vitrine.records.count(me, store.id, { filters }),
    'records.summarize': () => vitrine.records.summarize(me, store.id, { measures: [{ op: 'count' }] }),
    'records.add under a key': () =>
      vitrine.records.add(me, store.id, { name: `keyed ${turn}` }, { idempotencyKey: turn }),
    'images.add': () => vitrine.images.add(me, { file, name: turn }),
    'timerFrames.create': () => vitrine.timerFrames.create(me, { conversationId: turn }),
    'maps.create': () => vitrine.maps.create(me, { name: turn }),
    'imports.start': () =>
      vitrine.imports.start(me, store.id, { mode: 'upsert' }, async () => ({
        name: 'prices.csv',
        type: 'text/csv',
        chunks: (async function* () {
          yield Buffer.from('name,price\nimported,1\n');
        })(),
      })),
    'imports.run': () => vitrine.imports.run(me, store.id, `name,price\nrun ${turn},1\n`),
    'apiKeys.ensureKey': () => vitrine.apiKeys.ensureKey(me, { name: turn, key: `key-${turn}` }),
    'images.open': () => vitrine.images.open(me, image.id),
    'timers.render': () => vitrine.timers.render(me, imageId),
    'status.read': () => vitrine.status.read(me),
    runDueJobs: () => vitrine.runDueJobs(),
    work: () => vitrine.work({ signal: new AbortController().signal }),
    ping: () => vitrine.ping(),
  };
}

function codeOf(error: unknown): Outcome {
  if (error instanceof VitrineError) return error.code;
  throw error;
}

/** Makes the calls, some of them twenty times. */
function make(calls: Calls): Promise<[string, Outcome][]> {
  return Promise.all(
    Object.entries(calls).flatMap(([name, call]) =>
      Array.from(
        { length: /search|count|query/.test(name) ? 20 : 1 },
        async (): Promise<[string, Outcome]> => {
          try {
            await call();
            return [name, 'done'];
          } catch (error) {
            return [name, codeOf(error)];
          }
        },
      ),
    ),
  );
}

const before = make(callsOf('before'));
if (moment === 'later') await nextTurn();
const closing = vitrine.close({ within: 60_000 });
const after = make(callsOf('after'));
await Promise.all([closing, vitrine.close()]);
await vitrine.close();
const ended: Closing = {
  before: Object.fromEntries(await before),
  after: Object.fromEntries(await after),
};
console.log(JSON.stringify(ended));
