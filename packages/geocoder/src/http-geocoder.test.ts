import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GeocoderBusyError } from '@vitrine/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type GeocoderOptions, openGeocoder } from './open-geocoder.ts';

const { signal } = new AbortController();
const closing: (() => void)[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const close of closing.splice(0)) close();
});

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a Nominatim on this machine. Returns a geocoder that uses it and the requests that it receives. */
async function nominatim(respond: Respond, options: GeocoderOptions = {}) {
  const requests: { url: URL; userAgent: string | undefined }[] = [];
  const server = createServer((request, response) => {
    requests.push({
      url: new URL(request.url ?? '', 'http://localhost'),
      userAgent: request.headers['user-agent'],
    });
    respond(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const base = `http://127.0.0.1:${port}/geo`;
  const geocoder = openGeocoder(`nominatim:${base}`, { contact: 'maps@example.com', ...options });
  return { geocoder, requests, base };
}

function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Respond {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

/** The members of a real response that the reader uses. */
const HOUSE = {
  lat: '52.5170365',
  lon: '13.3888599',
  place_rank: 30,
  type: 'house',
  display_name: '77, Unter den Linden, Berlin, 10117, Deutschland',
  address: {
    house_number: '77',
    road: 'Unter den Linden',
    city: 'Berlin',
    postcode: '10117',
    country: 'Deutschland',
    country_code: 'de',
  },
};

async function failure(geocoding: Promise<unknown>): Promise<GeocoderBusyError> {
  const error = await geocoding.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof GeocoderBusyError))
    throw new Error(`Expected GeocoderBusyError, got ${String(error)}`);
  return error;
}

test('finds a house, and names the operator in the User-Agent', async () => {
  const { geocoder, requests, base } = await nominatim(json([HOUSE]));
  expect(geocoder.name).toBe(`nominatim:${base}`);
  expect(geocoder.callsPerSecond).toBe(1);
  expect(await geocoder.geocode('Unter den Linden 77, Berlin & more', { signal })).toEqual({
    lat: 52.5170365,
    lng: 13.3888599,
    precision: 'rooftop',
    label: '77, Unter den Linden, Berlin, 10117, Deutschland',
    ambiguous: false,
    confidence: 0.92,
    matched: ['Unter den Linden 77', 'Berlin'],
  });
  expect(requests).toHaveLength(1);
  expect(requests[0]?.url.pathname).toBe('/geo/search');
  expect(requests[0]?.url.searchParams.get('q')).toBe('Unter den Linden 77, Berlin & more');
  expect(requests[0]?.url.searchParams.get('format')).toBe('json');
  expect(requests[0]?.userAgent).toBe('Vitrine (maps@example.com)');
});

test('each geocoder asks its own server', async () => {
  const berlin = await nominatim(json([HOUSE]));
  const nowhere = await nominatim(json([]));
  const found = await Promise.all([
    berlin.geocoder.geocode('Berlin', { signal }),
    nowhere.geocoder.geocode('Berlin', { signal }),
    berlin.geocoder.geocode('Berlin', { signal }),
  ]);
  expect(found.map((match) => match?.lat ?? null)).toEqual([52.5170365, null, 52.5170365]);
  expect([berlin.requests.length, nowhere.requests.length]).toEqual([2, 1]);
});

test.for([
  [30, 'house', 'rooftop'],
  [26, 'residential', 'street'],
  [21, 'postcode', 'postcode'],
  [16, 'city', 'city'],
  [8, 'administrative', 'region'],
  [4, 'administrative', 'country'],
] as const)('maps rank %i (%s) to the precision %s', async ([place_rank, type, precision]) => {
  const { geocoder } = await nominatim(json([{ ...HOUSE, place_rank, type }]));
  expect(await geocoder.geocode('x', { signal })).toMatchObject({ precision });
});

test('a match is ambiguous if there is a result of the same precision far away', async () => {
  const far = { ...HOUSE, lat: '48.1', lon: '11.6' };
  const near = { ...HOUSE, lat: '52.6' };
  const far_street = { ...far, place_rank: 26 };
  const ambiguous = async (...places: unknown[]) => {
    const { geocoder } = await nominatim(json(places));
    return (await geocoder.geocode('Unter den Linden 77', { signal }))?.ambiguous;
  };
  expect(await ambiguous(HOUSE, far)).toBe(true);
  expect(await ambiguous(HOUSE, near)).toBe(false);
  expect(await ambiguous(HOUSE, far_street)).toBe(false);
});

describe('a match is ambiguous if the words of the address name nothing of it but its country', () => {
  test.for<readonly [address: string, ambiguous: boolean, matched: string[]]>([
    ['Gibberish 5, Nowhereville', true, []],
    ['asdf', true, []],
    ['Gibberish, Germany', true, ['Germany']],
    ['Nirgendwo 5, Allemagne', true, ['Allemagne']],
    ['Some Strasse 5', true, []],
    ['10117', false, ['10117']],
    ['BERLIJN', false, ['BERLIJN']],
    ['Gibberish, Berlin', false, ['Berlin']],
    ['unter den linden', false, ['unter den linden']],
    [
      '77 Unter den Linden, 10117 Berlin, Deutschland',
      false,
      ['77 Unter den Linden', '10117 Berlin', 'Deutschland'],
    ],
  ])('%s', async ([address, ambiguous, matched]) => {
    const { geocoder } = await nominatim(json([HOUSE]));
    const match = await geocoder.geocode(address, { signal });
    expect(match).toMatchObject({ ambiguous, matched });
    const { confidence = -1 } = match ?? {};
    expect(ambiguous ? confidence <= 0.5 : confidence > 0.5).toBe(true);
  });
});

test('skips results in a country other than the one that the address states', async () => {
  const quito = { ...HOUSE, lat: '-0.2', lon: '-78.5', address: { road: 'Albuquerque', country_code: 'ec' } };
  const { geocoder } = await nominatim(json([quito, HOUSE]));
  expect(await geocoder.geocode('500 Marquette Ave, Albuquerque, NM 87102', { signal })).toBe(null);
  expect(await geocoder.geocode('Albuquerque 1, Germany', { signal })).toMatchObject({ lat: 52.5170365 });
  expect(await geocoder.geocode('Albuquerque 1', { signal })).toMatchObject({ lat: -0.2 });
});

test('returns null for no results, and sends no request for an empty address or an IP address', async () => {
  const { geocoder, requests } = await nominatim(json([]));
  expect(await geocoder.geocode('Atlantis', { signal })).toBe(null);
  expect(requests).toHaveLength(1);
  expect(await geocoder.geocode('  ', { signal })).toBe(null);
  expect(await geocoder.geocode('192.0.2.1', { signal })).toBe(null);
  expect(requests).toHaveLength(1);
});

test('reads the Retry-After of 429 and 503, as seconds and as a date', async () => {
  const limited = await nominatim(json({}, 429, { 'retry-after': '120' }));
  expect((await failure(limited.geocoder.geocode('x', { signal }))).retryAfter).toBe(120_000);

  const inAMinute = new Date(Date.now() + 60_000).toUTCString();
  const away = await nominatim(json({}, 503, { 'retry-after': inAMinute }));
  const { retryAfter } = await failure(away.geocoder.geocode('x', { signal }));
  expect(retryAfter).toBeGreaterThan(50_000);
  expect(retryAfter).toBeLessThanOrEqual(60_000);
});

test.for([
  ['500', json({ error: 'oops' }, 500)],
  ['404 for a wrong base URL', json({}, 404)],
  ['401', json({}, 401)],
  ['an HTML page', (_: IncomingMessage, response: ServerResponse) => response.end('<html>Login</html>')],
  ['truncated JSON', (_: IncomingMessage, response: ServerResponse) => response.end('[{"lat":')],
  ['null', json(null)],
  ['a number', json(7)],
  ['an error as JSON', json({ error: { code: 400 } })],
  ['an object', json({ hello: 'world' })],
  ['a list of null', json([null])],
  ['a list of numbers', json([1, 2])],
  ['a place without coordinates', json([{ display_name: 'x' }])],
  ['coordinates out of range', json([{ ...HOUSE, lat: '91' }])],
  ['coordinates that are not numbers', json([{ ...HOUSE, lat: 'north' }])],
  ['a broken connection', (request: IncomingMessage) => request.socket.destroy()],
] as const)('throws GeocoderBusyError for %s, and the process survives', async ([, respond]) => {
  const { geocoder } = await nominatim(respond);
  expect((await failure(geocoder.geocode('x', { signal }))).retryAfter).toBe(null);
});

test('throws GeocoderBusyError if the connection is refused', async () => {
  const { geocoder } = await nominatim(json([]));
  for (const close of closing.splice(0)) close();
  await failure(geocoder.geocode('x', { signal }));
});

test('waits ten seconds for a response', async () => {
  const limits: number[] = [];
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((limit) => {
    limits.push(limit);
    return timeout(limit / 100);
  });
  const { geocoder } = await nominatim(() => {});
  const error = await failure(geocoder.geocode('x', { signal }));
  expect(error.message).toBe('The geocoder did not respond in time.');
  expect(limits).toEqual([10_000]);
});

test('an aborted call rejects at once with the reason of the caller', async () => {
  const { geocoder } = await nominatim(() => {});
  const stop = new AbortController();
  const geocoding = geocoder.geocode('x', { signal: stop.signal });
  stop.abort(new Error('shutting down'));
  await expect(geocoding).rejects.toThrow('shutting down');
});

test.for([
  ['tomtom', { unexpected: true }],
  ['mapquest', {}],
  ['virtualearth', { resourceSets: [] }],
  ['google', { status: 'OK', results: [{}] }],
  ['google', { status: 'OVER_QUERY_LIMIT' }],
  ['opencage', { results: [{ geometry: null }] }],
  ['here', null],
] as const)(
  'throws GeocoderBusyError for a response of %s that the library can’t read',
  async ([provider, body]) => {
    const geocoder = openGeocoder(provider, { key: 'k', fetch: async () => Response.json(body) });
    await failure(geocoder.geocode('x', { signal }));
  },
);

test('sends a key over https only, and puts it into no message', async () => {
  const asked: string[] = [];
  const geocoder = openGeocoder('opencage', {
    key: 'secret-key',
    fetch: async (url) => {
      asked.push(String(url));
      return new Response('no', { status: 403 });
    },
  });
  const error = await failure(geocoder.geocode('x', { signal }));
  expect(asked[0]).toMatch(/^https:\/\/api\.opencagedata\.com\/.*secret-key/);
  expect(error.message).toBe('The geocoder responded with 403.');
});

test('skips results with a confidence below one half', async () => {
  const result = (accuracy: number) => ({
    location: { lat: 35.1, lng: -106.6 },
    accuracy,
    address_components: { city: 'Albuquerque', state: 'NM', zip: '87102', country: 'US' },
  });
  const ask = (accuracy: number) =>
    openGeocoder('geocodio', {
      key: 'k',
      fetch: async () => Response.json({ results: [result(accuracy)] }),
    }).geocode('x', { signal });
  expect(await ask(0.9)).toMatchObject({ lat: 35.1, lng: -106.6 });
  expect(await ask(0.2)).toBe(null);
});

test('returns null for 404 if the provider means an unknown address', async () => {
  const geocoder = openGeocoder('locationiq', {
    key: 'k',
    fetch: async () => Response.json({ error: 'Unable to geocode' }, { status: 404 }),
  });
  expect(await geocoder.geocode('Atlantis', { signal })).toBe(null);
});
