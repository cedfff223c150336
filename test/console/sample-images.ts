import sharp from 'sharp';
import type { ConsoleServer } from './console-server.ts';

interface Sample {
  readonly name: string;
  readonly folder?: string;
  readonly width: number;
  readonly height: number;
  readonly colors: readonly [string, string];
  readonly title?: string;
  readonly format?: 'png' | 'jpeg' | 'webp';
}

const SAMPLES: readonly Sample[] = [
  { name: 'Logo', width: 320, height: 120, colors: ['#ffffff', '#ffffff'], title: 'Hagen & Sons' },
  { name: 'Footer pattern', width: 600, height: 80, colors: ['#1f2b5b', '#3b55d9'] },
  {
    ...{ name: 'Spring header', folder: 'Spring 2026', title: 'Spring is here' },
    ...{ width: 1200, height: 400, colors: ['#fbd38d', '#f687b3'], format: 'jpeg' },
  },
  {
    ...{ name: 'Spring sale, product of the week with a very long name', folder: 'Spring 2026' },
    ...{ width: 600, height: 600, colors: ['#9ae6b4', '#38b2ac'], title: '−30 %' },
  },
  {
    ...{ name: 'Tulips', folder: 'Spring 2026' },
    ...{ width: 800, height: 1000, colors: ['#feb2b2', '#b83280'], format: 'webp' },
  },
  {
    ...{ name: 'Summer header', folder: 'Summer 2026', title: 'Long days' },
    ...{ width: 1200, height: 400, colors: ['#90cdf4', '#2b6cb0'] },
  },
  {
    ...{ name: 'Beach', folder: 'Summer 2026' },
    ...{ width: 900, height: 600, colors: ['#fefcbf', '#4299e1'], format: 'jpeg' },
  },
  {
    ...{ name: 'Evening sky', folder: 'Timer backgrounds' },
    ...{ width: 1200, height: 300, colors: ['#2d1b69', '#f97316'] },
  },
  {
    ...{ name: 'Night', folder: 'Timer backgrounds' },
    ...{ width: 1200, height: 300, colors: ['#0b1024', '#26366e'] },
  },
];

/** Adds pictures in folders. Returns their ids by name. */
export async function addImages({ vitrine, principal }: ConsoleServer): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  for (const { name, folder, ...look } of SAMPLES) {
    const file = { name: `${name}.png`, bytes: await drawPicture(look) };
    const { id } = await vitrine.images.add(principal, { file, name, ...(folder ? { folder } : {}) });
    ids.set(name, id);
  }
  return ids;
}

/** Returns a picture of a gradient with a title. */
export async function drawPicture(look: Omit<Sample, 'name' | 'folder'>): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, colors, title = '', format = 'png' } = look;
  const size = Math.round(Math.min(height / 3, width / (title.length + 1) / 0.75));
  const ink = colors[0] === '#ffffff' ? '#1f2b5b' : '#ffffff';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="g" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="${colors[0]}"/><stop offset="1" stop-color="${colors[1]}"/>
    </linearGradient>
    <rect width="100%" height="100%" fill="url(#g)"/>
    <text x="50%" y="50%" dy="0.35em" text-anchor="middle" font-family="sans-serif" font-weight="700"
      font-size="${size}" fill="${ink}">${title.replace('&', '&amp;')}</text>
  </svg>`;
  return new Uint8Array(await sharp(Buffer.from(svg)).toFormat(format).toBuffer());
}

/** Saves a timer with a background picture. Returns its id. */
export async function addTimerWithBackground(
  { vitrine, principal }: ConsoleServer,
  name: string,
  imageId: number,
  folder?: string,
): Promise<number> {
  const design = { background: { imageId }, target: { date: '2031-07-01T09:00:00', timeZone: 'UTC' } };
  const { conversationId, timerFrameId } = await vitrine.timerFrames.create(principal, { name, design });
  const settings = { conversationId, ...(folder === undefined ? {} : { folder }) };
  return (await vitrine.timerFrames.save(principal, timerFrameId, settings)).imageId;
}
