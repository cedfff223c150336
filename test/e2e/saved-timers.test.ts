import type {
  ImageDetail,
  Page,
  TimerDetail,
  TimerFrameResponse,
  TimerPresetSummary,
  TimerSummary,
} from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { expectRefused } from './arrange.ts';
import { pathOf } from './client.ts';
import { fontFile } from './samples.ts';
import { CONVERSATION, colorAt, draftTimer, framePath, readGif, saveTimer } from './timer-arrange.ts';
import { onOneStorage } from './world.ts';

onOneStorage((arrange) => {
  test('lists timers in pages, newest first, without deleted ones', verifies('timers.list'), async () => {
    const { a } = await arrange();
    const names = ['Spring sale', 'Summer', 'Autumn sale'];
    const saved = [];
    for (const name of names) saved.push(await saveTimer(a, await draftTimer(a), { name }));
    const first = (await a.get<Page<TimerSummary>>('/v2/timers?limit=2')).body;
    expect(first.items.map(({ name }) => name)).toEqual(['Autumn sale', 'Summer']);
    const next = (await a.get<Page<TimerSummary>>(`/v2/timers?limit=2&cursor=${first.cursor}`)).body;
    expect(next.items.map(({ name }) => name)).toEqual(['Spring sale']);
    expect(next.cursor).toBeUndefined();
    expectRefused(await a.get(`/v2/timers?q=sale&cursor=${first.cursor}`), ['cursor']);
    expect(first.items[0]).toMatchObject({
      id: saved[2]?.timerId,
      status: 'active',
      targetKind: 'date',
      targetDate: saved[2]?.targetDate,
      expired: false,
      productionUrl: saved[2]?.productionUrl,
      html: saved[2]?.html,
    });
    expect((await a.delete(`/v2/timers/${saved[0]?.timerId}`)).status).toBe(204);
    expect((await a.delete(`/v2/timers/${saved[0]?.timerId}`)).status).toBe(204);
    const found = (await a.get<Page<TimerSummary>>('/v2/timers?q=SALE')).body.items;
    expect(found.map(({ name }) => name)).toEqual(['Autumn sale']);
    expect((await a.get<TimerDetail>(`/v2/timers/${saved[0]?.timerId}`)).body.status).toBe('deleted');
    const deleted = await a.get(pathOf(saved[0]?.productionUrl ?? ''));
    expect([deleted.status, deleted.bytes.length < 100]).toEqual([200, true]);
  });

  test(
    'changes the design of a timer under its URL',
    verifies('timers.get', 'timers.draft', 'timers.draft.save'),
    async () => {
      const { a, b } = await arrange();
      const saved = await saveTimer(a, await draftTimer(a, { background: { color: '#102030' } }), {
        name: 'Sale',
        folder: 'Mails',
      });
      const path = `/v2/timers/${saved.timerId}`;
      const detail = (await a.get<TimerDetail>(path)).body;
      expect(detail).toMatchObject({
        id: saved.timerId,
        width: 600,
        height: 150,
        design: { background: { color: '#102030' } },
      });
      for (const other of [b.get(path), b.post(`${path}/draft`, {}), b.delete(path)])
        expect((await other).status).toBe(404);

      const { status, body: draft } = await a.post<TimerFrameResponse>(`${path}/draft`, {});
      expect(status).toBe(200);
      expect(draft).toMatchObject({
        name: 'Sale',
        status: 'draft',
        timerId: saved.timerId,
        design: detail.design,
      });
      expect(draft.conversationId).toMatch(/^conv_[\w-]{22}$/);
      const { conversationId } = draft;
      const changes = { background: { color: '#ffffff' }, width: 400 };
      const changed = await a.patch<TimerFrameResponse>(framePath(draft), { conversationId, changes });
      expect(changed.body.timerId).toBe(saved.timerId);
      expect(colorAt(readGif((await a.get(pathOf(saved.productionUrl))).bytes), 2, 2)).toBe('#102030');

      const again = await saveTimer(a, draft);
      expect(again).toMatchObject({
        imageId: saved.imageId,
        name: 'Sale',
        productionUrl: saved.productionUrl,
        renderedUrl: `${saved.productionUrl}?v=2`,
      });
      expect(await saveTimer(a, draft)).toEqual(again);
      const gif = readGif((await a.get(pathOf(saved.productionUrl))).bytes);
      expect([gif.width, colorAt(gif, 2, 2)]).toEqual([400, '#ffffff']);
      const image = (await a.get<ImageDetail>(`/v2/images/${saved.imageId}`)).body;
      expect(image).toMatchObject({ folder: 'Mails', width: 400, timer: { design: { width: 400 } } });
      expect((await a.get<Page<unknown>>('/v2/timers')).body.items).toHaveLength(1);
    },
  );

  test('saves a draft of a timer as a copy', verifies('timers.draft.copy'), async () => {
    const { a } = await arrange();
    const saved = await saveTimer(a, await draftTimer(a), { name: 'Sale' });
    const draft = (
      await a.post<TimerFrameResponse>(`/v2/timers/${saved.timerId}/draft`, {
        conversationId: CONVERSATION,
        name: 'Copy',
      })
    ).body;
    const copy = await a.post<{ imageId: number; name: string; productionUrl: string }>(
      `${framePath(draft)}/save`,
      {
        conversationId: CONVERSATION,
        as: 'copy',
      },
    );
    expect(copy.body.name).toBe('Copy');
    expect(copy.body.imageId).not.toBe(saved.imageId);
    expect(copy.body.productionUrl).not.toBe(saved.productionUrl);
    expect((await a.get<TimerDetail>(`/v2/timers/${saved.timerId}`)).body).toMatchObject({ name: 'Sale' });
    expectRefused(await a.post(`${framePath(draft)}/save`, { conversationId: CONVERSATION, as: 'timer' }), [
      'as',
    ]);
  });

  test('a draft of a timer keeps fonts that were deleted', verifies('timers.draft.resources'), async () => {
    const { a, vitrine, principal } = await arrange();
    const font = await vitrine.fonts.upload(principal, { file: { bytes: fontFile(), name: 'sample.woff2' } });
    const saved = await saveTimer(a, await draftTimer(a, { digits: { fontId: font.id } }));
    await vitrine.fonts.delete(principal, font.id);
    const draft = (await a.post<TimerFrameResponse>(`/v2/timers/${saved.timerId}/draft`, {})).body;
    expect(draft.warnings).toEqual([]);
    expect((await saveTimer(a, draft)).imageId).toBe(saved.imageId);
  });

  test(
    'makes a conversation for a draft without one',
    verifies('timers.frames.conversation.made'),
    async () => {
      const { a } = await arrange();
      const { status, body } = await a.post<TimerFrameResponse>('/v2/timer-frames', {
        design: { width: 300 },
      });
      expect(status).toBe(200);
      const { conversationId } = body;
      const other = (await a.post<TimerFrameResponse>('/v2/timer-frames', {})).body;
      expect(other.conversationId).not.toBe(conversationId);
      expect((await a.get(`${framePath(body)}?conversationId=${conversationId}`)).status).toBe(200);
      expect((await a.get(pathOf(body.previewUrl))).status).toBe(200);
    },
  );

  test(
    'counts to the next occurrence, and from the start in the URL',
    verifies('timers.target.kinds'),
    async () => {
      const { a } = await arrange();
      const recurring = {
        kind: 'recurring',
        every: 'week',
        at: '09:00',
        weekday: 5,
        timeZone: 'Europe/Berlin',
      } as const;
      const weekly = await saveTimer(a, await draftTimer(a, { target: recurring }));
      const detail = (await a.get<TimerDetail>(`/v2/timers/${weekly.timerId}`)).body;
      expect(detail).toMatchObject({ targetKind: 'recurring', expired: false, timeZone: 'Europe/Berlin' });
      expect(detail.design.target).toEqual(recurring);
      expect(new Date(detail.targetDate).getUTCDay()).toBe(5);
      expectRefused(await a.patch(`/v2/timers/${weekly.timerId}/target-date`, { targetDate: '2030-01-01' }), [
        'targetDate',
      ]);

      const frame = await draftTimer(a, { target: { kind: 'evergreen', duration: 'P2D' }, frames: 1 });
      expect(frame.design.target).toEqual({ kind: 'evergreen', duration: 'P2D' });
      const evergreen = await saveTimer(a, frame);
      expect(evergreen.html).toContain(`src="${evergreen.productionUrl}?start={{send_time}}"`);
      const path = pathOf(evergreen.productionUrl);
      const open = async (start: string) => (await a.get(`${path}?start=${encodeURIComponent(start)}`)).bytes;
      const whole = await open('');
      const future = await open('2099-01-01');
      const seconds = String(Math.floor(Date.now() / 1_000) - 86_400);
      expect(Buffer.compare(await open(seconds), whole)).not.toBe(0);
      expect(Buffer.compare(await open('2020-01-01'), future)).toBe(0);
      expect(Buffer.compare(whole, future)).not.toBe(0);

      const combined = await draftTimer(a, {
        target: { duration: 'PT1H', kind: 'recurring', every: 'day', day: 3 },
      });
      expect(combined.design.target).toEqual({
        kind: 'recurring',
        every: 'day',
        at: '00:00',
        timeZone: 'UTC',
      });
      for (const [target, at] of [
        [{ kind: 'sometimes' }, 'design.target.kind'],
        [{ kind: 'recurring', at: '25:00' }, 'design.target.at'],
        [{ kind: 'recurring', every: 'year' }, 'design.target.every'],
        [{ kind: 'recurring', every: 'week', weekday: 8 }, 'design.target.weekday'],
        [{ kind: 'recurring', every: 'month', day: 32 }, 'design.target.day'],
        [{ kind: 'recurring', timeZone: 'Mars/Base' }, 'design.target.timeZone'],
        [{ kind: 'evergreen', duration: 'two days' }, 'design.target.duration'],
        [{ kind: 'evergreen', duration: 'P91D' }, 'design.target.duration'],
        [{ duration: 'PT48H' }, 'design.target.duration'],
        [{ kind: 'recurring', weekday: 5, at: '18:00' }, 'design.target.weekday'],
        [{ kind: 'recurring', day: 31 }, 'design.target.day'],
        [{ at: '09:00' }, 'design.target.at'],
      ] as const)
        expectRefused(await a.post('/v2/timer-frames', { design: { target } }), [at]);
    },
  );

  test(
    'lists presets with cached previews',
    verifies('timers.presets', 'timers.presets.previews'),
    async () => {
      const { a } = await arrange();
      const { status, body } = await a.get<TimerPresetSummary[]>('/v2/timer-presets');
      expect(status).toBe(200);
      expect(body.length).toBeGreaterThanOrEqual(10);
      for (const { previewUrl } of body.slice(0, 3)) {
        const response = await a.get(pathOf(previewUrl));
        expect(response.status).toBe(200);
        expect(response.headers.get('cache-control')).toBe('public, max-age=86400');
        expect(readGif(response.bytes).frames).toHaveLength(10);
        const etag = response.headers.get('etag') ?? '';
        expect((await a.send('GET', pathOf(previewUrl), { headers: { 'If-None-Match': etag } })).status).toBe(
          304,
        );
      }
      expect((await a.get('/timer-presets/nothing.gif')).status).toBe(404);
      expect((await draftTimer(a, { preset: 'sunset' })).design.preset).toBe('sunset');
    },
  );
});
