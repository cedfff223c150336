import { expect, test } from 'vitest';
import { verifies } from '../../../../../../test/requirements.ts';
import type { DrawnLive } from '../../../media/live-scene.ts';
import type { Media } from '../../../media/media.ts';
import { accountPrincipal } from '../../../ports/access.ts';
import { memoryStorage } from '../../../storage/memory/index.ts';
import { createVitrine } from '../../../vitrine.ts';

const conversationId = 'c';
/** Milliseconds that an opening and its fallback take at most, on a busy machine. */
const OPENING_MAX = 4_000;

test(
  'an opening whose drawing is late shows the fallback, and the next one finds the picture',
  verifies('live-picture.deadline', 'live.pictures.always'),
  async () => {
    const drawing: { late: Promise<unknown> | null; readonly made: DrawnLive[] } = { late: null, made: [] };
    const media = {
      builtinFonts: [],
      checkLive: async () => ({ warnings: [], estimatedBytes: 1 }),
      async renderLive() {
        await drawing.late;
        const file: DrawnLive = { format: 'png', bytes: Uint8Array.of(drawing.made.length) };
        drawing.made.push(file);
        return file;
      },
      transparentPicture: () => new Uint8Array(9),
      close: async () => {},
    } as Pick<Media, 'builtinFonts' | 'checkLive' | 'renderLive' | 'transparentPicture' | 'close'> as Media;
    const vitrine = await createVitrine({ storage: memoryStorage(), media });
    const me = accountPrincipal((await vitrine.accounts.create('Test')).id);
    const { draftId } = await vitrine.liveImageDrafts.create(me, {
      conversationId,
      design: { variables: { color: {} }, layers: { badge: { type: 'shape', show: '{{ color }}' } } },
    });
    const saved = await vitrine.liveImageDrafts.save(me, draftId, { conversationId });
    const open = async () => {
      const image = await vitrine.publicImages.open(saved.productionUrl.slice(-12));
      if (image?.kind !== 'live') throw new Error('It is no live image.');
      const { signal } = new AbortController();
      const shown = await image.show({ query: new Map([['color', 'red']]), client: 'other', signal });
      return shown.draw();
    };
    const before = drawing.made.length;
    const { promise, resolve } = Promise.withResolvers<void>();
    drawing.late = promise;
    const begin = performance.now();
    expect(await open()).toEqual({ format: 'gif', bytes: new Uint8Array(9), isFallback: true });
    expect(performance.now() - begin).toBeLessThan(OPENING_MAX);
    expect(performance.now() - begin).toBeGreaterThan(1_000);
    expect(drawing.made).toHaveLength(before);
    resolve();
    // The drawing has gone on.
    await expect.poll(() => drawing.made.length).toBe(before + 1);
    expect(await open()).toMatchObject({ format: 'png', isFallback: false });
    await vitrine.close();
  },
);
