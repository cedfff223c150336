import type { ImageDetail, SavedTimerFrameResponse } from '@vitrine/core/contracts';
import { describe, expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { addRecord, createStore, expectRefused } from './arrange.ts';
import { type Client, pathOf } from './client.ts';
import { onOneStorage } from './world.ts';

const conversationId = 'data';
const HOUR = 3_600_000;

async function saveTimer(client: Client, target: object): Promise<SavedTimerFrameResponse> {
  const design = {
    width: 120,
    height: 40,
    frames: 1,
    labels: { show: false },
    layout: { padding: 0 },
    target,
  };
  const draft = await client.post<{ timerFrameId: string }>('/v2/timer-frames', { conversationId, design });
  expect(draft).toMatchObject({ status: 200 });
  const { timerFrameId } = draft.body;
  const saved = await client.post<SavedTimerFrameResponse>(`/v2/timer-frames/${timerFrameId}/save`, {
    conversationId,
  });
  expect(saved).toMatchObject({ status: 200 });
  return saved.body;
}

/** Opens a timer. Equal pictures have equal remaining times, because the clock of the test stands still for a minute. */
async function opened(
  client: Client,
  { productionUrl }: SavedTimerFrameResponse,
  query = '',
): Promise<string> {
  const { status, headers, bytes } = await client.get(`${pathOf(productionUrl)}${query}`);
  expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'image/gif' });
  return Buffer.from(bytes).toString('base64');
}

onOneStorage((arrange) => {
  describe('a timer with a target', () => {
    test('of the kind value counts to until', verifies('timers.target.value'), async () => {
      const { a, anonymous, now } = await arrange();
      const timer = await saveTimer(a, { kind: 'value', timeZone: 'Europe/Vienna' });
      const expired = await opened(anonymous, timer);
      // Hidden seconds would show rounding; five days are far from a change of the shown digits.
      const at = now() + 5 * 24 * HOUR + HOUR / 2;
      const pictures = new Set<string>();
      for (const until of [
        new Date(at).toISOString(),
        String(Math.floor(at / 1_000)),
        encodeURIComponent(encodeURIComponent(new Date(at).toISOString())),
      ]) {
        const picture = await opened(anonymous, timer, `?until=${until}`);
        expect(picture, until).not.toBe(expired);
        pictures.add(picture);
      }
      expect(pictures.size).toBeLessThanOrEqual(3);
      for (const query of ['?until=', '?until=soon', '?until={{until}}', '?until=2001-01-01', '?x=1']) {
        expect(await opened(anonymous, timer, query), query).toBe(expired);
      }
    });

    test(
      'of the kind value counts down from the opening without one',
      verifies('timers.target.missing'),
      async () => {
        const { a, anonymous } = await arrange();
        const plain = await saveTimer(a, { kind: 'value' });
        const kept = await saveTimer(a, { kind: 'value', missing: 'P60D' });
        expect(await opened(anonymous, kept)).not.toBe(await opened(anonymous, plain));
        expect(await opened(anonymous, kept, '?until=soon')).not.toBe(await opened(anonymous, plain));
        expect(await opened(anonymous, kept, '?until=2001-01-01')).toBe(await opened(anonymous, plain));
      },
    );

    test(
      'of the kind record counts to a property of a record',
      verifies('timers.target.record'),
      async () => {
        const { a, anonymous, now } = await arrange();
        const store = await createStore(a, {
          ...{ sku: 'unique string', region: 'unique string' },
          ...{ ends: 'datetime', seconds: 'number', text: 'string', stock: 'boolean' },
        });
        const at = new Date(now() + 40 * 24 * HOUR);
        await addRecord(a, store, {
          ...{ sku: 'A-1', region: 'AT', ends: at.toISOString(), stock: true },
          ...{ seconds: Math.floor(at.getTime() / 1_000), text: at.toISOString() },
        });
        await addRecord(a, store, { sku: 'A-2', region: 'AT', text: 'soon' });
        const key = { sku: '{{ sku | upcase }}', region: '{{ region }}' };
        for (const property of ['ends', 'seconds', 'text']) {
          const timer = await saveTimer(a, { kind: 'record', storeId: store.id, key, property });
          expect(timer.html).toContain('?sku={{sku}}&amp;region={{region}}');
          const expired = await opened(anonymous, timer);
          expect(await opened(anonymous, timer, '?sku=a-1&amp;region=AT'), property).not.toBe(expired);
          for (const query of [
            ...['?sku=A-1', '?sku=nowhere&region=AT', '?sku=A-2&region=AT', '?sku={{sku}}&region=AT'],
            `?sku=${'x'.repeat(5_000)}&region=%00`,
          ]) {
            expect(await opened(anonymous, timer, query), query).toBe(expired);
          }
        }
        const timer = await saveTimer(a, { kind: 'record', storeId: store.id, key, property: 'ends' });
        const image = (await a.get<ImageDetail>(`/v2/images/${timer.timerId}`)).body;
        expect(image.timer?.design.target).toEqual({
          ...{ kind: 'record', storeId: store.id, key, property: 'ends', timeZone: 'UTC', missing: null },
        });
        expect(image.timer?.expired).toBe(false);
        await a.delete(`/v2/stores/${store.id}`);
        expect(await opened(anonymous, timer, '?sku=A-1&region=AT')).toBe(await opened(anonymous, timer));
      },
    );
  });

  test('refuses a record that nothing has', verifies('timers.target.record'), async () => {
    const { a, b } = await arrange();
    const store = await createStore(a, { sku: 'unique string', ends: 'datetime', page: 'url_link' });
    const foreign = await createStore(b, { sku: 'unique string', ends: 'datetime' });
    const good = { kind: 'record', storeId: store.id, key: { sku: '{{ sku }}' }, property: 'ends' };
    const refused: [object, string[]][] = [
      [{ kind: 'record' }, ['storeId', 'key', 'property']],
      [{ ...good, storeId: foreign.id }, ['storeId']],
      [{ ...good, storeId: 'nothing' }, ['storeId']],
      [{ ...good, key: {} }, ['key']],
      [{ ...good, key: { skuu: 'x' } }, ['key.skuu']],
      [{ ...good, key: { sku: '{{ sku' } }, ['key.sku']],
      [{ ...good, key: { sku: '{% for a in b %}{% endfor %}' } }, ['key.sku']],
      [{ ...good, key: { sku: '{{ sku.length }}' } }, ['key.sku']],
      [{ ...good, property: 'end' }, ['property']],
      [{ ...good, property: 'page' }, ['property']],
      [{ ...good, missing: 'soon' }, ['missing']],
      [{ ...good, timeZone: 'Mars' }, ['timeZone']],
      [{ kind: 'value', timeZone: 'Mars' }, ['timeZone']],
      [{ property: 'ends' }, ['property']],
    ];
    for (const [target, members] of refused) {
      const paths = members.map((name) => `design.target.${name}`);
      expectRefused(await a.post('/v2/timer-frames', { conversationId, design: { target } }), paths);
    }
  });
});
