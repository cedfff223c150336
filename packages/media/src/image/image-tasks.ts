import type { ImageFormat, ReadImage, Refusal } from '@vitrine/core';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import type { Container } from './container.ts';
import { ImageError } from './image-error.ts';
import { MAX_FRAME_PIXELS, readContainer } from './read-container.ts';

const THUMBNAIL = 320;

export interface PixelsRequest {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly fit: 'cover' | 'contain' | 'fill';
}

/** What the image process does. `thumbnail` and `pixels` are given pictures that `readImage` has taken. */
export const imageTasks = {
  async readImage(given: Uint8Array): Promise<ReadImage | Refusal> {
    try {
      const bytes = Buffer.from(given);
      const container = readContainer(bytes);
      for (const proof of container.proofs) await decode(proof, container.format);
      return await finish(bytes, container);
    } catch (error) {
      if (error instanceof ImageError) return { refused: error.message };
      return { refused: "The picture can't be decoded: it is damaged or cut off." };
    }
  },

  /** The first frame inside 320×320, WebP. A smaller one keeps its size. */
  thumbnail(bytes: Uint8Array): Promise<Uint8Array> {
    return open(bytes, { limitInputPixels: MAX_FRAME_PIXELS })
      .resize({ width: THUMBNAIL, height: THUMBNAIL, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 78 })
      .toBuffer();
  },

  /** The first frame fitted into a rectangle: red, green, blue and alpha of each pixel, row by row. */
  pixels({ bytes, width, height, fit }: PixelsRequest): Promise<Uint8Array> {
    return open(bytes, { limitInputPixels: MAX_FRAME_PIXELS })
      .resize({ width, height, fit, background: '#0000' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer();
  },
};

export type ImageTasks = typeof imageTasks;

function open(bytes: Uint8Array, options: SharpOptions): Sharp {
  return sharp(bytes, { failOn: 'warning', sequentialRead: true, ...options });
}

/** Decodes every pixel and keeps next to none. Throws for what is damaged. */
async function decode(proof: Buffer, format: ImageFormat): Promise<void> {
  // Shrinking while loading, libwebp still reads all and never holds the picture; libjpeg would leave parts out.
  const fastShrinkOnLoad = format === 'webp';
  await open(proof, { limitInputPixels: MAX_FRAME_PIXELS })
    .resize({ width: 16, height: 16, fit: 'fill', kernel: 'linear', fastShrinkOnLoad })
    .raw()
    .toBuffer();
}

async function finish(bytes: Buffer, container: Container): Promise<ReadImage> {
  const { format, width, height, frames } = container;
  const animated = frames.length > 1;
  const metadata = await open(bytes, { limitInputPixels: MAX_FRAME_PIXELS }).metadata();
  if (metadata.format !== format || metadata.width !== width || metadata.height !== height) {
    throw new ImageError('The picture says different things about its size.');
  }
  if (!animated && needsEncoding(metadata)) return encode(bytes, container, metadata);
  return { bytes: container.bytes, format, width, height, animated };
}

/** Turned pictures are stored upright, and CMYK, which mail clients get wrong, as RGB. All others keep their coded pixels. */
function needsEncoding({ orientation = 1, space }: Metadata): boolean {
  return orientation !== 1 || space === 'cmyk';
}

async function encode(
  bytes: Buffer,
  { format }: Container,
  { space, chromaSubsampling }: Metadata,
): Promise<ReadImage> {
  const upright = open(bytes, { limitInputPixels: MAX_FRAME_PIXELS }).autoOrient();
  const image = space === 'cmyk' ? upright.toColourspace('srgb') : upright.keepIccProfile();
  const full = space === 'cmyk' || chromaSubsampling === '4:4:4';
  const encoded = {
    png: () => image.png(),
    jpeg: () => image.jpeg({ quality: 92, chromaSubsampling: full ? '4:4:4' : '4:2:0' }),
    gif: () => image.gif(),
    webp: () => image.webp({ quality: 92 }),
  }[format]();
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  return { bytes: data, format, width: info.width, height: info.height, animated: false };
}
