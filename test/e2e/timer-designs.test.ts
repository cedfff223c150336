import type { TimerFrameResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { expectRefused } from './arrange.ts';
import { CONVERSATION, draftTimer, framePath, framePathIn } from './timer-arrange.ts';
import { onOneStorage } from './world.ts';

const HOUR = 3_600_000;

const UNIT = { show: true, label: null, x: null, y: null };

onOneStorage((arrange) => {
  test(
    'enforces the limits of a design',
    verifies('timers.design.limits', 'timers.frames.update.nothing-stored'),
    async () => {
      const { a } = await arrange();
      for (const design of [
        { width: 50, height: 20, frames: 1, digits: { size: 8 } },
        { width: 1200, height: 600, frames: 120, scale: 2 },
      ] as const) {
        expect((await draftTimer(a, design)).design).toMatchObject(design);
      }
      const frame = await draftTimer(a);
      const wrong = [
        { width: 49 },
        { width: 1201 },
        { height: 19 },
        { height: 601 },
        { scale: 0 },
        { scale: 1.5 },
        { scale: 3 },
        { frames: 0 },
        { frames: 121 },
        { frames: 1.5 },
      ];
      for (const design of wrong) {
        const [name = ''] = Object.keys(design);
        expectRefused(await a.post('/v2/timer-frames', { conversationId: CONVERSATION, design }), [
          `design.${name}`,
        ]);
        const json = { conversationId: CONVERSATION, changes: { ...design, altText: 'changed' } };
        expectRefused(await a.patch(framePath(frame), json), [`changes.${name}`]);
      }
      expect((await a.get(framePathIn(frame))).body).toMatchObject({ revision: 1, design: frame.design });
    },
  );

  test(
    'offers labels in many languages, and names them for an unknown one',
    verifies('timers.design.locales'),
    async () => {
      const { a } = await arrange();
      const response = await a.post<{ errors: Record<string, string[]> }>('/v2/timer-frames', {
        conversationId: CONVERSATION,
        design: { labels: { locale: 'tlh' } },
      });
      expectRefused(response, ['design.labels.locale']);
      const [message = ''] = response.body.errors['design.labels.locale'] ?? [];
      const locales = message.match(/\b[a-z]{2}\b(?=[,.])/g) ?? [];
      expect(new Set(locales).size).toBeGreaterThanOrEqual(12);
      for (const locale of ['de', 'fr', 'es', 'el', 'ru', 'tr', 'vi'] as const) {
        const { warnings } = await draftTimer(a, { labels: { locale, size: 11 }, digits: { size: 40 } });
        expect({ locale, warnings }).toEqual({ locale, warnings: [] });
      }
    },
  );

  test(
    'merges changes into the design, and restores defaults for null',
    verifies('timers.frames.update', 'timers.frames.update.null'),
    async () => {
      const { a, advance } = await arrange();
      const frame = await draftTimer(a, { digits: { size: 40, color: '#aabbcc', box: {} }, frames: 10 });
      advance(60_000);
      const change = async (changes: object) => {
        const json = { conversationId: CONVERSATION, changes };
        const { status, body } = await a.patch<TimerFrameResponse>(framePath(frame), json);
        expect({ status, body }).toMatchObject({ status: 200 });
        return body;
      };
      const first = await change({ digits: { size: 50 }, units: { days: { label: 'Tage' } } });
      expect(first).toMatchObject({
        revision: 2,
        design: {
          digits: { ...frame.design.digits, size: 50 },
          units: { ...frame.design.units, days: { ...UNIT, label: 'Tage' } },
          frames: 10,
        },
      });
      expect(Date.parse(first.date_updated) - Date.parse(first.date_created)).toBeGreaterThanOrEqual(60_000);
      expect(Date.parse(first.expiresAt)).toBe(Date.parse(first.date_updated) + 24 * HOUR);
      const second = await change({ digits: { box: null, size: null }, units: null, frames: null });
      expect(second.design).toMatchObject({
        digits: { size: 72, color: '#aabbcc', box: null },
        units: { days: UNIT },
        frames: 60,
      });
      const third = await change({});
      expect(third).toMatchObject({ revision: 3, date_updated: second.date_updated });
      expect(
        (
          await a.send('PATCH', framePath(frame), {
            raw: JSON.stringify({ conversationId: CONVERSATION, changes: { frames: 5 } }),
            headers: { 'content-type': 'application/merge-patch+json' },
          })
        ).body,
      ).toMatchObject({ revision: 4, design: { frames: 5 } });
    },
  );

  test(
    'suggests the nearest valid name for an unknown member',
    verifies('timers.frames.update.unknown'),
    async () => {
      const { a } = await arrange();
      const frame = await draftTimer(a);
      const { status, body } = await a.patch<{ errors: Record<string, string[]> }>(framePath(frame), {
        conversationId: CONVERSATION,
        changes: { digits: { colour: '#ffffff', font_id: 1 }, timezone: 'UTC', heigth: 100 },
      });
      expect(status).toBe(400);
      expect(body.errors['changes.digits.colour']?.[0]).toMatch(/Did you mean color\?/);
      expect(body.errors['changes.digits.font_id']?.[0]).toMatch(/Did you mean fontId\?/);
      expect(body.errors['changes.heigth']?.[0]).toMatch(/Did you mean height\?/);
      expect(Object.keys(body.errors)).toHaveLength(4);
      for (const json of [{ changes: [] }, { changes: null }, { changes: 'x' }, {}])
        expectRefused(await a.patch(framePath(frame), { conversationId: CONVERSATION, ...json }), [
          'changes',
        ]);
      const extra = { conversationId: CONVERSATION, changes: {}, title: 'x' };
      expectRefused(await a.patch(framePath(frame), extra), ['title']);
    },
  );

  test(
    'returns 400 for fonts and images that the account does not have, and names the valid ones',
    verifies('timers.frames.resources'),
    async () => {
      const { a } = await arrange();
      const design = {
        digits: { fontId: 999 },
        labels: { fontId: 1_000 },
        background: { imageId: 1 },
        expired: { behaviour: 'image', imageId: 2_147_483_647 },
      };
      const created = await a.post<{ errors: Record<string, string[]> }>('/v2/timer-frames', {
        conversationId: CONVERSATION,
        design,
      });
      const members = ['digits.fontId', 'labels.fontId', 'background.imageId', 'expired.imageId'];
      expectRefused(
        created,
        members.map((member) => `design.${member}`),
      );
      expect(created.body.errors['design.digits.fontId']?.[0]).toMatch(/Allowed: 1 \(Inter/);
      const frame = await draftTimer(a);
      const changed = await a.patch(framePath(frame), { conversationId: CONVERSATION, changes: design });
      expectRefused(
        changed,
        members.map((member) => `changes.${member}`),
      );
    },
  );

  test(
    'warns of doubtful designs in words',
    verifies('timers.frames.warnings', 'timers.design.message'),
    async () => {
      const { a } = await arrange();
      const warningsOf = async (design: Parameters<typeof draftTimer>[1]) =>
        (await draftTimer(a, design)).warnings.join('\n');
      expect(await warningsOf({ width: 100, layout: { fit: 'none' } })).toMatch(/cut off/);
      expect(await warningsOf({ width: 100 })).toMatch(/are only \d px large/);
      expect(await warningsOf({ digits: { color: '#12204b' } })).toMatch(/contrast/);
      expect(await warningsOf({ units: { days: { label: '漢字' } } })).toMatch(/漢/);
      const large = {
        width: 1200,
        height: 300,
        optimize: false,
        digits: { size: 120 },
      } as const;
      expect(await warningsOf(large)).toMatch(/400 KB/);
      expect(await warningsOf({ expired: { behaviour: 'message' } })).toMatch(/null.*zeros/);
      expect(await warningsOf({ target: { date: '2020-01-01' } })).toMatch(/past/);
    },
  );
});
