import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { expectedLink, followClick, openPicture } from '../../examples/live-image/openings.ts';
import { openShop, type Shop } from '../../examples/live-image/shop.ts';
import { executablePath, launch } from '../console/chromium.ts';
import { isNightly } from '../nightly.ts';
import { verifies } from '../requirements.ts';
import { RETRIES } from '../retries.ts';
import { TEST_PATIENCE } from '../shared-media.ts';
import { BOXES, type Box, kindOf, type Opening, pageOf } from './example-page.ts';

const PICTURES = isNightly ? 20 : 3;
/** Maximum mean difference of a pixel in a box, of 255. Edges are smoothed in different ways. */
const MEAN_MAX = 4;

describe.skipIf(executablePath === null)('the pictures of the example', async () => {
  if (executablePath === null) return;
  const browser = await launch(['--font-render-hinting=none', '--disable-lcd-text']);
  afterAll(() => browser.close());

  /** Returns openings of sold out, of cheap and of other products in turns. */
  function chosenOpenings({ contacts, products }: Shop): Opening[] {
    const counts = new Map<string, number>();
    const openings = contacts.map((contact): { opening: Opening; turn: number } => {
      const product = products.get(contact.sku);
      if (product === undefined) throw new Error(`There is no product ${contact.sku}.`);
      const turn = counts.get(kindOf(product)) ?? 0;
      counts.set(kindOf(product), turn + 1);
      return { opening: { contact, product }, turn };
    });
    expect(counts.size).toBe(3);
    return openings
      .sort((a, b) => a.turn - b.turn)
      .slice(0, PICTURES)
      .map(({ opening }) => opening);
  }

  test('look as Chromium draws the same data, and their clicks lead where the data say', {
    ...verifies('live-picture.scripts', 'live.rules.first', 'live.clicks'),
    retry: RETRIES,
  }, async ({ onTestFinished }) => {
    const shop = await openShop(PICTURES * 10, { patience: TEST_PATIENCE });
    onTestFinished(shop.stop);
    const page = await browser.newPage({ viewport: { width: 600, height: 200 } });
    for (const opening of chosenOpenings(shop)) {
      const { contact, product } = opening;
      await page.setContent(await pageOf(opening));
      await page.evaluate('document.fonts.ready');
      const theirs = await page.screenshot();
      const ours = Buffer.from(await (await openPicture(contact.liveUrl)).arrayBuffer());
      const { format, pages = 1 } = await sharp(ours).metadata();
      const isSoldOut = product.stock === 0;
      expect(isSoldOut ? pages : `${format} ${pages}`).toBe(isSoldOut ? 1 : 'gif 5');
      for (const [name, box] of Object.entries(BOXES)) {
        const difference = await differenceIn(box, ours, theirs);
        expect(difference, `${name} of ${JSON.stringify(opening)}`).toBeLessThanOrEqual(MEAN_MAX);
      }
      expect(await followClick(contact.liveClickUrl)).toBe(expectedLink(product, contact));
    }
  });
});

async function differenceIn(box: Box, ours: Uint8Array, theirs: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all(
    [ours, theirs].map((picture) =>
      sharp(picture).extract(box).removeAlpha().toColorspace('srgb').raw().toBuffer(),
    ),
  );
  if (a === undefined || b === undefined || a.length !== b.length) throw new Error('The sizes differ.');
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
}
