import type { TimerFrameResponse, TimerTargetDateResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { expectProblem, notFound } from './arrange.ts';
import { pathOf } from './client.ts';
import { CONVERSATION, colorAt, draftTimer, framePath, readGif, saveTimer } from './timer-arrange.ts';
import { onOneStorage } from './world.ts';

const MINUTE = 60_000;
/** Small, so that many are rendered and decoded quickly. */
const SMALL = { width: 200, height: 60, digits: { size: 24 }, labels: { show: false } } as const;

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();

onOneStorage((arrange) => {
  test(
    'serves a preview as a GIF of the current draft without a key',
    verifies('timers.preview', 'timers.preview.current', 'auth.path-tokens'),
    async () => {
      const { a, anonymous } = await arrange();
      const frame = await draftTimer(a, { ...SMALL, background: { color: '#ff0000' } });
      const first = await anonymous.get(pathOf(frame.previewUrl));
      expect(first.status).toBe(200);
      expect(first.headers.get('content-type')).toBe('image/gif');
      expect(first.headers.get('cache-control')).toBe('no-store');
      const shown = readGif(first.bytes);
      expect(shown).toMatchObject({ width: 200, height: 60 });
      expect(shown.frames).toHaveLength(60);
      expect(colorAt(shown, 0, 0)).toBe('#ff0000');
      const changes = { background: { color: '#00ff00' } };
      const json = { conversationId: CONVERSATION, changes };
      const changed = (await a.patch<TimerFrameResponse>(framePath(frame), json)).body;
      expect(changed.previewUrl).not.toBe(frame.previewUrl);
      for (const { previewUrl } of [frame, changed])
        expect(colorAt(readGif((await anonymous.get(pathOf(previewUrl))).bytes), 0, 0)).toBe('#00ff00');
      await saveTimer(a, frame);
      expect((await anonymous.get(pathOf(frame.previewUrl))).status).toBe(200);
    },
  );

  test(
    'serves a preview for 15 to 20 minutes, and returns 404 for a changed, swapped or expired token',
    verifies('timers.preview.token', 'errors.404.media'),
    async () => {
      const { a, b, anonymous, advance, now } = await arrange();
      const frame = await draftTimer(a, SMALL);
      const other = await draftTimer(a, SMALL);
      const elsewhere = await draftTimer(a, SMALL, { conversationId: 'chat-2' });
      const foreign = await draftTimer(b, SMALL);
      const life = Date.parse(frame.previewExpiresAt) - Date.parse(frame.date_created);
      expect(life).toBeGreaterThanOrEqual(15 * MINUTE);
      expect(life).toBeLessThanOrEqual(20 * MINUTE + 10_000);
      const [, v2, previews, token = '', conversation = '', id] = new URL(frame.previewUrl).pathname.split(
        '/',
      );
      const tokenOf = ({ previewUrl }: TimerFrameResponse) => new URL(previewUrl).pathname.split('/')[3];
      const flipped = (token.startsWith('A') ? 'B' : 'A') + token.slice(1);
      const wrong = [
        ...[flipped, token.slice(1), `${token}A`, 'x', '%00', 'a'.repeat(10_000)].map((bad) => [
          bad,
          conversation,
          id,
        ]),
        ...[other, elsewhere, foreign].map((draft) => [tokenOf(draft), conversation, id]),
        [token, 'chat-2', id],
        [token, conversation, other.timerFrameId],
        [token, conversation, foreign.timerFrameId],
        [token, conversation, 'tf_unknown'],
        [token, conversation, '%00'],
        [token, '%2e%2e%00', id],
      ];
      for (const path of wrong)
        expectProblem(await anonymous.get(`/${v2}/${previews}/${path.join('/')}`), ...notFound);
      advance(Date.parse(frame.previewExpiresAt) - now() - MINUTE);
      expect((await anonymous.get(pathOf(frame.previewUrl))).status).toBe(200);
      advance(MINUTE);
      expectProblem(await anonymous.get(pathOf(frame.previewUrl)), ...notFound);
      await a.delete(`${framePath(other)}?conversationId=${CONVERSATION}`);
      const fresh = await draftTimer(a, SMALL);
      await a.delete(`${framePath(fresh)}?conversationId=${CONVERSATION}`);
      expectProblem(await anonymous.get(pathOf(fresh.previewUrl)), ...notFound);
    },
  );

  test(
    'serves a production GIF uncached, without validators or a redirect, and HEAD without a length',
    verifies('timers.production.headers', 'timers.production.head'),
    async () => {
      const { a, anonymous } = await arrange();
      const { productionUrl } = await saveTimer(a, await draftTimer(a, SMALL));
      for (const suffix of ['', '.gif', '?first_name=Ana&v=7']) {
        const { status, headers, bytes } = await anonymous.get(pathOf(productionUrl + suffix));
        expect(status).toBe(200);
        expect(headers.get('content-type')).toBe('image/gif');
        expect(headers.get('cache-control')).toBe('no-store, no-cache, must-revalidate, max-age=0');
        expect(headers.get('etag')).toBeNull();
        expect(headers.get('last-modified')).toBeNull();
        expect(headers.get('location')).toBeNull();
        expect(Buffer.from(bytes.subarray(0, 6)).toString()).toBe('GIF89a');
      }
      const known = await anonymous.send('GET', pathOf(productionUrl), { headers: { 'if-none-match': '*' } });
      expect(known.status).toBe(200);
      const head = await anonymous.send('HEAD', pathOf(productionUrl));
      expect(head.status).toBe(200);
      expect(head.text).toBe('');
      expect(head.headers.get('content-type')).toBe('image/gif');
      // The length of a picture that was not rendered is unknown (RFC 9110, section 8.6).
      expect(head.headers.get('content-length')).toBeNull();
    },
  );

  test(
    'renders every opening for its own time: a later picture equals a later frame of an earlier one',
    verifies('timers.production.moment', 'timers.production.frame-0', 'timers.production.loop'),
    async () => {
      const { a, anonymous, advance } = await arrange();
      const { productionUrl } = await saveTimer(a, await draftTimer(a, { ...SMALL, loop: true }));
      const plain = await saveTimer(a, await draftTimer(a, SMALL));
      const open = async (url: string) => readGif((await anonymous.get(pathOf(url))).bytes);
      const first = await open(productionUrl);
      expect(first.frames).toHaveLength(60);
      expect(first.loops).toBe(0);
      expect((await open(plain.productionUrl)).loops).toBeNull();
      // Frame 0 is opaque: nothing of it depends on earlier pixels.
      expect(first.frames[0]?.every((value, index) => index % 4 !== 3 || value === 255)).toBe(true);
      advance(20_000);
      const [later] = (await open(productionUrl)).frames;
      const index = first.frames.findIndex((frame) => later !== undefined && frame.equals(later));
      // The clock advances while pictures are rendered.
      expect(index).toBeGreaterThanOrEqual(20);
      expect(index).toBeLessThan(50);
    },
  );

  test(
    'ends frames at the target, and shows the expired state after it',
    verifies('timers.production.stop', 'timers.target.next-open', 'timers.design.message'),
    async () => {
      const { a, anonymous, advance, now } = await arrange();
      const retarget = (id: number, ahead: number) =>
        a.patch<TimerTargetDateResponse>(`/v2/timers/${id}/target-date`, {
          targetDate: new Date(now() + ahead).toISOString(),
        });
      for (const [expired, isZeros] of [
        [{ behaviour: 'zeros' }, true],
        [{ behaviour: 'message' }, true],
        [{ behaviour: 'message', message: 'Over' }, false],
      ] as const) {
        const { timerId, productionUrl } = await saveTimer(a, await draftTimer(a, { ...SMALL, expired }));
        const open = async () => readGif((await anonymous.get(pathOf(productionUrl))).bytes);
        await retarget(timerId, 40_000);
        const ending = await open();
        expect(ending.frames.length).toBeGreaterThan(1);
        expect(ending.frames.length).toBeLessThanOrEqual(41);
        advance(41_000);
        const over = await open();
        expect(over.frames).toHaveLength(1);
        expect(ending.frames.at(-1)).toEqual(over.frames[0]);
        expect((await retarget(timerId, -MINUTE)).body.expired).toBe(true);
        expect((await open()).frames).toEqual(over.frames);
        const zeros = await saveTimer(a, await draftTimer(a, { ...SMALL, target: { date: inSeconds(-5) } }));
        const shownZeros = readGif((await anonymous.get(pathOf(zeros.productionUrl))).bytes);
        expect(shownZeros.frames[0]?.equals(over.frames[0] ?? Buffer.alloc(0))).toBe(isZeros);
        await retarget(timerId, 60 * MINUTE);
        expect((await open()).frames).toHaveLength(60);
      }
    },
  );
});
