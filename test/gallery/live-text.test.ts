import type { LiveTextLayer } from '@vitrine/core/server';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import type { GlyphSource } from '../../packages/media/src/font/glyph-source.ts';
import { drawnLive, placedText, sampleLive, sampleText } from '../../packages/media/src/live/sample-lives.ts';
import { executablePath, launch } from '../console/chromium.ts';
import { verifies } from '../requirements.ts';
import { livePage } from './live-page.ts';

// Draws the same texts in the same boxes here and in Chromium, and compares the pixels.

const WIDTH = 400;
const HEIGHT = 140;
/** Maximum mean difference of a pixel in the box of the text, of 255. Edges are smoothed in different ways. */
const MEAN_MAX = 4;

interface Sample {
  readonly name: string;
  readonly text: string;
  readonly font: number;
  readonly changes?: Partial<LiveTextLayer>;
  /** The fonts for letters that the font lacks. */
  readonly others?: readonly GlyphSource[];
}

const noto = (family: 'arabic' | 'thai' | 'jp' | 'kr'): GlyphSource => ({
  fallback: { family: `noto-sans-${family}`, weight: 400 },
});

const LONG =
  'A very long product name that no box can hold, because it goes on and on until the reader gives up';

const SAMPLES: readonly Sample[] = [
  { name: 'lines', font: 1, text: 'Hi Jana, AVATAR Tote “Wave” is only 49.90 today. Type a new word.' },
  {
    ...{ name: 'centre', font: 12, text: 'Your order ships Tuesday, 17 March — free returns' },
    changes: { align: 'center', valign: 'middle' },
  },
  {
    ...{ name: 'lower right', font: 8, text: 'Total €1,234.50 incl. VAT' },
    changes: { align: 'right', valign: 'bottom' },
  },
  { name: 'one line that is cut', font: 3, text: LONG, changes: { fit: 'truncate' } },
  { name: 'lines that are cut', font: 5, text: LONG.repeat(2) },
  { name: 'a word that is broken', font: 2, text: 'AbCdEfGhIj'.repeat(50) },
  { name: 'smaller letters', font: 1, text: LONG, changes: { fit: 'shrink', height: 60, minSize: 8 } },
  { name: 'a line height', font: 7, text: 'Two lines\nwith some space', changes: { lineHeight: 1.75 } },
  { name: 'a tight line height', font: 15, text: 'Two lines\nwithout space', changes: { lineHeight: 0.9 } },
  { name: 'Czech', font: 9, text: 'Vybráno pro vás, Žofie: stůl za 1 290 Kč' },
  { name: 'Cyrillic', font: 16, text: 'Здравствуйте, Анна! Ваш заказ № 1234 уже в пути.' },
  { name: 'Greek', font: 4, text: 'Καλημέρα Ελένη, μόνο 49,90 € σήμερα' },
  {
    ...{
      name: 'Hebrew with numbers',
      font: 5,
      text: 'שלום יעל, ההזמנה 1234-56 (3) יוצאת מחר ב-17:30, ₪349.90',
    },
    changes: { align: 'right' },
  },
  {
    ...{ name: 'Arabic with numbers', font: 1, text: 'مرحبًا ليلى، طلبك رقم 1234 سيصل غدًا الساعة 17:30' },
    ...{ changes: { align: 'right' }, others: [noto('arabic')] },
  },
  { name: 'Hindi', font: 16, text: 'नमस्ते प्रिया, आपका ऑर्डर 1234 कल पहुँचेगा' },
  { name: 'Thai', font: 1, text: 'สวัสดีคุณมานี คำสั่งซื้อของคุณจะจัดส่งพรุ่งนี้', others: [noto('thai')] },
  { name: 'Japanese', font: 1, text: '田中さん、ご注文の商品は\n明日発送されます。', others: [noto('jp')] },
  { name: 'Korean', font: 1, text: '지민 님, 주문하신 상품이\n내일 발송됩니다', others: [noto('kr')] },
];

describe.skipIf(executablePath === null)('a text of a live image looks as in Chromium', async () => {
  if (executablePath === null) return;
  const browser = await launch(['--font-render-hinting=none', '--disable-lcd-text']);
  afterAll(() => browser.close());

  test.each(SAMPLES)(
    '$name',
    verifies('live-picture.scripts'),
    async ({ name, text, font, changes, others }) => {
      const source = { builtin: font };
      const layer = sampleText(text, {
        ...{ x: 20, y: 20, width: 360, height: 100, size: 26, fit: 'wrap', font: source },
        ...changes,
      });
      const locale = name === 'Japanese' ? 'ja' : 'en';
      const scene = sampleLive([layer], { width: WIDTH, height: HEIGHT, locale });
      const { placed } = await placedText(scene, layer);
      const html = await livePage(scene, {
        fontsOf: () => [source, ...(others ?? [])],
        sizeOf: () => placed.size,
      });
      const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
      await page.setContent(html);
      await page.evaluate('document.fonts.ready');
      const theirs = await greyOf(await page.screenshot(), layer);
      await page.close();
      const ours = await greyOf((await drawnLive(scene)).bytes, layer);
      const sum = ours.reduce((total, value, at) => total + Math.abs(value - (theirs[at] ?? 0)), 0);
      expect(ours.filter((value) => value < 128).length).toBeGreaterThan(200);
      expect(sum / ours.length).toBeLessThanOrEqual(MEAN_MAX);
    },
  );
});

function greyOf(picture: Uint8Array, { x: left, y: top, width, height }: LiveTextLayer): Promise<Buffer> {
  const box = { left, top, width, height };
  return sharp(picture).extract(box).removeAlpha().greyscale().raw().toBuffer();
}
