import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { filesOf } from '../../packages/media/src/font/glyph-source.ts';
import { cover } from '../../packages/media/src/paint/coverage.ts';
import { GlyphStore } from '../../packages/media/src/text/glyph-store.ts';
import { prepared } from '../../packages/media/src/text/prepared-text.ts';
import { placeLine, setLine } from '../../packages/media/src/text/text-line.ts';
import { testSources } from '../../packages/media/src/timer/drawing/sample-scenes.ts';
import { executablePath, launch } from '../console/chromium.ts';
import { verifies } from '../requirements.ts';
import { SHAPED_SAMPLES, type ShapedSample } from './shaped-samples.ts';

// Draws the same text with the same font here and in Chromium, black on white, and compares the pixels.

const SIZE = 48;
const WIDTH = 900;
const HEIGHT = 120;
const ORIGIN = { x: 20, y: 80 };
/** Maximum mean difference of a pixel in the bounds of the text, of 255. Edges are smoothed in different ways. */
const MEAN_MAX = 4;

const load = () => Promise.reject(new Error('no uploaded fonts here'));

async function drawnHere({ text, source }: ShapedSample): Promise<Uint8Array> {
  const pieces = await prepared(text);
  const wanted = pieces.map((piece) => piece.text);
  const glyphs = await new GlyphStore(testSources).glyphs(source, load, wanted, { account: null });
  expect(
    wanted.filter((piece) => !glyphs.has(piece)),
    'missing glyphs',
  ).toEqual([]);
  const placed = placeLine(setLine(pieces, glyphs), glyphs, { size: SIZE, ...ORIGIN });
  const mask = cover(placed, { x: 0, y: 0, width: WIDTH, height: HEIGHT });
  const grey = new Uint8Array(WIDTH * HEIGHT).fill(255);
  mask?.coverage.forEach((covered, at) => {
    const [x, y] = [mask.x + (at % mask.width), mask.y + Math.floor(at / mask.width)];
    grey[y * WIDTH + x] = 255 - covered;
  });
  return grey;
}

async function pageOf({ text, source }: ShapedSample): Promise<string> {
  const { files } = await filesOf(source, load, Array.from(text));
  const faces = files.map(
    (bytes, at) =>
      `@font-face{font-family:f${at};font-weight:100 900;src:url(data:font/woff2;base64,${Buffer.from(bytes).toString('base64')})}`,
  );
  const families = files.map((_, at) => `f${at}`).join(',');
  return `<!doctype html><style>${faces.join('')}body{margin:0;background:#fff}
    text{font:400 ${SIZE}px ${families};text-rendering:geometricPrecision}</style>
    <svg width="${WIDTH}" height="${HEIGHT}"><text x="${ORIGIN.x}" y="${ORIGIN.y}">${text}</text></svg>`;
}

function meanDifference(one: Uint8Array, other: Uint8Array): number {
  const isInk = (at: number) => (one[at] ?? 0) < 255 || (other[at] ?? 0) < 255;
  const ink = Array.from(one.keys()).filter(isInk);
  const columns = ink.map((at) => at % WIDTH);
  const rows = ink.map((at) => Math.floor(at / WIDTH));
  const width = Math.max(...columns) - Math.min(...columns) + 1;
  const height = Math.max(...rows) - Math.min(...rows) + 1;
  const sum = ink.reduce((total, at) => total + Math.abs((one[at] ?? 0) - (other[at] ?? 0)), 0);
  return sum / (width * height);
}

describe.skipIf(executablePath === null)('a shaped text looks as in Chromium', async () => {
  if (executablePath === null) return;
  const browser = await launch(['--font-render-hinting=none', '--disable-lcd-text']);
  afterAll(() => browser.close());
  const table: string[] = [];
  afterAll(() => console.log(['mean difference of a pixel, of 255', ...table].join('\n')));

  test.each(SHAPED_SAMPLES)('$script', verifies('timer-picture.scripts'), async (sample) => {
    const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
    await page.setContent(await pageOf(sample));
    await page.evaluate('document.fonts.ready');
    const screenshot = await page.screenshot();
    await page.close();
    const theirs = await sharp(screenshot).removeAlpha().extractChannel(0).raw().toBuffer();
    const ours = await drawnHere(sample);
    const mean = meanDifference(ours, theirs);
    table.push(`${sample.script.padEnd(20)} ${mean.toFixed(2)}`);
    if (process.env.SHAPING_PICTURES) {
      const both = Buffer.concat([ours, theirs]);
      await sharp(both, { raw: { width: WIDTH, height: 2 * HEIGHT, channels: 1 } })
        .png()
        .toFile(`${process.env.SHAPING_PICTURES}/${sample.script}.png`);
    }
    expect(mean).toBeLessThan(MEAN_MAX);
  });
});
