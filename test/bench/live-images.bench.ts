import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { LiveScene, LiveTextLayer } from '@vitrine/core/server';
import { createMedia } from '@vitrine/media';
import sharp from 'sharp';
import {
  sampleImage,
  sampleLive,
  sampleShape,
  sampleText,
} from '../../packages/media/src/live/sample-lives.ts';
import { executablePath, launch } from '../console/chromium.ts';
import { livePage } from '../gallery/live-page.ts';
import { patiently } from '../gallery/patiently.ts';
import { photo } from '../gallery/photo.ts';
import { benchOptions } from './bench-options.ts';
import { median } from './median.ts';
import { processTree } from './process-tree.ts';
import { printTable, verdict } from './result-table.ts';

// Draws pictures of 600×200 with a photo, three texts and a shape, with values that were never seen before, one after the
// other: here, by satori with @resvg/resvg-js, and in headless Chromium, in turns. Then cached ones. `live-openings` opens
// such pictures over HTTP.

const { quick } = benchOptions();
const ROUNDS = quick ? 3 : 10;
const OURS_EACH = 60;
const SATORI_EACH = 12;
const CHROMIUM_EACH = 4;
const INTER = 1;
const INTER_BOLD = 2;
const CALLER = { account: 'bench' };
const PEERS = { satori: '0.63.2', '@resvg/resvg-js': '2.6.2' };

/** Photos as a shop has them: cut to the size in which they are shown, as JPEG. */
const photos = await Promise.all(
  (['dusk', 'meadow'] as const).map(async (kind) =>
    sharp(await photo(kind))
      .resize(400, 300, { fit: 'cover' })
      .jpeg({ quality: 85 })
      .toBuffer(),
  ),
);

const NAMES = ['Jana', 'Matteo', 'Wei', 'Amara', 'Oluwaseun', 'Zoë', 'Björn', 'Fátima', 'Ivo', 'Yuki'];
const THINGS = ['Tote', 'Lamp', 'Jacket', 'Kettle', 'Notebook', 'Backpack', 'Chair', 'Speaker'];
const STYLES = ['Wave', 'Nordic', 'Alpine', 'Harbour', 'Velvet', 'Studio', 'Meadow'];

/** Returns the scene of the nth reader. No two have the same texts. */
function sceneOf(n: number): LiveScene {
  const picture = photos[n % photos.length] ?? new Uint8Array();
  const product = `${STYLES[n % STYLES.length]} ${THINGS[n % THINGS.length]} ${n}`;
  const bold = { builtin: INTER_BOLD };
  return sampleLive(
    [
      sampleImage(picture, { x: 0, y: 0, width: 200, height: 200, radius: 12 }),
      sampleText(`Hi ${NAMES[n % NAMES.length]}, your ${product} is back`, {
        ...{ name: 'title', x: 220, y: 16, width: 360, height: 72, size: 26, font: bold },
      }),
      sampleText(`Only ${(n * 7) % 90} left at €${(n % 500) + 9}.${(n % 90) + 10} in your size`, {
        ...{ name: 'price', x: 220, y: 92, width: 360, height: 26, size: 16, font: { builtin: INTER } },
      }),
      sampleShape({ x: 220, y: 136, width: 150, height: 44, radius: 22, isStatic: true }),
      sampleText(`Order no. ${n}`, {
        ...{ name: 'button', x: 220, y: 136, width: 150, height: 44, size: 15, font: bold },
        ...{ color: '#ffffff', align: 'center', valign: 'middle' },
      }),
    ],
    { width: 600, height: 200, format: 'auto' },
    photos,
  );
}

let next = 1;

const media = createMedia();
/** Until the code of the threads is compiled, which takes some hundred pictures. */
const WARM_UP = 300;

