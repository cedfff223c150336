import { readFileSync, writeFileSync } from 'node:fs';
import { accountPrincipal, createVitrine, memoryStorage, type Vitrine } from '@vitrine/core';
import { createApp } from '@vitrine/http';
import { createMedia } from '@vitrine/media';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { photo } from '../gallery/photo.ts';
import { verifies } from '../requirements.ts';
import { type Client, createClient, ORIGIN, pathOf } from './client.ts';
import { addPicture, animation, quarters } from './pictures.ts';
import { fontFile } from './samples.ts';

// Compares thumbnails and font samples with the reviewed pictures in `reference/`. After an intended change, run
// `UPDATE_REFERENCES=1 pnpm vitest run test/e2e/reference-pictures`, look at the pictures and commit them.

/** Of 255. Another version of the picture library or another processor may cause this difference; it is invisible. */
const MEAN_DIFFERENCE = 1;
/** The share of pixels that may differ by more than 32 in a channel. A letter that moved by one pixel exceeds it. */
const VISIBLY_DIFFERENT = 0.002;
const VISIBLE = 32;

let vitrine: Vitrine;
let client: Client;

beforeAll(async () => {
  vitrine = await createVitrine({ storage: memoryStorage(), media: createMedia(), baseUrl: ORIGIN });
  const principal = accountPrincipal((await vitrine.accounts.create('Test')).id);
  const { key } = await vitrine.apiKeys.create(principal, { name: 'test' });
  const app = createApp(vitrine);
  client = createClient((request) => app.fetch(request), key);
});

afterAll(() => vitrine.close());

async function expectLike(name: string, url: string): Promise<void> {
  const { status, bytes } = await client.get(pathOf(url));
  expect(status).toBe(200);
  const file = new URL(`./reference/${name}.png`, import.meta.url);
  if (process.env.UPDATE_REFERENCES !== undefined) writeFileSync(file, await sharp(bytes).png().toBuffer());
  const [shown, kept] = [await pixels(bytes), await pixels(readFileSync(file))];
  expect([shown.info.width, shown.info.height]).toEqual([kept.info.width, kept.info.height]);
  const differences = shown.data.map((value, at) => Math.abs(value - (kept.data[at] ?? 0)));
  const visible = differences.filter((difference) => difference > VISIBLE).length;
  expect(differences.reduce((sum, value) => sum + value, 0) / differences.length).toBeLessThan(
    MEAN_DIFFERENCE,
  );
  expect(visible / differences.length).toBeLessThan(VISIBLY_DIFFERENT);
}

/** Returns the pixels, with transparent ones in a color that no picture here uses. */
function pixels(picture: Uint8Array) {
  return sharp(picture).flatten({ background: '#ff00ff' }).raw().toBuffer({ resolveWithObject: true });
}

async function turnedPhoto(): Promise<Buffer> {
  return sharp(await photo('meadow'))
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer();
}

async function transparentLogo(): Promise<Buffer> {
  const circle =
    '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><circle cx="320" cy="200" r="180" fill="#0a7"/></svg>';
  return sharp(Buffer.from(circle)).webp({ lossless: true }).toBuffer();
}

test.each([
  ['landscape', () => photo('dusk')],
  ['turned-portrait', turnedPhoto],
  ['transparent', transparentLogo],
  ['quarters', () => quarters(500, 500, 'gif')],
  ['first-frame', () => animation(['#d02020', '#20d020'], 64)],
] as const)(
  'the thumbnail of %s matches its reference picture',
  verifies('images.thumbnail', 'images.ingest.orientation'),
  async (name, draw) => {
    const { thumbnailUrl } = await addPicture(client, await draw());
    await expectLike(`thumbnail-${name}`, thumbnailUrl);
  },
);

test(
  'samples of fonts match their reference pictures',
  verifies('fonts.preview', 'fonts.upload.drawn'),
  async () => {
    const { body: builtin } = await client.get<{ fullName: string; previewUrl: string }[]>('/v2/fonts');
    for (const name of ['Inter Regular', 'Playfair Display Bold', 'Roboto Mono Regular']) {
      const font = builtin.find(({ fullName }) => fullName === name);
      expect(font, builtin.map(({ fullName }) => fullName).join()).toBeDefined();
      await expectLike(`font-${name.toLowerCase().replaceAll(' ', '-')}`, font?.previewUrl ?? '');
    }
    const { body: custom } = await client.send<{ previewUrl: string }>('POST', '/v2/fonts', {
      form: [['file', { bytes: fontFile(), name: 'bebas.woff2' }]],
    });
    await expectLike('font-custom', custom.previewUrl);
  },
);
