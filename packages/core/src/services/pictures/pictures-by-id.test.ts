import { expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { ForbiddenError, NotFoundError, ValidationError } from '../../ground/errors.ts';
import type { LiveScene } from '../../media/live-scene.ts';
import type { Media } from '../../media/media.ts';
import { accountPrincipal } from '../../ports/access.ts';
import { memoryStorage } from '../../storage/memory/index.ts';
import { createVitrine } from '../../vitrine.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const conversationId = 'chat';

function textOfLayer(layer: LiveScene['layers'][number]): string {
  if (layer.type === 'timer') return `${layer.countdown.secondsLeft} s`;
  return layer.type === 'text' ? layer.text : layer.type;
}

const unused = () => Promise.reject(new Error('not of this test'));
const facts = {
  ...{ family: 'Inter', style: 'Regular', fullName: 'Inter', weight: 400, italic: false },
  ...{ format: 'ttf' as const, variable: false, glyphCount: 200, hasDigits: true, bytes: 3 },
};

/** Draws texts: of a timer its seconds, of a live image its texts and the seconds of its timers. */
const media: Media = {
  readImage: async (bytes) => ({ bytes, format: 'jpeg', width: 4, height: 3, animated: false }),
  thumbnail: unused,
  readFont: unused,
  builtinFonts: [1, 2].map((id) => ({ id, facts })),
  builtinSample: unused,
  fetchFont: unused,
  fetchPicture: async () => ({ result: 'none' }),
  renderTimer: async (_scene, { secondsLeft }) => Buffer.from(`${secondsLeft} s`),
  checkTimer: async () => ({ warnings: [], estimatedBytes: 0 }),
  transparentPicture: () => new Uint8Array(),
  renderLive: async ({ layers }) => ({
    format: 'png',
    bytes: Buffer.from(layers.map(textOfLayer).join()),
  }),
  checkLive: async () => ({ warnings: [], estimatedBytes: 0 }),
  close: async () => {},
};

async function arrange() {
  const vitrine = await createVitrine({ storage: memoryStorage(), media, clock: () => NOW });
  const account = async (name: string) => accountPrincipal((await vitrine.accounts.create(name)).id);
  const [me, other] = [await account('Mine'), await account('Other')];
  return {
    ...{ vitrine, me, other },
    async timer(target: object): Promise<number> {
      const frame = await vitrine.timerFrames.create(me, { conversationId, design: { target } });
      return (await vitrine.timerFrames.save(me, frame.timerFrameId, { conversationId })).imageId;
    },
    async live(text: string): Promise<number> {
      const draft = await vitrine.liveImageDrafts.create(me, {
        conversationId,
        design: { variables: { name: { sample: 'Ann' } }, layers: { title: { type: 'text', text } } },
      });
      return (await vitrine.liveImageDrafts.save(me, draft.draftId, { conversationId })).imageId;
    },
  };
}

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString();

test(
  'an image of any type is opened by its id, also after its deletion',
  verifies('library.pictures'),
  async () => {
    const { vitrine, me, other, timer, live } = await arrange();
    const { id } = await vitrine.images.add(me, { file: { bytes: Uint8Array.of(1, 2), name: 'x.jpg' } });
    const open = async (imageId: number) => {
      const { format, bytes } = await vitrine.images.open(me, imageId);
      return [format, textOf(bytes)];
    };
    expect(await open(id)).toEqual(['jpeg', '\x01\x02']);
    await vitrine.images.delete(me, id);
    expect(await open(id)).toEqual(['jpeg', '\x01\x02']);
    expect(await open(await timer({ date: '2026-06-01T12:00:10', timeZone: 'UTC' }))).toEqual([
      'gif',
      '10 s',
    ]);
    expect(await open(await live('Hello {{ name }}'))).toEqual(['png', 'Hello Ann']);
    await expect(vitrine.images.open(other, id)).rejects.toThrow(NotFoundError);
    const storeKey = { kind: 'store', accountId: me.accountId, storeId: 's', key: null } as const;
    await expect(vitrine.images.open(storeKey, id)).rejects.toThrow(ForbiddenError);
  },
);

test(
  'a timer is drawn for a moment, a start and the variables of its URL',
  verifies('library.pictures'),
  async () => {
    const { vitrine, me, other, timer } = await arrange();
    const dated = await timer({ date: '2026-06-01T15:00:00', timeZone: 'Europe/Vienna' });
    const render = async (id: number, opening?: object) =>
      textOf(await vitrine.timers.render(me, id, opening));
    expect(await render(dated)).toBe('3600 s');
    expect(await render(dated, { at: '2026-06-01T14:59:00' })).toBe('60 s');
    expect(await render(dated, { at: new Date('2026-06-01T12:59:30Z') })).toBe('30 s');
    expect(await render(dated, { at: '2027-01-01' })).toBe('0 s');
    const evergreen = await timer({ kind: 'evergreen', duration: 'PT1H' });
    expect(await render(evergreen, { start: '2026-06-01T11:30:00Z' })).toBe('1800 s');
    expect(await render(evergreen, { start: '2026-06-01T11:30:00Z', at: '2026-06-01T12:29:00Z' })).toBe(
      '60 s',
    );
    const value = await timer({ kind: 'value', timeZone: 'Europe/Vienna' });
    expect(await render(value, { variables: { until: '2026-06-01T14:00:20' } })).toBe('20 s');
    const store = await vitrine.stores.create(me, {
      name: 'Offers',
      properties: [
        { name: 'sku', type: 'string', unique: true },
        { name: 'ends', type: 'datetime' },
      ],
    });
    await vitrine.records.add(me, store.id, { sku: 'A', ends: '2026-06-01T12:05:00Z' });
    const target = { kind: 'record', storeId: store.id, key: { sku: '{{ sku }}' }, property: 'ends' };
    expect(await render(await timer(target), { variables: { sku: 'A' } })).toBe('300 s');
    await expect(render(dated, { at: 'soon' })).rejects.toThrow(ValidationError);
    await expect(vitrine.timers.render(other, dated)).rejects.toThrow(NotFoundError);
  },
);

test('a live image is drawn for its variables and a moment', verifies('library.pictures'), async () => {
  const { vitrine, me, other, live } = await arrange();
  const id = await live("{{ name }} {{ now | date: '%d.%m.%Y' }}");
  const render = async (opening?: object) => {
    const { format, bytes } = await vitrine.liveImages.render(me, id, opening);
    return `${format} ${textOf(bytes)}`;
  };
  expect(await render()).toBe('png Ann 01.06.2026');
  expect(await render({ variables: { name: 'Bob' }, at: '2026-12-24' })).toBe('png Bob 24.12.2026');
  expect(await render({ at: new Date('2027-01-02T00:00:00Z') })).toBe('png Ann 02.01.2027');
  await expect(render({ at: 'soon' })).rejects.toThrow(ValidationError);
  await expect(render({ variables: { name: 5 } })).rejects.toThrow(ValidationError);
  await expect(vitrine.liveImages.render(other, id)).rejects.toThrow(NotFoundError);
});

test('a draft of a timer is drawn for a moment, with the record that it has then', async () => {
  const { vitrine, me } = await arrange();
  const store = await vitrine.stores.create(me, {
    name: 'Offers',
    properties: [
      { name: 'day', type: 'string', unique: true },
      { name: 'ends', type: 'datetime' },
    ],
  });
  await vitrine.records.add(me, store.id, { day: '24.12.2026', ends: '2026-12-24T12:05:00Z' });
  const key = { day: "{{ now | date: '%d.%m.%Y' }}" };
  const { timerFrameId } = await vitrine.timerFrames.create(me, {
    conversationId,
    design: { target: { kind: 'record', storeId: store.id, key, property: 'ends' } },
  });
  const look = async (opening: object) =>
    textOf((await vitrine.timerFrames.look(me, timerFrameId, { conversationId, ...opening })).bytes);
  expect(await look({ at: '2026-12-24T12:00:00' })).toBe('300 s');
  expect(await look({})).toBe('0 s');
});
