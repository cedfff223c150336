import { test } from 'vitest';
import { soundImages } from '../hostile-bytes/sound-files.ts';
import { expectLikeReference } from '../reference-picture.ts';
import { verifies } from '../requirements.ts';
import { sharedMedia } from '../shared-media.ts';

const CALLER = { account: null };

// Compares samples of built-in fonts and a thumbnail with the reviewed pictures in `reference/`. After an intended
// change, run `UPDATE_REFERENCES=1 pnpm vitest run test/gallery`, look at the pictures and commit them.

const TOLERANCE = { mean: 0.5 };

const media = sharedMedia();

function compare(name: string, picture: Uint8Array): Promise<void> {
  const file = new URL(`./reference/${name}.png`, import.meta.url);
  return expectLikeReference(file, picture, TOLERANCE, (each) => each.removeAlpha(), { compressionLevel: 9 });
}

test.each([
  [2, 'sample-inter-bold'],
  [11, 'sample-playfair-display'],
  [15, 'sample-bebas-neue'],
] as const)(
  'the sample of font %i matches its reference picture',
  verifies('fonts.preview'),
  async (id, name) => {
    await compare(name, await media.builtinSample(id));
  },
);

test('a thumbnail matches its reference picture', verifies('images.thumbnail'), async () => {
  const { jpeg } = await soundImages();
  const image = await media.readImage(jpeg, CALLER);
  if ('refused' in image) throw new Error(image.refused);
  await compare('thumbnail', await media.thumbnail(image.bytes, CALLER));
});
