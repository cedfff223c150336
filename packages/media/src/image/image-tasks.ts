import type { ReadImage, Refusal } from '@vitrine/core/server';
import type { ImageFormat } from '@vitrine/core/storage';
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

/** The tasks of the image process. `thumbnail` and `pixels` require pictures that `readImage` has accepted. */
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

  /** Returns the first frame as WebP, scaled down to fit into 320×320. */
  async thumbnail(bytes: Uint8Array): Promise<Uint8Array> {
    const image = await openAsSrgb(bytes);
    return image
      .resize({ width: THUMBNAIL, height: THUMBNAIL, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 78 })
      .toBuffer();
  },

  /** Returns the first frame fitted into a rectangle: red, green, blue and alpha of each pixel, row by row. */
  async pixels({ bytes, width, height, fit }: PixelsRequest): Promise<Uint8Array> {
    const image = await openAsSrgb(bytes);
    return image
      .resize({ width, height, fit, background: '#0000' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer();
  },
};

export type ImageTasks = typeof imageTasks;

function open(bytes: Uint8Array, options: SharpOptions = {}): Sharp {
  return sharp(bytes, { failOn: 'warning', sequentialRead: true, ...options });
}

/** Opens a picture for output in sRGB without a profile. */
async function openAsSrgb(bytes: Uint8Array): Promise<Sharp> {
  const image = open(bytes, { limitInputPixels: MAX_FRAME_PIXELS });
  const { depth, icc, space } = await image.metadata();
  if (depth !== 'ushort' || icc === undefined) return image;
  // libvips ignores the profile of grey samples of 16 bits, not of 8.
  if (space === 'grey16') return open(await image.toColourspace('b-w').keepIccProfile().png().toBuffer());
  // Samples of 16 bits with a profile are otherwise put out in Display P3.
  return image.withIccProfile('srgb', { attach: false });
}

/** Decodes every pixel, with little memory. @throws if the picture is damaged. */
async function decode(proof: Buffer, format: ImageFormat): Promise<void> {
  // With shrink on load, libwebp still decodes everything and saves memory, but libjpeg would skip parts.
  const fastShrinkOnLoad = format === 'webp';
  await open(proof, { limitInputPixels: MAX_FRAME_PIXELS })
    .resize({ width: 16, height: 16, fit: 'fill', kernel: 'linear', fastShrinkOnLoad })
    .raw()
    .toBuffer();
}

async function finish(bytes: Buffer, container: Container): Promise<ReadImage> {
  const { format, width, height, frames } = container;
  const animated = frames.length > 1;
  // A rebuilt GIF states its true size; rebuilt files of other formats lack their orientation.
  const stated = format === 'gif' ? container.bytes : bytes;
  const metadata = await open(stated, { limitInputPixels: MAX_FRAME_PIXELS }).metadata();
  if (metadata.format !== format || metadata.width !== width || metadata.height !== height) {
    throw new ImageError('The picture states contradictory sizes.');
  }
  if (!animated && needsEncoding(metadata)) return encode(bytes, container, metadata);
  return { bytes: container.bytes, format, width, height, animated };
}

/**
 * Returns whether to encode the picture anew: rotated pictures are stored upright, and CMYK as RGB, because mail
 * clients show it wrongly. All others keep their coded pixels.
 */
function needsEncoding({ orientation = 1, space }: Metadata): boolean {
  return orientation !== 1 || space === 'cmyk';
}

async function encode(
  bytes: Buffer,
  { format }: Container,
  { space, chromaSubsampling, depth }: Metadata,
): Promise<ReadImage> {
  const upright = open(bytes, { limitInputPixels: MAX_FRAME_PIXELS }).autoOrient();
  const image = space === 'cmyk' ? upright.toColourspace('srgb') : upright.keepIccProfile();
  // A profile of 16 bits can't be written with 8.
  if (depth === 'ushort') image.toColourspace(space);
  const isFullChroma = space === 'cmyk' || chromaSubsampling === '4:4:4';
  const encoded = {
    png: () => image.png(),
    jpeg: () => image.jpeg({ quality: 92, chromaSubsampling: isFullChroma ? '4:4:4' : '4:2:0' }),
    gif: () => image.gif(),
    webp: () => image.webp({ quality: 92 }),
  }[format]();
  // Without what the encoder adds, such as a resolution, as all pictures are stored.
  const { bytes: stored, width, height } = readContainer(await encoded.toBuffer());
  return { bytes: stored, format, width, height, animated: false };
}
