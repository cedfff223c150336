import fc, { type Arbitrary } from 'fast-check';
import { type JsonSchema, valuesOf } from './schema-arbitrary.ts';

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

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

export interface GeneratedRequest {
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
    'sku,amount\na,1\nb,no number\n,2\n',
    'PK\u0003\u0004',
    '',
  ),
  fc.string({ maxLength: 60, unit: 'binary' }),
);

const tags = fc.constantFrom('*', '"x"', 'W/"x"', 'x', ',');
/** Few, so that different requests have the same. */
const idempotencyKeys = fc.constantFrom('k1', 'k2', 'k3', 'k4', 'x'.repeat(255), 'x'.repeat(256), 'ä');

const measures = fc.array(
  fc.oneof(
    fc.constant({ op: 'count' }),
    fc.record({ op: fc.constantFrom('sum', 'avg', 'min', 'max'), field: fc.constant('amount') }),
    fc.record({ op: fc.constant('countDistinct'), field: fc.constantFrom('note', 'amount') }),
  ),
  { minLength: 1, maxLength: 3 },
);

/** Filters that match some of the records that `arrange` creates in the store `storeId[0]`. */
const inFilters = fc.array(
  fc.oneof(
    ...Object.entries({
      note: ['n', 'x', 'one'],
      amount: [1.5, '2', 3],
      on: [true, 'false'],
      at: ['2026-01-02', '2026-03-29T01:30:00Z'],
    }).map(([field, values]) =>
      fc.record({
        field: fc.constant(field),
        op: fc.constant('in'),
        value: fc.subarray<unknown>(values, { minLength: 1 }),
      }),
    ),
  ),
  { minLength: 1, maxLength: 2 },
);

const timeBuckets = fc.record({
  field: fc.constant('at'),
  bucket: fc.constantFrom('hour', 'day', 'week', 'month', 'quarter', 'year'),
  timeZone: fc.constantFrom(
    'UTC',
    'Europe/Vienna',
    'America/St_Johns',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
  ),
});
const otherGroups = fc.constantFrom({ field: 'note' }, { field: 'amount', bucket: { width: 0.5 } });
const groupBy = fc
  .tuple(timeBuckets, fc.option(otherGroups, { nil: undefined }))
  .map(([first, second]) => [first, ...(second === undefined ? [] : [second])]);

export const likely = {
  filters: inFilters,
  measures,
  groupBy,
  sortBy: fc.constantFrom('note', 'amount', 'date_created', 'count'),
};

/** Generates requests of the operations for grids, reports and agents that succeed unless the store has changed. */
export function validRequestsOf({ storeId: [storeId = ''] = [] }: Known): Arbitrary<GeneratedRequest[]> {
  const path = `/v2/stores/${storeId}`;
  const records = `${path}/records`;
  const name = fc.stringMatching(/^[a-z]{6}$/);
  const post = (to: string, json: Arbitrary<unknown>, headers = {}): Arbitrary<GeneratedRequest> =>
    json.map((each) => ({ method: 'POST', path: to, json: each, headers }));
  const order = { sortBy: fc.constantFrom('note', 'sku'), sortDir: fc.constantFrom('asc', 'desc') };
  const upload = (file: string, query = ''): Arbitrary<GeneratedRequest> =>
    fc.constant({ method: 'POST', path: `${path}/imports${query}`, raw: file, headers: {} });
  return fc.tuple(
    post(`${records}/query`, fc.record({ ...order, limit: fc.constantFrom(1, 2) })),
    post(`${records}/query`, fc.record({ filters: inFilters, match: fc.constant('any') })),
    post(
      `${records}/summarize`,
      fc.record({ groupBy, measures, filters: fc.option(inFilters, { nil: [] }) }),
    ),
    post(records, fc.record({ sku: name }), { 'Idempotency-Key': 'one' }),
    post(
      `${records}/batch`,
      fc.record({ records: fc.array(fc.record({ sku: name }), { minLength: 1, maxLength: 2 }) }),
      {
        'Idempotency-Key': 'batch',
      },
    ),
    post(`${path}/properties/link/rename`, fc.record({ name })),
    post(
      `${path}/properties/link/change-type`,
      fc.record({ type: fc.constantFrom('string', 'number', 'datetime') }),
    ),
    fc.constant({ method: 'GET', path: `${records}/two`, headers: {} }),
    upload('sku,amount\nthree,1\nfour,no number\n'),
    upload('sku,amount\nthree,1\nfive,2\n', '?dryRun=true'),
  );
}

/** Existing ids, by the name of the path parameter that takes them. */
export type Known = Readonly<Record<string, readonly string[]>>;

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

/** Generates valid and invalid requests of each operation of a document. */
export function requestsOf(document: Document, known: Known): Arbitrary<GeneratedRequest>[] {
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
  const options = { mutation: 12, words, likely };
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
        .map(({ name }) => {
          const values = name === 'Idempotency-Key' ? idempotencyKeys : tags;
          return fc.option(values, { freq: 1 }).map((value) => [name, value] as const);
        });
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
