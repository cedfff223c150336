import type { ImageDetail } from '@vitrine/core/contracts';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { Client, Form } from './client.ts';

export type Format = 'png' | 'jpeg' | 'gif' | 'webp';

/** Returns a picture of four quarters: red, green, blue, white. Their positions show how a picture was rotated. */
export async function quarters(width: number, height: number, format: Format = 'png'): Promise<Buffer> {
  const [w, h] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" shape-rendering="crispEdges">
    <rect width="${width}" height="${height}" fill="#fff"/><rect width="${w}" height="${h}" fill="#f00"/>
    <rect x="${w}" width="${w}" height="${h}" fill="#0f0"/><rect y="${h}" width="${w}" height="${h}" fill="#00f"/></svg>`;
  return sharp(Buffer.from(svg)).flatten().toFormat(format).toBuffer();
}

/** Returns an animation of frames of one color each. */
export async function animation(colors: readonly string[], size = 8, format: 'gif' | 'webp' = 'gif') {
  const frames = await Promise.all(
    colors.map((background) =>
      sharp({ create: { width: size, height: size, channels: 3, background } })
        .raw()
        .toBuffer(),
    ),
  );
  const raw = { width: size, height: size * frames.length, channels: 3 as const, pageHeight: size };
  return sharp(Buffer.concat(frames), { raw })
    .toFormat(format, { delay: frames.map(() => 100) })
    .toBuffer();
}

/** Uploads a picture, as an account does. */
export async function addPicture(
  client: Client,
  bytes?: Uint8Array,
  more: { name?: string; folder?: string; fileName?: string } = {},
): Promise<ImageDetail> {
  const { fileName = 'picture.png', ...fields } = more;
  const form: Form = [
    ['file', { bytes: bytes ?? (await quarters(8, 6)), name: fileName }],
    ...Object.entries(fields),
  ];
  const { status, body, text } = await client.send<ImageDetail>('POST', '/admin/images', { form });
  expect(status, text).toBe(201);
  return body;
}

/** Returns each pixel as `#rrggbb`, row by row. */
export async function colorsOf(bytes: Uint8Array): Promise<string[][]> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return Array.from({ length: info.height }, (_, y) =>
    Array.from({ length: info.width }, (_, x) => {
      const at = (y * info.width + x) * 3;
      return `#${data.subarray(at, at + 3).toString('hex')}`;
    }),
  );
}