async function byUs(scene = sceneOf(next++)): Promise<Uint8Array> {
  return (await patiently(() => media.renderLive(scene, CALLER))).bytes;
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

const { satori, Resvg } = peers();
const [plainFiles, boldFiles] = await Promise.all([woffOf(400), woffOf(700)]);
const fonts = [
  { name: 'Inter', data: plainFiles, weight: 400, style: 'normal' },
  { name: 'Inter', data: boldFiles, weight: 700, style: 'normal' },
];

async function woffOf(weight: 400 | 700): Promise<Buffer> {
  const { readFile } = await import('node:fs/promises');
  const require = createRequire(new URL('../../packages/media/src/index.ts', import.meta.url));
  // satori reads no WOFF2.
  return readFile(require.resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff`));
}

async function bySatori(): Promise<Uint8Array> {
  const scene = sceneOf(next++);
  const children = await Promise.all(
    scene.layers.map(async (layer) => {
      const { x: left, y: top, width, height } = layer;
      const box = { position: 'absolute', left, top, width, height, display: 'flex' };
      if (layer.type === 'image') {
        const src = `data:image/jpeg;base64,${Buffer.from(await scene.load(layer.picture)).toString('base64')}`;
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
    }),
  );
  const style = {
    display: 'flex',
    position: 'relative',
    width: 600,
    height: 200,
    backgroundColor: '#ffffff',
  };
  const svg = await satori({ type: 'div', props: { style, children } }, { width: 600, height: 200, fonts });
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
}

const browser = executablePath === null ? null : await launch();
const page = await browser?.newPage({ viewport: { width: 600, height: 200 } });

/** Opens a page for the picture, as most programs that draw with a browser. */
async function byPages(): Promise<Uint8Array> {
  if (browser === null) throw new Error('There is no Chromium.');
  const own = await browser.newPage({ viewport: { width: 600, height: 200 } });
  await own.setContent(await livePage(sceneOf(next++), { fontsOf: (layer) => [layer.font], sizeOf }));
  await own.evaluate('document.fonts.ready');
  const picture = await own.screenshot({ type: 'jpeg', quality: 90 });
  await own.close();
  return picture;
}

/** Fills the texts into one page that stays open, with its fonts and its photo. */
async function byOnePage(): Promise<Uint8Array> {
  if (page === undefined) throw new Error('There is no Chromium.');
  const texts = sceneOf(next++).layers.flatMap((layer) => (layer.type === 'text' ? [layer.text] : []));
  const values = JSON.stringify(texts);
  await page.evaluate(
    `document.querySelectorAll('[dir=auto]').forEach((one, at) => (one.textContent = ${values}[at]))`,
  );
  return page.screenshot({ type: 'jpeg', quality: 90 });
}

const sizeOf = (layer: LiveTextLayer) => layer.size;
await page?.setContent(await livePage(sceneOf(0), { fontsOf: (layer) => [layer.font], sizeOf }));
await page?.evaluate('document.fonts.ready');

interface Turn {
  /** Drawings a second. */
  readonly rate: number;
  /** Processor time of a drawing in milliseconds, over all processes. */
  readonly cpu: number;
}

const tree = processTree(process.pid);

async function turnOf(draw: () => Promise<Uint8Array>, count: number): Promise<Turn> {
  const cpu = tree.cpuSeconds();
  const begin = performance.now();
  for (let at = 0; at < count; at++) await draw();
  const milliseconds = performance.now() - begin;
  return { rate: (count * 1000) / milliseconds, cpu: ((tree.cpuSeconds() - cpu) * 1000) / count };
}

const ways = [
  { name: 'ours', draw: () => byUs(), count: OURS_EACH, target: null },
  { name: 'satori and resvg', draw: bySatori, count: SATORI_EACH, target: 5 },
  ...(page === undefined
    ? []
    : [
        { name: 'Chromium, a page for each', draw: byPages, count: CHROMIUM_EACH, target: 30 },
        { name: 'Chromium, one page kept', draw: byOnePage, count: 2 * CHROMIUM_EACH, target: null },
      ]),
];
for (let at = 0; at < WARM_UP; at++) await byUs();
for (let at = 0; at < WARM_UP / 5; at++) await bySatori();
const turns = new Map<string, Turn[]>(ways.map(({ name }) => [name, []]));
for (let round = -2; round < ROUNDS; round++) {
  for (const { name, draw, count } of ways) {
    const turn = await turnOf(draw, count);
    if (round >= 0) turns.get(name)?.push(turn);
  }
}
await browser?.close();
const ours = turns.get('ours') ?? [];
printTable(
  ['drawn by', 'a second', 'CPU ms', 'ours is faster by', 'by CPU', 'target', ''],
  ways.map(({ name, target }) => {
    const own = turns.get(name) ?? [];
    const faster = median(own.map(({ rate }, at) => (ours[at]?.rate ?? 0) / rate));
    const cheaper = median(own.map(({ cpu }, at) => cpu / (ours[at]?.cpu ?? 0)));
    return [
      name,
      median(own.map(({ rate }) => rate)).toFixed(1),
      median(own.map(({ cpu }) => cpu)).toFixed(1),
      faster.toFixed(1),
      cheaper.toFixed(1),
      target === null ? '' : `${target}`,
      target === null ? '' : verdict(faster >= target),
    ];
  }),
);

const scene = sceneOf(0);
await byUs(scene);
const CACHED = 20_000;
const before = process.cpuUsage();
for (let at = 0; at < CACHED; at++) await media.renderLive(scene, CALLER);
const { user, system } = process.cpuUsage(before);
console.log(`\ncached: ${((user + system) / CACHED).toFixed(1)} µs of processor time`);

await media.close();
