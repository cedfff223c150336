import { accountPrincipal, createVitrine, memoryStorage, type Vitrine } from '@vitrine/core';
import { createApp } from '@vitrine/http';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { photo } from '../gallery/photo.ts';
import { expectLikeReference } from '../reference-picture.ts';
import { verifies } from '../requirements.ts';
import { sharedMedia } from '../shared-media.ts';
import { type Client, createClient, ORIGIN, pathOf } from './client.ts';
import { addPicture, animation, quarters } from './pictures.ts';
import { fontFile } from './samples.ts';

// Compares thumbnails and font samples with the reviewed pictures in `reference/`. After an intended change, run
// `UPDATE_REFERENCES=1 pnpm vitest run test/e2e/reference-pictures`, look at the pictures and commit them.

const TOLERANCE = { mean: 1, visible: { over: 32, share: 0.002 } };
/** Shows transparent pixels in a color that no picture here uses. */
const opaque = (picture: Sharp) => picture.flatten({ background: '#ff00ff' });

let vitrine: Vitrine;
let client: Client;

beforeAll(async () => {
  vitrine = await createVitrine({ storage: memoryStorage(), media: sharedMedia(), baseUrl: ORIGIN });
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
  await expectLikeReference(file, bytes, TOLERANCE, opaque);
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
