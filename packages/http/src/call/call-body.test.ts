import { expect, onTestFinished, test, vi } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { head, rawClient } from '../../test/raw-client.ts';
import { eventually, metricOf, type Served, serve } from '../../test/served.ts';

const MEBIBYTE = 1024 * 1024;

/** Holds every look-up of records that a search makes until the test releases it. */
function holdSearches({ storage }: Served) {
  const { find } = storage.records;
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  const searches: string[] = [];
  storage.records.find = async (...args) => {
    searches.push(args[0].accountId);
    await gate;
    return find.apply(storage.records, args);
  };
  return { searches, release };
}

/** Searches for many texts, with a body of at least 100 kB and this many bytes. */
function search({ server, key, storeId }: Served, bytes: number): Promise<Response> {
  const filter = { field: 'text', op: 'in', value: Array.from({ length: 100 }, () => 'v'.repeat(1_000)) };
  return fetch(`${server.url}/v2/stores/${storeId}/records/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ filters: [filter] }).padEnd(bytes, ' '),
  });
}

/** Sends a body of a few bytes. */
function validate({ server, key, storeId }: Served): Promise<Response> {
  return fetch(`${server.url}/v2/stores/${storeId}/records/validate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"text":"x"}',
  });
}

test('two requests with large bodies of an account run at once, and others wait', async () => {
  const served = await serve();
  const { searches, release } = holdSearches(served);
  const large = Array.from({ length: 5 }, () => search(served, MEBIBYTE));
  const waiting = 'vitrine_turns_waiting{queue="bodies"}';
  await eventually(async () => expect(await metricOf(served, waiting)).toBe(3));
  await eventually(() => expect(searches).toHaveLength(2));
  expect((await validate(served)).status).toBe(200);
  expect(searches).toHaveLength(2);
  release();
  const responses = await Promise.all(large);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await metricOf(served, 'vitrine_turns_running{queue="bodies"}')).toBe(0);
});

test(
  'bodies are parsed in different turns of the event loop',
  verifies('operations.event-loop'),
  async () => {
    const served = await serve();
    const { vitrine } = served;
    const turns: number[] = [];
    const parsed = vitrine.records.search;
    vitrine.records.search = async (...args) => {
      turns.push(performance.nodeTiming.uvMetricsInfo.loopCount);
      return parsed(...args);
    };
    const responses = await Promise.all(Array.from({ length: 10 }, () => search(served, 0)));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(new Set(turns).size).toBe(10);
  },
);

test(
  'the text of a large body, its value and its handler have different turns of the event loop',
  verifies('operations.event-loop'),
  async () => {
    const served = await serve();
    const { vitrine } = served;
    const turns: number[] = [];
    const note = () => turns.push(performance.nodeTiming.uvMetricsInfo.loopCount);
    const { decode } = TextDecoder.prototype;
    const { parse } = JSON;
    const { search: find } = vitrine.records;
    const spies = [
      vi.spyOn(TextDecoder.prototype, 'decode').mockImplementation(function (
        this: InstanceType<typeof TextDecoder>,
        bytes,
      ) {
        if ((bytes?.byteLength ?? 0) >= MEBIBYTE) note();
        return decode.call(this, bytes);
      }),
      vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
        if (text.length >= MEBIBYTE) note();
        return parse(text, reviver);
      }),
    ];
    onTestFinished(() => {
      for (const spy of spies) spy.mockRestore();
    });
    vitrine.records.search = async (...args) => {
      note();
      return find(...args);
    };
    expect((await search(served, MEBIBYTE)).status).toBe(200);
    expect(turns).toHaveLength(3);
    expect(new Set(turns).size).toBe(3);
  },
);

test('a small body counts while it has not arrived', async () => {
  const limits = { bodies: { all: MEBIBYTE, perOwner: 100_000 } };
  const served = await serve({ limits });
  const { server, key, storeId } = served;
  const length = { 'Content-Type': 'application/json', 'Content-Length': '60000' };
  const start = `${head(key, 'POST', `/v2/stores/${storeId}/records/search`, length)}{`;
  const inFlight = 'vitrine_bytes_in_flight{of="bodies"}';
  const clients = [rawClient(server.url), rawClient(server.url)];
  for (const { send } of clients) send(start);
  await eventually(async () => expect(await metricOf(served, inFlight)).toBe(120_000));
  const refused = rawClient(server.url);
  refused.send(start);
  await eventually(() => expect(refused.received()).toMatch(/^HTTP\/1\.1 503 /));
  expect(refused.received()).toMatch(/^connection: close\r$/im);
  // A small body that has arrived is not counted.
  expect((await validate(served)).status).toBe(200);
  for (const { socket } of clients) socket.destroy();
  await eventually(async () => expect(await metricOf(served, inFlight)).toBe(0));
});
