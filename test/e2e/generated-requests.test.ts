import fc, { type Arbitrary } from 'fast-check';
import { expect, test } from 'vitest';
import { addRecord, createStore } from './arrange.ts';
import type { Client } from './client.ts';
import { picture } from './samples.ts';
import { type JsonSchema, valuesOf } from './schema-arbitrary.ts';
import { onEveryStorage, type World } from './world.ts';

// Generates valid and invalid requests from the server's own OpenAPI documents. onEveryStorage checks that every
// response matches the documents, that none is a 5xx, and that every 4xx is a problem.

const SEQUENCES = Math.max(1, Math.round(Number(process.env.FUZZ_RUNS ?? 400) / 40));
const REQUESTS = 40;

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: JsonSchema;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

interface GeneratedRequest {
  readonly method: string;
  readonly path: string;
  readonly json?: unknown;
  readonly raw?: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Files of records, and text that is none. */
const files = fc.oneof(
  fc.constantFrom(
    'sku,note\none,x\ntwo,y\n',
    'sku;amount;at\na;1,5;31.12.2026\n',
    '[{"sku":"one","amount":1}]',
    '{"sku":"one"}\n{oops\n',
    '"sku',
    'a,b;c\n1,2;3\n',
    'PK\u0003\u0004',
    '',
  ),
  fc.string({ maxLength: 60, unit: 'binary' }),
);

const tags = fc.constantFrom('*', '"x"', 'W/"x"', 'x', ',');

/** Existing ids, by the name of the path parameter that takes them. */
type Known = Readonly<Record<string, readonly string[]>>;

const hostileSegment = fc.oneof(
  fc.constantFrom(
    '-1',
    '0',
    '00',
    '1.0',
    '2147483648',
    '..',
    '.',
    '%',
    '__proto__',
    'export',
    "'",
    '𝒳',
    'a/b',
  ),
  fc.string({ minLength: 1, maxLength: 12, unit: 'binary' }).filter((text) => text.isWellFormed()),
);

function requestsOf(document: Document, known: Known): Arbitrary<GeneratedRequest>[] {
  const { schemas } = document.components;
  const words = fc.constantFrom(
    'sku',
    'note',
    'one',
    '2026-01-02',
    '1',
    'https://example.com/a',
    '#102030',
    'UTC',
    'talk',
    'amount',
    'on',
    'id',
    'eq',
    'in',
  );
  const options = { mutation: 12, words };
  return Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const parameters = operation.parameters ?? [];
      const segments = parameters
        .filter((parameter) => parameter.in === 'path')
        .map(({ name }) => {
          const good = fc.constantFrom(...(known[name] ?? ['one']));
          return fc
            .oneof({ arbitrary: good, weight: 6 }, { arbitrary: hostileSegment, weight: 1 })
            .map((text) => [name, text] as const);
        });
      const query = parameters
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, schema }) =>
          fc.option(valuesOf(schema, schemas, options), { freq: 1 }).map((value) => [name, value] as const),
        );
      const body = operation.requestBody?.content['application/json']?.schema;
      const json =
        body === undefined
          ? fc.constant(undefined)
          : fc.option(valuesOf(body, schemas, options), { nil: undefined, freq: 20 });
      const sent = parameters
        .filter((parameter) => parameter.in === 'header')
        .map(({ name }) => fc.option(tags, { freq: 1 }).map((value) => [name, value] as const));
      const isFile = operation.requestBody?.content['text/csv'] !== undefined;
      const raw = isFile ? fc.option(files, { nil: undefined, freq: 20 }) : fc.constant(undefined);
      const parts = fc.tuple(fc.tuple(...segments), fc.tuple(...query), fc.tuple(...sent), json, raw);
      return parts.map(([path, asked, conditions, content, file]) => {
        const filled = path.reduce(
          (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
          template,
        );
        const search = new URLSearchParams();
        for (const [name, value] of asked) {
          if (value !== null) appendTo(search, name, value);
        }
        return {
          method: method.toUpperCase(),
          path: search.size === 0 ? filled : `${filled}?${search}`,
          ...(content === undefined || isFile ? {} : { json: content }),
          ...(file === undefined ? {} : { raw: file }),
          headers: Object.fromEntries(
            conditions.flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
          ),
        };
      });
    }),
  );
}

/** Adds a parameter, or those of the members of an object: `field.city`. */
function appendTo(search: URLSearchParams, name: string, value: unknown): void {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [member, each] of Object.entries(value)) appendTo(search, `${name}.${member}`, each);
  } else search.append(name, typeof value === 'string' ? value : JSON.stringify(value));
}

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
      const record = async (client: Client, { method, path, json, raw, headers }: GeneratedRequest) => {
        const { status } = await client.send(
          method,
          path,
          raw !== undefined ? { raw, headers } : json === undefined ? { headers } : { json, headers },
        );
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        sent++;
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
          for (const request of fc.sample(requests, { seed, numRuns: REQUESTS }))
            await record(own.a, request);
          // Another account sends the same ids: it must find nothing and change nothing.
          for (const request of fc.sample(requests, { seed: seed + 1, numRuns: REQUESTS / 4 }))
            await record(own.b, request);
        }),
        { numRuns: SEQUENCES },
      );
      console.log(`${sent} generated requests:`, Object.fromEntries([...statuses].sort(([a], [b]) => a - b)));
      expect(statuses.get(200) ?? 0).toBeGreaterThan(sent / 20);
      expect(statuses.get(400) ?? 0).toBeGreaterThan(sent / 20);
    },
    120_000 * Math.ceil(SEQUENCES / 10),
  );
});
