import type { ImageDetail, Page, SavedTimerFrameResponse, TimerFrameResponse } from '@vitrine/core/contracts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { expectRefused } from './arrange.ts';
import { pathOf } from './client.ts';
import { fontFile } from './samples.ts';
import { CONVERSATION, draftTimer, framePath, framePathIn, readGif, saveTimer } from './timer-arrange.ts';
import { onOneStorage } from './world.ts';

onOneStorage((arrange) => {
  test(
    'saves a draft as a timer image that lists and details contain',
    verifies('timers.save', 'timers.image'),
    async () => {
      const { a } = await arrange();
      const design = {
        width: 300,
        height: 80,
        scale: 2,
        digits: { size: 40 },
        altText: 'Sale "ends" <soon>',
        target: { date: '2030-01-01T00:00:00', timeZone: 'Europe/Berlin' },
      } as const;
      const frame = await draftTimer(a, design);
      const saved = await saveTimer(a, frame, { name: 'Summer sale', folder: 'Campaigns' });
      expect(saved).toEqual({
        imageId: expect.any(Number),
        timerId: saved.imageId,
        name: 'Summer sale',
        type: 'timer',
        productionUrl: expect.stringMatching(/\/i\/[\w-]{12}$/),
        renderedUrl: `${saved.productionUrl}?v=1`,
        html: `<img src="${saved.productionUrl}" width="300" height="80" alt="Sale &quot;ends&quot; &lt;soon&gt;" style="display:block;border:0;max-width:100%;height:auto">`,
        targetDate: '2029-12-31T23:00:00.000Z',
        timeZone: 'Europe/Berlin',
      });
      const image = (await a.get<ImageDetail>(`/v2/images/${saved.imageId}`)).body;
      expect(image).toMatchObject({
        name: 'Summer sale',
        type: 'timer',
        folder: 'Campaigns',
        active: true,
        width: 600,
        height: 160,
        format: 'gif',
        animated: true,
        productionUrl: saved.productionUrl,
        renderedUrl: saved.renderedUrl,
        html: saved.html,
        timer: {
          targetDate: saved.targetDate,
          timeZone: saved.timeZone,
          expired: false,
          design: frame.design,
        },
      });
      expect(image.bytes).toBeGreaterThan(1_000);
      expect((await a.get<Page<unknown>>('/v2/images?type=timer')).body.items).toHaveLength(1);
      expect((await a.get<Page<unknown>>('/v2/images?type=static')).body.items).toEqual([]);
      expect((await a.post('/v2/images/lookup', { url: saved.renderedUrl })).body).toMatchObject({
        id: saved.imageId,
      });
      const thumbnail = await a.get(pathOf(image.thumbnailUrl));
      expect(thumbnail.status).toBe(200);
      expect(thumbnail.headers.get('content-type')).toBe('image/webp');
    },
  );

  test('names the image after the draft if no name is given', verifies('timers.save'), async () => {
    const { a } = await arrange();
    const named = await saveTimer(a, await draftTimer(a, {}, { name: 'From the draft' }));
    expect(named).toMatchObject({
      name: 'From the draft',
      html: expect.stringContaining('alt="From the draft"'),
    });
    expect((await saveTimer(a, await draftTimer(a), { folder: null })).name).toBe('Countdown');
    const path = `${framePath(await draftTimer(a))}/save`;
    for (const name of [' ', 5, 'n'.repeat(201), 'a\u0000'])
      expectRefused(await a.post(path, { conversationId: CONVERSATION, name }), ['name']);
    expectRefused(await a.post(path, { conversationId: CONVERSATION, folder: 5, x: 1 }), ['folder', 'x']);
    expect((await a.get<Page<unknown>>('/v2/images')).body.items).toHaveLength(2);
  });

  test(
    'returns the same image for repeated and concurrent saves',
    verifies('timers.save.again'),
    async () => {
      const { a } = await arrange();
      const frame = await draftTimer(a);
      const saves = await Promise.all(
        ['a', 'b', 'c', 'd'].map((name) =>
          a.post<SavedTimerFrameResponse>(`${framePath(frame)}/save`, { conversationId: CONVERSATION, name }),
        ),
      );
      expect(saves.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(new Set(saves.map(({ text }) => text)).size).toBe(1);
      expect(await saveTimer(a, frame, { name: 'later' })).toEqual(saves[0]?.body);
      expect((await a.get<Page<unknown>>('/v2/images')).body.items).toHaveLength(1);
      expectRefused(await a.post(`${framePath(frame)}/save`, { conversationId: CONVERSATION, x: 1 }), ['x']);
    },
  );

  test(
    'makes a saved draft read-only, and keeps its image when it is deleted',
    verifies('timers.save.read-only', 'timers.save.delete'),
    async () => {
      const { a } = await arrange();
      const frame = await draftTimer(a);
      const { imageId, productionUrl } = await saveTimer(a, frame);
      const read = await a.get<TimerFrameResponse>(framePathIn(frame));
      expect(read.body).toMatchObject({
        status: 'saved',
        revision: 1,
        design: frame.design,
        expiresAt: frame.expiresAt,
      });
      for (const changes of [{ frames: 5 }, {}])
        expectRefused(await a.patch(framePath(frame), { conversationId: CONVERSATION, changes }), ['']);
      expect((await a.delete(framePathIn(frame))).status).toBe(204);
      expect((await a.get(framePathIn(frame))).status).toBe(404);
      expect((await a.get(`/v2/images/${imageId}`)).status).toBe(200);
      expect((await a.get(pathOf(productionUrl))).status).toBe(200);
    },
  );

  test(
    'renders a saved timer unchanged after its font and its pictures were deleted',
    verifies('timers.save.pinned'),
    async () => {
      const { a, vitrine, principal } = await arrange();
      const file = { bytes: fontFile(), name: 'bebas.woff2' };
      const { id: fontId } = await vitrine.fonts.upload(principal, { file });
      const photo = sharp({ create: { width: 60, height: 40, channels: 3, background: '#3366cc' } });
      const picture = { bytes: await photo.png().toBuffer(), name: 'photo.png' };
      const { id: imageId } = await vitrine.images.add(principal, { file: picture });
      const design = {
        target: { date: '2020-01-01' },
        digits: { fontId },
        labels: { fontId },
        background: { imageId },
      };
      const frame = await draftTimer(a, design);
      expect(frame.warnings).toEqual([
        'design.target.date: It is past, so the timer shows its expired state.',
      ]);
      const { productionUrl } = await saveTimer(a, frame);
      const before = await a.get(pathOf(productionUrl));
      const unpinned = await draftTimer(a, design);
      expect((await a.delete(`/v2/fonts/${fontId}`)).status).toBe(204);
      expect((await a.delete(`/v2/images/${imageId}`)).status).toBe(204);
      const after = await a.get(pathOf(`${productionUrl}.gif?again=1`));
      expect(readGif(after.bytes).frames).toEqual(readGif(before.bytes).frames);
      const read = await a.get<TimerFrameResponse>(framePathIn(frame));
      expect(read.body.warnings).toEqual(frame.warnings);
      // A draft warns of the missing resources, and is rendered with the remaining ones.
      const { body } = await a.get<TimerFrameResponse>(framePathIn(unpinned));
      expect(body.warnings.filter((warning) => /fontId|imageId/.test(warning))).toHaveLength(3);
      expect((await a.get(pathOf(body.previewUrl))).status).toBe(200);
      expectRefused(await a.post(`${framePath(unpinned)}/save`, { conversationId: CONVERSATION }), [
        'design.digits.fontId',
        'design.labels.fontId',
        'design.background.imageId',
      ]);
    },
  );
});
