import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { LiveLayer, LiveTextLayer } from '@vitrine/core/server';
import { createMedia } from '@vitrine/media';
import { launch } from '../../console/chromium.ts';
import { livePage } from '../../gallery/live-page.ts';
import { TEST_PATIENCE } from '../../shared-media.ts';
import { INTER_BOLD, offerScene } from './offer-scene.ts';

// The process that draws pictures in one way: receives how many, and returns the milliseconds that they took, one after the
// other. No other way of drawing shares its memory.

export type DrawingWay = 'ours' | 'satori' | 'pages' | 'page';

export interface DrawOrder {
  readonly count: number;
  /** Draws the same picture each time. Default: one that was never seen before. */
  readonly isCached?: boolean;
}

export interface DrawResult {
  readonly milliseconds: number;
  /** Processor time of this process, without its children. */
  readonly cpu: number;
}

const CALLER = { account: 'bench' };
const PEERS = { satori: '0.63.2', '@resvg/resvg-js': '2.6.2' };
const SIZE = { width: 600, height: 200 };

/** Draws the picture of the nth reader. */
type Draw = (n: number) => Promise<Uint8Array>;

async function byUs(): Promise<Draw> {
  const media = createMedia({ patience: TEST_PATIENCE });
  return async (n) => (await media.renderLive(offerScene(n), CALLER)).bytes;
}

interface Peers {
  satori(element: object, options: object): Promise<string>;
  Resvg: new (svg: string, options: object) => { render(): { asPng(): Uint8Array } };
}

/** Returns satori and resvg, which are installed beside the project. */
function peers(): Peers {
  const folder = join(homedir(), '.cache', 'vitrine-bench');
  mkdirSync(folder, { recursive: true });
  const require = createRequire(join(folder, 'peers.js'));
  const [satoriName, resvgName] = Object.keys(PEERS) as [string, string];
  const load = () => ({ satori: require(satoriName).default, Resvg: require(resvgName).Resvg });
  try {
    return load();
  } catch {
    const wanted = Object.entries(PEERS).map(([name, version]) => `${name}@${version}`);
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, ...wanted]);
    return load();
  }
}

async function woffOf(weight: 400 | 700): Promise<Buffer> {
  const require = createRequire(new URL('../../../packages/media/src/index.ts', import.meta.url));
  // satori reads no WOFF2.
  return readFile(require.resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff`));
}

async function bySatori(): Promise<Draw> {
  const { satori, Resvg } = peers();
  const [plain, bold] = await Promise.all([woffOf(400), woffOf(700)]);
  const fonts = [
    { name: 'Inter', data: plain, weight: 400, style: 'normal' },
    { name: 'Inter', data: bold, weight: 700, style: 'normal' },
  ];
  const style = { display: 'flex', position: 'relative', ...SIZE, backgroundColor: '#ffffff' };
  return async (n) => {
    const { layers, load } = offerScene(n);
    const children = await Promise.all(layers.map((layer) => satoriElement(layer, load)));
    const svg = await satori({ type: 'div', props: { style, children } }, { ...SIZE, fonts });
    return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
  };
}

async function satoriElement(layer: LiveLayer, load: (hash: string) => Promise<Uint8Array>): Promise<object> {
  const { x: left, y: top, width, height } = layer;
  const box = { position: 'absolute', left, top, width, height, display: 'flex' };
  if (layer.type === 'image') {
    const src = `data:image/jpeg;base64,${Buffer.from(await load(layer.picture)).toString('base64')}`;
    const style = { ...box, objectFit: 'cover', borderRadius: layer.radius };
    return { type: 'img', props: { src, width, height, style } };
  }
  if (layer.type === 'shape') {
    const style = { ...box, backgroundColor: layer.color, borderRadius: layer.radius };
    return { type: 'div', props: { style } };
  }
  if (layer.type !== 'text') throw new Error(`no ${layer.type} here`);
  const { color, size: fontSize, lineHeight, font } = layer;
  const fontWeight = 'builtin' in font && font.builtin === INTER_BOLD ? 700 : 400;
  const align = layer.align === 'center' ? { justifyContent: 'center', alignItems: 'center' } : {};
  const style = { ...box, ...align, color, fontSize, lineHeight, fontWeight };
  return { type: 'div', props: { style, children: layer.text } };
}

/** Opens a page for each picture, as most programs that draw with a browser. */
async function byPages(): Promise<Draw> {
  const browser = await launch();
  return async (n) => {
    const page = await browser.newPage({ viewport: SIZE });
    await page.setContent(await pageOf(n));
    await page.evaluate('document.fonts.ready');
    const picture = await page.screenshot({ type: 'jpeg', quality: 90 });
    await page.close();
    return picture;
  };
}

/** Fills the texts into one page that stays open, with its fonts and its photo. */
async function byOnePage(): Promise<Draw> {
  const browser = await launch();
  const page = await browser.newPage({ viewport: SIZE });
  await page.setContent(await pageOf(0));
  await page.evaluate('document.fonts.ready');
  return async (n) => {
    const { layers } = offerScene(n);
    const texts = layers.flatMap((layer) => (layer.type === 'text' ? [layer.text] : []));
    await page.evaluate(
      `document.querySelectorAll('[dir=auto]').forEach((one, at) => (one.textContent = ${JSON.stringify(texts)}[at]))`,
    );
    return page.screenshot({ type: 'jpeg', quality: 90 });
  };
}

function pageOf(n: number): Promise<string> {
  const sizeOf = (layer: LiveTextLayer) => layer.size;
  return livePage(offerScene(n), { fontsOf: (layer) => [layer.font], sizeOf });
}

const WAYS: Readonly<Record<DrawingWay, () => Promise<Draw>>> = {
  ours: byUs,
  satori: bySatori,
  pages: byPages,
  page: byOnePage,
};

const drawing = WAYS[process.argv[2] as DrawingWay]();
let next = 1;

// Ends the browser, too.
process.on('disconnect', () => process.exit());
process.on('message', async ({ count, isCached = false }: DrawOrder) => {
  const draw = await drawing;
  if (isCached) await draw(0);
  const before = process.cpuUsage();
  const begin = performance.now();
  for (let at = 0; at < count; at++) await draw(isCached ? 0 : next++);
  const milliseconds = performance.now() - begin;
  const { user, system } = process.cpuUsage(before);
  process.send?.({ milliseconds, cpu: (user + system) / 1_000 } satisfies DrawResult);
});
