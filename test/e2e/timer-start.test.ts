import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { pathOf } from './client.ts';
import { draftTimer, framePathIn, saveTimer } from './timer-arrange.ts';
import { onOneStorage } from './world.ts';

const HOUR = 3_600_000;
const EVERGREEN = { target: { kind: 'evergreen', duration: 'PT48H' }, frames: 1 } as const;

onOneStorage((arrange) => {
  test(
    'reads a start in the forms that mail tools write',
    verifies('timers.start.forms', 'timers.start.parameters', 'timers.start.unreadable'),
    async () => {
      const { a, anonymous } = await arrange();
      const { productionUrl } = await saveTimer(a, await draftTimer(a, EVERGREEN));
      const path = pathOf(productionUrl);
      const sent = new Date(Date.now() - 60 * HOUR);
      const iso = sent.toISOString().slice(0, 19);
      const expired = await anonymous.get(`${path}?start=${iso}Z`);
      const queries = [
        `?start=${Number(sent)}`,
        `?start=${Number(sent) / 1_000}`,
        `?start=${iso}+0000`,
        `?start=${iso}%2B0000`,
        `?start=${iso.slice(0, 16)}Z`,
        `?start=${iso.replaceAll(/[-:]/g, '')}Z`,
        `?start=${iso.replace('T', '+')}`,
        `?start=${iso.replace('T', '%20')}%20UTC`,
        `?start=${iso.toLowerCase()}z`,
        `?start=${encodeURIComponent(sent.toUTCString())}`,
        `?start=%22${iso}Z%22`,
        `?start=${encodeURIComponent(encodeURIComponent(`${iso}+00:00`))}`,
        `?utm_source=x&amp;start=${iso}Z`,
        `?start=&start=${iso}Z`,
        `?start={{send_time}}&start=${iso}Z`,
        `?START=${iso}Z`,
        `?utm_source=x?start=${iso}Z`,
        `&start=${iso}Z`,
        `%3Fstart=${iso}Z`,
        `.GIF?start=${iso}Z`,
      ];
      for (const query of queries) {
        const { status, bytes } = await anonymous.get(`${path}${query}`);
        expect({ query, status, isExpired: Buffer.compare(bytes, expired.bytes) === 0 }).toEqual({
          query,
          status: 200,
          isExpired: true,
        });
      }
      for (const query of [
        '',
        '?start=',
        '?start={{send_time}}',
        '?start=%25%25time%25%25',
        '?restart=1',
        '?start=03/04/2026',
      ]) {
        const { status, bytes } = await anonymous.get(`${path}${query}`);
        expect({ query, status }).toEqual({ query, status: 200 });
        expect(Buffer.compare(bytes, expired.bytes)).not.toBe(0);
      }
    },
  );

  test('shows what is read from a start', verifies('timers.start.shown'), async () => {
    const { a, anonymous } = await arrange();
    const frame = await draftTimer(a, EVERGREEN);
    expect(frame.start).toBeUndefined();
    const saved = await saveTimer(a, frame);
    const sent = new Date(Math.floor(Date.now() / 1_000) * 1_000 - 60 * HOUR);
    const draft = await a.post<typeof frame>(`/v2/timers/${saved.timerId}/draft`, {
      start: String(Number(sent)),
    });
    expect(draft.body.start).toMatchObject({ moment: sent.toISOString() });
    expect(Date.parse(draft.body.start?.end ?? '')).toBe(Number(sent) + 48 * HOUR);
    const [expired, whole] = [
      await anonymous.get(pathOf(draft.body.previewUrl)),
      await anonymous.get(pathOf(frame.previewUrl)),
    ];
    expect([expired.status, whole.status]).toEqual([200, 200]);
    expect(Buffer.compare(expired.bytes, whole.bytes)).not.toBe(0);
    const read = (start: string) =>
      a.get<typeof frame>(`${framePathIn(draft.body)}&start=${encodeURIComponent(start)}`);
    expect((await read('Wed, 25 Nov 2026 12:02:13 +0100')).body.start?.moment).toBe(
      '2026-11-25T11:02:13.000Z',
    );
    const unreadable = (await read('{{send_time}}')).body.start;
    expect(unreadable?.moment).toBeNull();
    expect(Date.parse(unreadable?.end ?? '')).toBeGreaterThan(Date.now() + 47 * HOUR);
    expect((await read('')).body.start).toBeUndefined();
    expect((await a.post(`/v2/timers/${saved.timerId}/draft`, { start: 7 })).status).toBe(400);
    expect(
      (await a.post<typeof frame>(`/v2/timers/${saved.timerId}/draft`, { start: null })).body.start,
    ).toBeUndefined();
  });
});
