import { accountPrincipal, createVitrine, memoryStorage, type Vitrine } from '@vitrine/core';
import type { TimerDesignChanges } from '@vitrine/core/contracts';
import { createApp } from '@vitrine/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ShownFrames, shownByGifuct } from '../../packages/media/src/gif/three-decoders.ts';
import { verifies } from '../requirements.ts';
import { sharedMedia } from '../shared-media.ts';
import { type Client, createClient, ORIGIN, pathOf } from './client.ts';
import { draftTimer, saveTimer } from './timer-arrange.ts';

// Opens saved timers at exact seconds and compares whole GIFs, decoded by a decoder that shares no code with the encoder.

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const FRAMES = 12;
const DESIGN = {
  width: 200,
  height: 60,
  frames: FRAMES,
  digits: { size: 24 },
  labels: { show: false },
} as const;

let now = Date.parse('2026-11-20T08:00:00Z');
let vitrine: Vitrine;
let client: Client;

beforeAll(async () => {
  vitrine = await createVitrine({
    storage: memoryStorage(),
    media: sharedMedia(),
    clock: () => now,
    baseUrl: ORIGIN,
  });
  const principal = accountPrincipal((await vitrine.accounts.create('Timers')).id);
  const { key } = await vitrine.apiKeys.create(principal, { name: 'timers' });
  const app = createApp(vitrine);
  client = createClient(async (request) => app.fetch(request), key);
});
afterAll(() => vitrine.close());

async function saved(target: TimerDesignChanges['target']): Promise<string> {
  const { productionUrl } = await saveTimer(client, await draftTimer(client, { ...DESIGN, target }));
  return pathOf(productionUrl);
}

async function openedAt(instant: number, path: string): Promise<ShownFrames> {
  now = instant;
  return shownByGifuct((await client.get(path)).bytes);
}

/** Compares each frame of the opening at `begin` with frame 0 of an opening in the second of that frame. */
async function expectSameSeconds(begin: number, path: string): Promise<void> {
  const frames = await openedAt(begin, path);
  expect(frames).toHaveLength(FRAMES);
  for (const [k, frame] of frames.entries()) {
    const [first] = await openedAt(begin + k * SECOND, path);
    expect({ k, same: first !== undefined && Buffer.compare(frame, first) === 0 }).toEqual({ k, same: true });
    const before = frames[k - 1];
    if (before !== undefined)
      expect({ k, moves: Buffer.compare(frame, before) !== 0 }).toEqual({ k, moves: true });
  }
}

test.each([
  ['date', { kind: 'date', date: '2026-12-24T18:00:00', timeZone: 'Europe/Berlin' }, ''],
  ['recurring', { kind: 'recurring', every: 'week', at: '09:00', weekday: 1, timeZone: 'Asia/Tokyo' }, ''],
  [
    'evergreen',
    { kind: 'evergreen', duration: 'PT48H' },
    `?start=${Date.parse('2026-11-20T08:30:00Z') / SECOND}`,
  ],
] as const)(
  'frame k of a timer to a target of the kind %s is frame 0 of an opening k seconds later',
  verifies('timer-picture.same-second', 'timers.target.kinds'),
  async (_, target, query) => {
    const path = await saved(target);
    await expectSameSeconds(Date.parse('2026-11-20T09:59:55Z'), `${path}${query}`);
  },
);

test.each([
  ['date', { kind: 'date', date: '2026-11-20T10:00:00Z' }, '', 6],
  ['evergreen', { kind: 'evergreen', duration: 'PT1H' }, '?start=2026-11-20T09:00:00Z', 6],
  ['recurring', { kind: 'recurring', every: 'day', at: '10:00' }, '', FRAMES],
] as const)(
  'frames across the end of a target of the kind %s are those of later openings',
  verifies('timer-picture.same-second', 'timer-picture.stops', 'timers.production.stop'),
  async (_, target, query, count) => {
    const path = await saved(target);
    for (const fraction of [0, 400]) {
      const begin = Date.parse('2026-11-20T09:59:55Z') - fraction;
      const frames = await openedAt(begin, `${path}${query}`);
      // Seconds are rounded up, so an opening between two of them has one more before the end.
      expect(frames).toHaveLength(count === FRAMES ? FRAMES : count + Math.ceil(fraction / SECOND));
      for (const [k, frame] of frames.entries()) {
        const [first = new Uint8Array()] = await openedAt(begin + k * SECOND, `${path}${query}`);
        expect({ fraction, k, same: Buffer.compare(frame, first) === 0 }).toEqual({
          fraction,
          k,
          same: true,
        });
      }
    }
  },
);

/** The next occurrence across a change of the clocks, worked out by hand from the rules of each zone. */
test.each([
  ['America/New_York', '02:30', '2027-03-14T07:30:00Z', 'is skipped: 03:30 at UTC-4'],
  ['America/New_York', '01:30', '2026-11-01T05:30:00Z', 'occurs twice: first at UTC-4'],
  ['America/New_York', '12:00', '2026-11-01T17:00:00Z', 'after the change: UTC-5'],
  ['Europe/Berlin', '02:30', '2027-03-28T01:30:00Z', 'is skipped: 03:30 at UTC+2'],
  ['Europe/Berlin', '02:30', '2026-10-25T00:30:00Z', 'occurs twice: first at UTC+2'],
  ['Australia/Lord_Howe', '02:15', '2026-10-03T15:45:00Z', 'is skipped: 02:45 at UTC+11'],
  ['Australia/Lord_Howe', '01:45', '2027-04-03T14:45:00Z', 'occurs twice: first at UTC+11'],
  ['America/Santiago', '00:30', '2026-09-06T04:30:00Z', 'is skipped: 01:30 at UTC-3'],
  ['America/Santiago', '23:30', '2027-04-04T02:30:00Z', 'occurs twice: first at UTC-3'],
] as const)(
  'in %s a daily timer to %s counts to %s (%s)',
  verifies('timers.target.kinds'),
  async (timeZone, at, expected, _) => {
    const target = Date.parse(expected);
    const begin = target - 14 * HOUR;
    now = begin;
    const daily = await saved({ kind: 'recurring', every: 'day', at, timeZone });
    const once = await saved({ kind: 'date', date: expected });
    const frames = await openedAt(begin, daily);
    const counted = await openedAt(begin, once);
    expect(frames).toHaveLength(FRAMES);
    expect(Buffer.compare(Buffer.concat(frames), Buffer.concat(counted))).toBe(0);
    await expectSameSeconds(begin, daily);
    const other = await openedAt(
      begin,
      await saved({ kind: 'date', date: new Date(target + HOUR).toISOString() }),
    );
    expect(Buffer.compare(Buffer.concat(frames), Buffer.concat(other))).not.toBe(0);
  },
);
