import type { LiveScene } from '@vitrine/core/server';
import sharp from 'sharp';
import {
  sampleImage,
  sampleLive,
  sampleShape,
  sampleText,
} from '../../../packages/media/src/live/sample-lives.ts';
import { photo } from '../../gallery/photo.ts';

/** Built-in fonts. */
const INTER = 1;
export const INTER_BOLD = 2;

const NAMES = ['Jana', 'Matteo', 'Wei', 'Amara', 'Oluwaseun', 'Zoë', 'Björn', 'Fátima', 'Ivo', 'Yuki'];
const THINGS = ['Tote', 'Lamp', 'Jacket', 'Kettle', 'Notebook', 'Backpack', 'Chair', 'Speaker'];
const STYLES = ['Wave', 'Nordic', 'Alpine', 'Harbour', 'Velvet', 'Studio', 'Meadow'];

/** Photos as a shop has them: cut to the size in which they are shown, as JPEG. */
const photos = await Promise.all(
  (['dusk', 'meadow'] as const).map(async (kind) =>
    sharp(await photo(kind))
      .resize(400, 300, { fit: 'cover' })
      .jpeg({ quality: 85 })
      .toBuffer(),
  ),
);

/** Returns a picture of 600×200 for the nth reader: a photo, three texts and a shape. No two have the same texts. */
export function offerScene(n: number): LiveScene {
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
