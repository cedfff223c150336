import type { ImageFormat } from '@vitrine/core/storage';
import sharp from 'sharp';

export interface SampleImage {
  readonly bytes: Buffer;
  readonly format: ImageFormat;
  readonly animated: boolean;
}

/** Returns a picture with lines and colours as SVG. */
export function drawing(width: number, height: number, turn = 0): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 100 60" preserveAspectRatio="none"><rect width="100" height="60" fill="#20508a"/><circle cx="${30 + turn * 7}" cy="25" r="18" fill="#f5b13d"/><path d="M5 55 L50 ${20 + turn * 3} L95 55 Z" fill="#7fbf7f"/><rect x="80" y="4" width="16" height="16" fill="#d33"/></svg>`,
  );
}

/** Returns a picture of each kind that mails use, encoded by libvips. */
export async function sampleImages() {
  const still = () => sharp(drawing(200, 120));
  const clear = await sharp(drawing(90, 54))
    .composite([
      {
        input: Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="54"><rect width="40" height="54"/></svg>',
        ),
        gravity: 'east',
        blend: 'dest-out',
      },
    ])
    .png()
    .toBuffer();
  const frames = await Promise.all(
    [0, 1, 2, 3].map((turn) =>
      sharp(drawing(120, 72, turn))
        .png()
        .toBuffer(),
    ),
  );
  const animation = () => sharp(frames, { join: { animated: true } });
  const timing = { delay: [100, 250, 70, 400], loop: 3 };
  const of = (bytes: Buffer, format: ImageFormat, animated = false): SampleImage => ({
    bytes,
    format,
    animated,
  });
  return {
    JPEG: of(await still().jpeg().toBuffer(), 'jpeg'),
    'progressive JPEG': of(await still().jpeg({ progressive: true }).toBuffer(), 'jpeg'),
    'grey JPEG': of(await still().greyscale().jpeg().toBuffer(), 'jpeg'),
    PNG: of(await still().png().toBuffer(), 'png'),
    'interlaced PNG with a palette': of(
      await still().png({ palette: true, progressive: true }).toBuffer(),
      'png',
    ),
    'transparent PNG': of(clear, 'png'),
    '16-bit PNG': of(await still().toColourspace('rgb16').png().toBuffer(), 'png'),
    GIF: of(await still().gif().toBuffer(), 'gif'),
    'animated GIF': of(await animation().gif(timing).toBuffer(), 'gif', true),
    WebP: of(await still().webp().toBuffer(), 'webp'),
    'lossless WebP': of(await still().webp({ lossless: true }).toBuffer(), 'webp'),
    'transparent WebP': of(await sharp(clear).webp().toBuffer(), 'webp'),
    'animated WebP': of(await animation().webp(timing).toBuffer(), 'webp', true),
    'WebP with metadata': of(
      await still()
        .withExif({ IFD0: { Copyright: 'me' } })
        .webp()
        .toBuffer(),
      'webp',
    ),
  };
}
