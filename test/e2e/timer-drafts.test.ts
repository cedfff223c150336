import type { TimerFrameResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { createStore, expectProblem, expectRefused, forbidden, notFound } from './arrange.ts';
import { CONVERSATION, draftTimer, framePath, framePathIn, saveTimer } from './timer-arrange.ts';
import { onOneStorage } from './world.ts';

const HOUR = 3_600_000;

const UNIT = { show: true, minDigits: null, label: null, x: null, y: null };

onOneStorage((arrange) => {
  test(
    'creates a draft from a conversation alone, and returns it with all defaults',
    verifies(
      'timers.operations',
      'timers.frames.create',
      'timers.design.optional',
      'timers.design.whole',
      'timers.design.default-target',
    ),
    async () => {
      const { a } = await arrange();
      const { status, body } = await a.post<TimerFrameResponse>('/v2/timer-frames', {
        conversationId: CONVERSATION,
      });
      expect(status).toBe(200);
      const { design, ...frame } = body;
      expect(frame).toEqual({
        timerFrameId: expect.stringMatching(/^tf_[\w-]{22}$/),
        conversationId: CONVERSATION,
        name: 'Countdown',
        revision: 1,
        status: 'draft',
        timerId: null,
        previewUrl: expect.stringContaining(`/${CONVERSATION}/${body.timerFrameId}`),
        previewExpiresAt: expect.any(String),
        estimatedBytes: expect.any(Number),
        warnings: [],
        date_created: expect.any(String),
        date_updated: body.date_created,
        expiresAt: expect.any(String),
      });
      const { target, ...look } = design;
      expect(look).toEqual({
        width: 600,
        height: 150,
        scale: 1,
        preset: null,
        background: { color: '#12204a', gradient: null, imageId: null, fit: 'cover', transparent: false },
        layout: { align: 'center', gap: null, padding: 12, fit: 'shrink' },
        headline: { text: null, position: 'above', fontId: 2, size: 22, color: '#ffffff' },
        units: { days: UNIT, hours: UNIT, minutes: UNIT, seconds: UNIT },
        digits: { fontId: 2, size: 72, color: '#ffffff', minDigits: 2, box: null, ring: null, shadow: null },
        labels: { show: true, fontId: 1, size: 16, color: '#b9c6f0', locale: 'en', position: 'below' },
        separator: { show: true, text: ':', color: null },
        expired: { behaviour: 'zeros', message: null, imageId: null },
        frames: 60,
        loop: false,
        optimize: true,
        altText: null,
      });
      const created = Date.parse(body.date_created);
      expect(target.timeZone).toBe('UTC');
      // Its second may be the one before that of the creation.
      const ahead = Math.floor((created + 7 * 24 * HOUR) / 1_000) * 1_000 - Date.parse(`${target.date}Z`);
      expect([0, 1_000]).toContain(ahead);
      expect(Date.parse(body.expiresAt) - created).toBe(24 * HOUR);
      expect(body.estimatedBytes).toBeGreaterThan(1_000);
      expect(body.estimatedBytes).toBeLessThan(100_000);
    },
  );

  test('returns a draft in its conversation', verifies('timers.frames.get'), async () => {
    const { a } = await arrange();
    const frame = await draftTimer(a, { width: 400 }, { name: 'Sale' });
    const { status, body } = await a.get<TimerFrameResponse>(framePathIn(frame));
    expect(status).toBe(200);
    // The estimate depends on the second, and the token may have been renewed.
    const { previewUrl, previewExpiresAt, estimatedBytes, ...lasting } = frame;
    expect(body).toMatchObject(lasting);
    expect(Object.keys(body)).toEqual(Object.keys(frame));
    expect(body).toMatchObject({ name: 'Sale', design: { width: 400 } });
  });

  test(
    'accepts the documented characters in a conversationId',
    verifies('timers.frames.conversation.form'),
    async () => {
      const { a } = await arrange();
      for (const conversationId of ['a', 'A-Z_0.9:x', 'c'.repeat(128), '...'])
        expect((await draftTimer(a, {}, { conversationId })).conversationId).toBe(conversationId);
      for (const conversationId of ['c'.repeat(129), 'a b', 'a/b', 'ü', '.', '..', 'a\n', 1, ['a']]) {
        expectRefused(await a.post('/v2/timer-frames', { conversationId }), ['conversationId']);
      }
    },
  );

  test(
    'returns 400 without a conversation before any lookup',
    verifies('timers.frames.conversation.missing'),
    async () => {
      const { a, b } = await arrange();
      const path = framePath(await draftTimer(a));
      for (const client of [a, b]) {
        for (const target of [path, '/v2/timer-frames/tf_unknown']) {
          expectRefused(await client.get(target), ['conversationId']);
          expectRefused(await client.get(`${target}?conversationId=`), ['conversationId']);
          expectRefused(await client.delete(target), ['conversationId']);
          expectRefused(await client.patch(target, { changes: { frames: 1 } }), ['conversationId']);
          expectRefused(await client.post(`${target}/save`, {}), ['conversationId']);
        }
      }
    },
  );

  test(
    'returns 404 for a draft in another conversation or account, with any other input',
    verifies('timers.frames.conversation.wrong', 'isolation'),
    async () => {
      const { a, b } = await arrange();
      const { timerFrameId } = await draftTimer(a);
      for (const [client, conversationId] of [
        [a, 'chat-2'],
        [b, CONVERSATION],
      ] as const) {
        const frame = { timerFrameId, conversationId };
        expectProblem(await client.get(framePathIn(frame)), ...notFound);
        expectProblem(await client.delete(framePathIn(frame)), ...notFound);
        for (const json of [{ changes: { frames: 1 } }, { changes: { nonsense: 1 } }, { nonsense: 1 }]) {
          expectProblem(await client.patch(framePath(frame), { conversationId, ...json }), ...notFound);
          expectProblem(
            await client.post(`${framePath(frame)}/save`, { conversationId, ...json }),
            ...notFound,
          );
        }
      }
      expect((await a.get(framePathIn({ timerFrameId, conversationId: CONVERSATION }))).body).toMatchObject({
        revision: 1,
      });
    },
  );

  test(
    'refuses all but one of concurrent updates of a revision, and applies all without a revision',
    verifies('timers.frames.update.revision', 'timers.frames.update.race'),
    async () => {
      const { a } = await arrange();
      const frame = await draftTimer(a);
      const change = (changes: object, revision?: number) =>
        a.patch<TimerFrameResponse>(framePath(frame), {
          conversationId: CONVERSATION,
          changes,
          ...(revision === undefined ? {} : { revision }),
        });
      const raced = await Promise.all([1, 2, 3, 4].map((frames) => change({ frames }, 1)));
      expect(raced.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
      for (const response of raced.filter(({ status }) => status === 400))
        expectRefused(response, ['revision']);
      expectRefused(await change({ frames: 9 }, 1), ['revision']);
      for (const revision of [0, 1.5, '2']) expectRefused(await change({}, revision as number), ['revision']);

      const members = [
        { loop: true },
        { altText: 'Sale' },
        { digits: { size: 40 } },
        { digits: { color: '#010203' } },
      ];
      const responses = await Promise.all(members.map((changes) => change(changes)));
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect((await a.get(framePathIn(frame))).body).toMatchObject({
        revision: 6,
        design: { loop: true, altText: 'Sale', digits: { size: 40, color: '#010203' } },
      });
      expect((await change({ frames: 9 }, 6)).body).toMatchObject({ revision: 7 });
    },
  );

  test(
    'keeps a draft for a day after its last change, and for seven days at most',
    verifies('timers.frames.life'),
    async () => {
      const { a, advance } = await arrange();
      const idle = await draftTimer(a);
      const busy = await draftTimer(a);
      const saved = await draftTimer(a);
      const { imageId } = await saveTimer(a, saved);
      let expiresAt = '';
      for (let day = 0; day < 7; day++) {
        advance(23 * HOUR);
        const json = { conversationId: CONVERSATION, changes: { frames: day + 1 } };
        const { status, body } = await a.patch<TimerFrameResponse>(framePath(busy), json);
        expect(status).toBe(200);
        expiresAt = body.expiresAt;
        if (day > 0) expectProblem(await a.get(framePathIn(idle)), ...notFound);
      }
      expect(Date.parse(expiresAt) - Date.parse(busy.date_created)).toBe(7 * 24 * HOUR);
      advance(7 * HOUR + 1_000);
      for (const gone of [busy, saved]) {
        expectProblem(await a.get(framePathIn(gone)), ...notFound);
        expectProblem(await a.delete(framePathIn(gone)), ...notFound);
        const json = { conversationId: CONVERSATION, changes: { frames: 1 } };
        expectProblem(await a.patch(framePath(gone), json), ...notFound);
        expectProblem(await a.post(`${framePath(gone)}/save`, { conversationId: CONVERSATION }), ...notFound);
      }
      expect((await a.get(`/v2/images/${imageId}`)).status).toBe(200);
    },
  );

  test(
    'keeps the newest hundred drafts of an account, without counting saved ones',
    verifies('timers.frames.life.count', 'timers.save.not-counted'),
    async () => {
      const { a, b, advance } = await arrange();
      const others = await draftTimer(b);
      const saved = await draftTimer(a);
      await saveTimer(a, saved);
      const frames: TimerFrameResponse[] = [];
      for (let draft = 0; draft < 102; draft++) {
        frames.push(await draftTimer(a));
        advance(1);
      }
      const statuses = await Promise.all(
        frames.map(async (frame) => (await a.get(framePathIn(frame))).status),
      );
      expect(statuses).toEqual([404, 404, ...frames.slice(2).map(() => 200)]);
      expect((await a.get(framePathIn(saved))).status).toBe(200);
      expect((await b.get(framePathIn(others))).status).toBe(200);
    },
  );

  test('deletes a draft once', verifies('timers.frames.delete'), async () => {
    const { a } = await arrange();
    const frame = await draftTimer(a);
    const { status, text } = await a.delete(framePathIn(frame));
    expect({ status, text }).toEqual({ status: 204, text: '' });
    expectProblem(await a.delete(framePathIn(frame)), ...notFound);
    expectProblem(await a.get(framePathIn(frame)), ...notFound);
    expectProblem(await a.delete(framePathIn({ ...frame, timerFrameId: 'tf_unknown' })), ...notFound);
  });

  test('returns 403 for a store key on every timer operation', verifies('timers.store-key'), async () => {
    const { a, withStoreKey } = await arrange();
    const frame = await draftTimer(a);
    const { timerId } = await saveTimer(a, await draftTimer(a));
    const storeKey = await withStoreKey((await createStore(a, { sku: 'unique string' })).id);
    for (const path of [framePath(frame), '/v2/timer-frames/tf_unknown', '/v2/timer-frames/%00']) {
      expectProblem(await storeKey.get(path), ...forbidden);
      expectProblem(await storeKey.patch(path, {}), ...forbidden);
      expectProblem(await storeKey.delete(path), ...forbidden);
      expectProblem(await storeKey.post(`${path}/save`, {}), ...forbidden);
    }
    expectProblem(await storeKey.post('/v2/timer-frames', { conversationId: CONVERSATION }), ...forbidden);
    for (const id of [timerId, 0, 'x'])
      expectProblem(await storeKey.patch(`/v2/timers/${id}/target-date`, {}), ...forbidden);
  });
});
