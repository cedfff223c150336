import { TimerDesign, z } from '@vitrine/core/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { isNightly } from '../../../../test/nightly.ts';
import { processorTime } from '../../../../test/processor-time.ts';
import { seededRun } from '../../../../test/seeded.ts';
import { type AppFixture, createFixture } from '../../test/app-fixture.ts';
import { parameterNames } from '../call/path-table.ts';
import { apiRoutes } from './api.ts';

/** Milliseconds of processor time. */
const LIMIT_MS = 2_000;
const BODY_BYTES = 4 * 1024 * 1024;
/** A quarter of a megabyte already shows a quadratic cost, before a whole body would run for hours. */
const TEXT_BYTES = 250_000;

/** Texts for which a check might take quadratic time, with a number of UTF-8 bytes. */
const TEXTS: Readonly<Record<string, (bytes: number) => string>> = {
  'combining marks': (bytes) => `a${'\u0316\u0301'.repeat(bytes / 4)}`,
  'a host of combining marks': (bytes) => `http://${'\u0316\u0301'.repeat(bytes / 4)}`,
  spaces: (bytes) => `x${' '.repeat(bytes)}x`,
  'the letter T': (bytes) => 'T'.repeat(bytes),
  zeros: (bytes) => `1.${'0'.repeat(bytes)}1`,
};

let fixture: AppFixture;
let parameters: Readonly<Record<string, string>>;

beforeAll(async () => {
  fixture = await createFixture();
  const map = (await (await fixture.send('POST', '/admin/maps', { json: { name: 'Shops' } })).json()) as {
    id: number;
  };
  const placed = { lat: 1, lng: 1 };
  const added = await fixture.send('POST', `/v2/maps/${map.id}/locations`, { json: placed });
  const location = (await added.json()) as { id: string };
  await fixture.send('POST', `/v2/stores/${fixture.storeId}/records`, { json: { sku: 'A-1' } });
  parameters = {
    storeId: fixture.storeId,
    recordId: 'A-1',
    propertyName: 'name',
    mapId: String(map.id),
    locationId: location.id,
  };
});

const routes = apiRoutes.flatMap((route) =>
  route.keys === 'none' || route.body === undefined || route.form !== undefined
    ? []
    : [{ ...route, body: route.body }],
);

/**
 * The routes to which the largest bodies are sent. One function reads the bytes and the JSON of all of them, so that by day
 * one of sixteen shows its cost: those differ from run to run. Texts of a quarter of a megabyte go to all routes.
 */
const draw = seededRun();
const drawnRoute = Math.floor(draw() * 16);
const sampled = isNightly ? routes : routes.filter((_, index) => index % 16 === drawnRoute);

type Leaf = readonly (string | number)[];

/** Returns the paths of all values in a body that are neither objects nor lists. */
function leavesOf(schema: z.core.$ZodType, path: Leaf = []): Leaf[] {
  const last = path.at(-1);
  if (schema instanceof z.ZodAny && (last === 'design' || last === 'changes'))
    return leavesOf(TimerDesign, path);
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, member]) => leavesOf(member, [...path, name]));
  }
  if (schema instanceof z.ZodArray) return leavesOf(schema.element, [...path, 0]);
  if (schema instanceof z.ZodRecord)
    return [
      [...path, 'sku'],
      [...path, 'name'],
      [...path, 'price'],
    ];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return leavesOf(schema.unwrap(), path);
  return [path];
}

/** Returns a body with the value at the path, and otherwise only what the path needs. */
function bodyWith([step, ...rest]: Leaf, value: unknown): unknown {
  if (step === undefined) return value;
  const inner = bodyWith(rest, value);
  return typeof step === 'number' ? [inner] : { conversationId: 'c', [step]: inner };
}

/** Sends a body. Returns the processor time of the response in milliseconds. */
async function costOf(route: (typeof routes)[number], body: string): Promise<number> {
  const path = parameterNames(route.path).reduce(
    (filled, name) => filled.replace(`:${name}`, parameters[name] ?? '1'),
    route.path as string,
  );
  const headers = { 'Content-Type': 'application/json' };
  const before = processorTime();
  const response = await fixture.send(route.method, path, { body, headers });
  const cost = processorTime() - before;
  expect(response.status, await response.text()).not.toBe(500);
  return cost;
}

const manyNames = `{${Array.from({ length: 300_000 }, (_, i) => `"m${i}":0`).join(',')}}`;
/** Nearly as many as a body may have. */
const someNames = `{${Array.from({ length: 19_000 }, (_, i) => `"m${i}":0`).join(',')}}`;
const hostileNames = [
  JSON.stringify({ [`a${'\u0316\u0301'.repeat(BODY_BYTES / 5)}`]: 1 }),
  manyNames,
  someNames,
  `{"conversationId":"c","design":${someNames},"changes":0}`,
  `{"conversationId":"c","changes":${someNames},"design":0}`,
  `{"properties":[${someNames}]}`,
  `{"records":[${someNames}]}`,
  `{"filters":[${someNames}]}`,
];

const depth = BODY_BYTES / 2 - 100;
const zeros = `[${'0,'.repeat(2_000_000)}0]`;
const hostileLists = [
  ...['ids', 'properties', 'design', 'name'].map((name) => `{"${name}":${zeros}}`),
  '['.repeat(depth * 2),
  `${'['.repeat(depth)}${']'.repeat(depth)}`,
];

/** Sends texts in any member of the body: all of them at night, one that differs from run to run by day. */
async function sendTexts(
  route: (typeof routes)[number],
  texts: readonly (readonly [name: string, text: string])[],
): Promise<void> {
  // One function reads all members of a design, so that a few of them represent the others.
  const tried = leavesOf(route.body).filter((leaf, index) => leaf.length < 3 || index % 8 === 0);
  for (const leaf of tried) {
    const drawn = Math.floor(draw() * texts.length);
    for (const [name, text] of isNightly ? texts : texts.slice(drawn, drawn + 1)) {
      const cost = await costOf(route, JSON.stringify(bodyWith(leaf, text)));
      expect(cost, `${name} at ${leaf.join('.')}`).toBeLessThan(LIMIT_MS);
    }
  }
}

const texts = Object.entries(TEXTS);

test.each(routes)(
  '$operation responds in time to hostile text in any member',
  { timeout: 600_000 },
  (route) =>
    sendTexts(
      route,
      texts.map(([name, make]) => [name, make(TEXT_BYTES)]),
    ),
);

describe.each(sampled)('$operation responds in time', (route) => {
  test('to a whole body of the two worst texts in any member', { timeout: 600_000 }, () =>
    sendTexts(
      route,
      texts.slice(0, 2).map(([name, make]) => [name, make(BODY_BYTES - 2_000)]),
    ),
  );

  test('to a name of hostile text and to very many names', { timeout: 120_000 }, async () => {
    for (const body of hostileNames) expect(await costOf(route, body)).toBeLessThan(LIMIT_MS);
  });

  test('to lists of millions of elements and to nested lists', { timeout: 120_000 }, async () => {
    for (const body of hostileLists) expect(await costOf(route, body)).toBeLessThan(LIMIT_MS);
  });
});
