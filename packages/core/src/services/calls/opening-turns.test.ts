import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import type { Media } from '../../media/media.ts';
import { accountPrincipal } from '../../ports/access.ts';
import { memoryStorage } from '../../storage/memory/index.ts';
import type { Storage } from '../../storage/storage.ts';
import { createVitrine } from '../../vitrine.ts';
import { openingTurns } from './opening-turns.ts';

const conversationId = 'c';
const OPENINGS = 1_500;

const facts = {
  ...{
    family: 'Inter',
    style: 'Regular',
    fullName: 'Inter',
    weight: 400,
    italic: false,
    format: 'ttf' as const,
  },
  ...{ variable: false, glyphCount: 200, hasDigits: true, bytes: 3 },
};
const media = {
  builtinFonts: [{ id: 1, facts }],
  checkLive: async () => ({ warnings: [], estimatedBytes: 1 }),
  renderLive: async () => ({ format: 'png', bytes: new Uint8Array(1) }),
  transparentPicture: () => new Uint8Array(1),
  close: async () => {},
} as Pick<Media, 'builtinFonts' | 'checkLive' | 'renderLive' | 'transparentPicture' | 'close'> as Media;

/** Returns a storage that needs a turn of the event loop for a record, and the accounts whose records were read. */
function slowStorage(): { storage: Storage; reads: string[] } {
  const inner = memoryStorage();
  const reads: string[] = [];
  const get: Storage['records']['get'] = async (store, ...rest) => {
    reads.push(store.accountId);
    await nextTurn();
    return inner.records.get(store, ...rest);
  };
  return { storage: { ...inner, records: { ...inner.records, get } }, reads };
}

async function arrange() {
  const { storage, reads } = slowStorage();
  const vitrine = await createVitrine({ storage, media });

  /** Creates an account with an open live image of its records. */
  async function arrangeShop(name: string) {
    const me = accountPrincipal((await vitrine.accounts.create(name)).id);
    const { id: storeId } = await vitrine.stores.create(me, {
      name: 'Products',
      properties: [{ name: 'sku', type: 'string', unique: true }],
    });
    const { draftId } = await vitrine.liveImageDrafts.create(me, {
      conversationId,
      design: {
        variables: { sku: {} },
        sources: { product: { kind: 'record', storeId, key: { sku: '{{ sku }}' } } },
        layers: { title: { type: 'text', text: '{{ product.sku | default: "none" }}' } },
      },
    });
    const saved = await vitrine.liveImageDrafts.save(me, draftId, { conversationId });
    const opened = await vitrine.publicImages.open(saved.productionUrl.slice(-12));
    if (opened?.kind !== 'live') throw new Error('It is no live image.');
    const open = (sku: string) =>
      opened.show({ query: new Map([['sku', sku]]), client: 'other', signal: new AbortController().signal });
    return { open, account: me.accountId };
  }

  const [attacked, other] = [await arrangeShop('Attacked'), await arrangeShop('Other')];
  reads.length = 0;
  return { vitrine, attacked, other, reads };
}

test(
  'an open image that is enumerated delays the openings of its account only',
  verifies('live.openings.turns'),
  async () => {
    const { vitrine, attacked, other, reads } = await arrange();
    const flood = Array.from({ length: OPENINGS }, (_, at) => attacked.open(`A-${at}`));
    expect((await other.open('B-1')).dependence).toBe('data');
    // Openings of the attacked account held all turns, but not those that are reserved.
    expect(reads.indexOf(other.account)).toBeLessThan(20);
    expect(reads.filter((account) => account === attacked.account).length).toBeLessThan(100);
    const shown = await Promise.all(flood);
    // All are answered: the first ones with their picture, those beyond the queue with the fallback.
    const fallbacks = shown.filter(({ dependence }) => dependence === null).length;
    expect(fallbacks).toBeGreaterThan(OPENINGS / 2);
    expect(fallbacks).toBeLessThan(OPENINGS);
    const queue = vitrine.metrics().filter(({ labels }) => labels?.queue === 'openings');
    const refused = queue.find(({ labels }) => labels?.reason === 'full')?.value ?? 0;
    expect(refused).toBeGreaterThan(OPENINGS / 2);
    expect(refused).toBeLessThanOrEqual(fallbacks);
    await vitrine.close();
  },
);

test('openings that wait leave the event loop to others', verifies('live.openings.turns'), async () => {
  const { vitrine, attacked, reads } = await arrange();
  const flood = Array.from({ length: 400 }, (_, at) => attacked.open(`A-${at}`));
  let most = 0;
  for (let before = 0; before < 400; before = reads.length) {
    await nextTurn();
    most = Math.max(most, reads.length - before);
  }
  expect(most).toBeLessThanOrEqual(20);
  await Promise.all(flood);
  await vitrine.close();
});

test(
  'openings whose storage hangs give their turns to later ones',
  verifies('live.pictures.away'),
  async () => {
    vi.useFakeTimers();
    try {
      const { run } = openingTurns();
      const caller = { account: 'a' };
      const hung = Array.from({ length: 20 }, () => run(caller, () => new Promise(() => {})));
      for (const one of hung) one.catch(() => {});
      await vi.advanceTimersByTimeAsync(2_001);
      expect(await run(caller, async () => 'read')).toBe('read');
    } finally {
      vi.useRealTimers();
    }
  },
);
