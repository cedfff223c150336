import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addRecord, createStore } from './arrange.ts';
import type { Client } from './client.ts';
import { FOLLOWED, followUpsOf } from './follow-ups.ts';
import {
  type Document,
  type GeneratedRequest,
  type Known,
  requestsOf,
  validRequestsOf,
} from './generated-requests.ts';
import { picture } from './samples.ts';
import { onEveryStorage, type World } from './world.ts';

// Generates valid and invalid requests from the server's own OpenAPI documents. onEveryStorage checks that every
// response matches the documents, that none is a 5xx, and that every 4xx is a problem.

const SEQUENCES = Math.max(1, Math.round(Number(process.env.FUZZ_RUNS ?? 400) / 40));
const REQUESTS = 40;

/** Creates a resource of each kind, so that requests find some. */
async function arrange({ a, accountId }: World): Promise<Known> {
  const words = {
    sku: 'unique string',
    note: 'string',
    amount: 'number',
    at: 'datetime',
    link: 'url_link',
    on: 'boolean',
  } as const;
  const [store, plain] = [
    await createStore(a, words),
    await createStore(a, { note: 'string', amount: 'number' }),
  ];
  await addRecord(a, store, { sku: 'one', note: 'n', amount: 1.5, at: '2026-01-02', on: true });
  await addRecord(a, store, { sku: 'two', note: 'x', amount: 2, at: '2026-03-29T01:30:00Z', on: false });
  const random = await addRecord(a, plain, { note: 'n' });
  const made = async <Body>(path: string, json: object) => (await a.post<Body>(path, json)).body;
  const image = (
    await a.send<{ id: number }>('POST', '/admin/images', {
      form: [['file', { bytes: picture(), name: 'p.png' }]],
    })
  ).body;
  const map = await made<{ id: number }>('/admin/maps', {
    name: 'Shops',
    fields: [
      { name: 'note', type: 'string' },
      { name: 'amount', type: 'number' },
      { name: 'on', type: 'boolean' },
    ],
  });
  const location = await made<{ id: string }>(`/v2/maps/${map.id}/locations`, {
    lat: 1,
    lng: 2,
    uniqueId: 'one',
    fields: { note: 'n', amount: 1, on: true },
  });
  const frame = await made<{ timerFrameId: string }>('/v2/timer-frames', { conversationId: 'talk' });
  const live = await made<{ draftId: string }>('/v2/live-image-drafts', { conversationId: 'talk' });
  const started = await a.send<{ importId: string }>('POST', `/v2/stores/${store.id}/imports`, {
    raw: 'sku\none\n',
  });
  const key = await made<{ keyId: string }>('/admin/keys', { name: 'k' });
  expect(accountId).not.toBe('');
  return {
    storeId: [store.id, plain.id],
    recordId: ['one', String(random.id)],
    propertyName: ['note', 'sku', 'amount'],
    id: [String(image.id)],
    imageId: [String(image.id)],
    mapId: [String(map.id)],
    locationId: [location.id],
    timerFrameId: [frame.timerFrameId],
    draftId: [live.draftId],
    conversationId: ['talk'],
    keyId: [key.keyId],
    importId: [started.body.importId],
    token: ['AAAA'],
  };
}

onEveryStorage((arrangeWorld) => {
  test(
    'returns documented responses to valid and invalid requests generated from the OpenAPI documents',
    async () => {
      let sent = 0;
      const statuses = new Map<number, number>();
      const verified = new Set<string>();
      const record = async (client: Client, { method, path, json, raw, headers }: GeneratedRequest) => {
        const response = await client.send(
          method,
          path,
          raw !== undefined ? { raw, headers } : json === undefined ? { headers } : { json, headers },
        );
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        sent++;
        return response;
      };
      const recordAll = async ({ vitrine }: World, client: Client, request: GeneratedRequest) => {
        const response = await record(client, request);
        if (response.status === 202) await vitrine.runDueJobs();
        for (const { verifies, request: next, isRight } of followUpsOf(request, response)) {
          const followed = await record(client, next);
          const sentence = `${verifies}: ${JSON.stringify([request, next])} ${followed.status} ${followed.text}`;
          expect(isRight(followed), sentence).toBe(true);
          verified.add(verifies);
        }
      };
      const world = await arrangeWorld();
      const documents = await Promise.all(
        ['/v2/openapi.json', '/admin/openapi.json'].map(
          async (path) => (await world.anonymous.get<Document>(path)).body,
        ),
      );
      await fc.assert(
        fc.asyncProperty(fc.integer(), async (seed) => {
          const own = await arrangeWorld();
          const known = await arrange(own);
          const requests = fc.oneof(...documents.flatMap((document) => requestsOf(document, known)));
          const mixed = fc
            .tuple(fc.array(requests, { minLength: REQUESTS, maxLength: REQUESTS }), validRequestsOf(known))
            .map((parts) => parts.flat())
            .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));
          for (const request of fc.sample(mixed, { seed, numRuns: 1 }).flat()) {
            await recordAll(own, own.a, request);
          }
          // Another account sends the same ids: it must find nothing and change nothing.
          for (const request of fc.sample(requests, { seed: seed + 1, numRuns: REQUESTS / 4 }))
            await record(own.b, request);
        }),
        { numRuns: SEQUENCES },
      );
      console.log(`${sent} generated requests:`, Object.fromEntries([...statuses].sort(([a], [b]) => a - b)));
      expect(statuses.get(200) ?? 0).toBeGreaterThan(sent / 20);
      expect(statuses.get(400) ?? 0).toBeGreaterThan(sent / 20);
      expect([...verified].toSorted()).toEqual([...FOLLOWED].toSorted());
    },
    120_000 * Math.ceil(SEQUENCES / 10),
  );
});
