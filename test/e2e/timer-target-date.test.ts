import type { ImageDetail, TimerTargetDateResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { expectProblem, expectRefused, notFound } from './arrange.ts';
import { draftTimer, saveTimer } from './timer-arrange.ts';
import { onOneStorage } from './world.ts';

onOneStorage((arrange) => {
  test(
    'returns a target date as an instant and as local time, and updates the image',
    verifies('timers.target', 'timers.target.instant', 'timers.target.local', 'timers.image'),
    async () => {
      const { a } = await arrange();
      const design = { target: { date: '2030-01-01T00:00:00', timeZone: 'Europe/Berlin' } };
      const saved = await saveTimer(a, await draftTimer(a, design, { name: 'Sale' }));
      expect(saved).toMatchObject({ targetDate: '2029-12-31T23:00:00.000Z', timeZone: 'Europe/Berlin' });
      const { status, body } = await a.patch<TimerTargetDateResponse>(
        `/v2/timers/${saved.timerId}/target-date`,
        { targetDate: '2031-07-01T12:00:00.999-04:00' },
      );
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          id: saved.timerId,
          name: 'Sale',
          targetDate: '2031-07-01T16:00:00.000Z',
          timeZone: 'Europe/Berlin',
          localTargetDate: '2031-07-01T18:00:00',
          expired: false,
          productionUrl: saved.productionUrl,
          renderedUrl: `${saved.productionUrl}?v=2`,
        },
      });
      const image = (await a.get<ImageDetail>(`/v2/images/${saved.imageId}`)).body;
      expect(image).toMatchObject({
        renderedUrl: body.renderedUrl,
        timer: {
          targetDate: body.targetDate,
          timeZone: 'Europe/Berlin',
          expired: false,
          design: { target: { date: '2031-07-01T18:00:00', timeZone: 'Europe/Berlin' }, frames: 60 },
        },
      });
    },
  );

  test(
    'reads a date without an offset as local time in the given or the stored zone',
    verifies('timers.target.wall', 'timers.target.gap', 'timers.target.date-only', 'timers.target.past'),
    async () => {
      const { a } = await arrange();
      const design = { target: { date: '2030-01-01', timeZone: 'America/New_York' } };
      const { timerId } = await saveTimer(a, await draftTimer(a, design));
      const cases: [object, Partial<TimerTargetDateResponse>][] = [
        [{ targetDate: '2030-06-01T09:00:00' }, { targetDate: '2030-06-01T13:00:00.000Z' }],
        [{ targetDate: '2030-06-01' }, { targetDate: '2030-06-01T04:00:00.000Z' }],
        [{ targetDate: '2030-06-01T09:00' }, { targetDate: '2030-06-01T13:00:00.000Z' }],
        [{ targetDate: '2030-06-01 09:00:30' }, { targetDate: '2030-06-01T13:00:30.000Z' }],
        [{ targetDate: '2030-06-01T09:00z' }, { targetDate: '2030-06-01T09:00:00.000Z' }],
        [{ targetDate: '2030-06-01 09:00:00 UTC' }, { targetDate: '2030-06-01T09:00:00.000Z' }],
        [{ targetDate: '2030-06-01 09:00:00-0430' }, { targetDate: '2030-06-01T13:30:00.000Z' }],
        [{ targetDate: '2030-06-01T09:00+02' }, { targetDate: '2030-06-01T07:00:00.000Z' }],
        // Clocks go forward from 2:00 to 3:00.
        [
          { targetDate: '2026-03-08T02:30:00' },
          { targetDate: '2026-03-08T07:30:00.000Z', localTargetDate: '2026-03-08T03:30:00', expired: true },
        ],
        // Clocks go back from 2:00 to 1:00.
        [
          { targetDate: '2026-11-01T01:30:00' },
          { targetDate: '2026-11-01T05:30:00.000Z', localTargetDate: '2026-11-01T01:30:00' },
        ],
        [{ targetDate: '2026-11-01T01:30:00-05:00' }, { targetDate: '2026-11-01T06:30:00.000Z' }],
        [
          { targetDate: '2030-06-01T09:00:00', timeZone: 'Asia/Tokyo' },
          { targetDate: '2030-06-01T00:00:00.000Z', timeZone: 'Asia/Tokyo' },
        ],
        // The stored zone is Tokyo from here on.
        [
          { targetDate: '2030-06-01' },
          { targetDate: '2030-05-31T15:00:00.000Z', localTargetDate: '2030-06-01T00:00:00' },
        ],
        [{ targetDate: '1999-12-31T23:59:59Z' }, { targetDate: '1999-12-31T23:59:59.000Z', expired: true }],
        [{ targetDate: '9999-12-30' }, { localTargetDate: '9999-12-30T00:00:00', expired: false }],
        [{ targetDate: '2030-06-01', timeZone: 'US/Eastern' }, { timeZone: 'US/Eastern' }],
      ];
      for (const [request, expected] of cases) {
        const { status, body } = await a.patch(`/v2/timers/${timerId}/target-date`, request);
        expect({ request, status, body }).toMatchObject({ request, status: 200, body: expected });
      }
    },
  );

  test(
    'returns 404 for anything but a timer of the account, with an id in any form',
    verifies('timers.target.not-a-timer', 'http.int32'),
    async () => {
      const { a, b } = await arrange();
      const { timerId } = await saveTimer(a, await draftTimer(a));
      const ids = [
        timerId + 1,
        `0${timerId}`,
        `+${timerId}`,
        `${timerId}.0`,
        `${timerId}e0`,
        -1,
        '-0',
        'x',
        '%20',
      ];
      for (const id of [...ids, 2 ** 31, 2 ** 32 + timerId, '9'.repeat(400), '%00']) {
        for (const json of [{ targetDate: '2030-01-01' }, {}])
          expectProblem(await a.patch(`/v2/timers/${id}/target-date`, json), ...notFound);
      }
      expectProblem(
        await b.patch(`/v2/timers/${timerId}/target-date`, { targetDate: '2030-01-01' }),
        ...notFound,
      );
    },
  );

  test(
    'returns 400 for an invalid date or an unknown zone, and changes nothing',
    verifies('timers.target.unreadable'),
    async () => {
      const { a } = await arrange();
      const { timerId } = await saveTimer(a, await draftTimer(a));
      const path = `/v2/timers/${timerId}/target-date`;
      const before = (await a.get(`/v2/images/${timerId}`)).body as ImageDetail;
      const dates = [
        '',
        'tomorrow',
        '2030-02-30',
        '2030-01-01T24:00:00',
        '2030-01-01 00:00:00 CET',
        '2030-1-1',
        '0000-01-01',
      ];
      for (const targetDate of [
        ...dates,
        1_900_000_000,
        null,
        {},
        [],
        '2'.repeat(1_000_000),
        '2030-01-01T00:00:00+25:00',
      ])
        expectRefused(await a.patch(path, { targetDate }), ['targetDate']);
      for (const timeZone of [
        'Mars/Base',
        '+01:00',
        'BST',
        'UTC ',
        5,
        {},
        'U'.repeat(1_000_000),
        '__proto__',
      ])
        expectRefused(await a.patch(path, { targetDate: '2030-01-01', timeZone }), ['timeZone']);
      expectRefused(await a.patch(path, { targetDate: 'x', timeZone: 'y' }), ['targetDate', 'timeZone']);
      expectRefused(await a.patch(path, { timeZone: 'UTC' }), ['targetDate']);
      expectRefused(await a.patch(path, { targetDate: '2030-01-01', date: 1 }), ['date']);
      const after = (await a.get(`/v2/images/${timerId}`)).body as ImageDetail;
      expect(after.timer).toEqual(before.timer);
      expect(after.date_updated).toBe(before.date_updated);
    },
  );
});
