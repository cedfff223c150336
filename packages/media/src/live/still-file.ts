import type { DrawnLive, LiveScene } from '@vitrine/core';
import type { Canvas } from '../paint/canvas.ts';
import type { Rgb } from '../paint/color.ts';
import { dithered } from '../paint/dither.ts';
import { flatPalette, type Palette, toIndexes } from '../paint/palette.ts';
import { unmatted } from '../paint/unmatted.ts';
import { writePng } from '../png/png-writer.ts';
import { fewColors } from './few-colors.ts';
import { COLOR_COUNTS, FILE_MAX } from './file-size.ts';
import { livePalette } from './live-palette.ts';

/** The qualities that are tried until the file is small enough. */
const QUALITIES = [90, 80, 65, 45, 25];
/** From this quality on, colors have the full resolution: half of it would blur colored text. */
const FULL_CHROMA = 80;
/** Rows of a band that the size as PNG is estimated from, and from one band to the next. */
const BAND = 4;
const BANDS_APART = 64;
/** An estimate that exceeds the other file by this factor is certain. */
const CERTAIN = 1.5;

/**
 * Returns the file of a picture that does not move.
 *
 * @param matte the color that transparent edges are blended with. As JPEG, it is the background.
 */
export async function stillFile(
  canvas: Canvas,
  format: Exclude<LiveScene['format'], 'gif'>,
  matte: Rgb,
): Promise<DrawnLive> {
  if (format === 'jpeg') return jpegFile(canvas);
  if (format === 'png') return { format, bytes: smallPng(canvas, matte) };
  if (canvas.alpha !== null) return { format: 'png', bytes: smallPng(canvas, matte) };
  const jpeg = await jpegFile(canvas);
  if (isSurelyLarger(canvas, jpeg.bytes.length)) return jpeg;
  const bytes = exactPng(canvas, matte);
  return bytes.length <= jpeg.bytes.length ? { format: 'png', bytes } : jpeg;
}

async function jpegFile({ colors, width, height }: Canvas): Promise<DrawnLive> {
  // Most pictures of a server are timers, so the encoder is loaded on demand.
  const { default: sharp } = await import('sharp');
  let bytes: Uint8Array = new Uint8Array();
  for (const quality of QUALITIES) {
    bytes = await sharp(colors, { raw: { width, height, channels: 3 } })
      .jpeg({ quality, chromaSubsampling: quality >= FULL_CHROMA ? '4:4:4' : '4:2:0' })
      .toBuffer();
    if (bytes.length <= FILE_MAX) break;
  }
  return { format: 'jpeg', bytes };
}

/** Returns a PNG of all colors, or of as many as make it small enough. */
function smallPng(canvas: Canvas, matte: Rgb): Uint8Array {
  const exact = exactPng(canvas, matte);
  if (exact.length <= FILE_MAX) return exact;
  let bytes = exact;
  for (const count of COLOR_COUNTS) {
    const { palette } = livePalette([canvas], [], count, canvas.alpha !== null);
    bytes = palettePng(canvas, palette, dithered(canvas, palette));
    if (bytes.length <= FILE_MAX) break;
  }
  return bytes;
}

function exactPng(canvas: Canvas, matte: Rgb): Uint8Array<ArrayBuffer> {
  const { width, height, alpha } = canvas;
  const few = alpha === null ? fewColors([canvas], 256) : null;
  if (few === null) return writePng(width, height, { colors: unmatted(canvas, matte), alpha });
  const palette = flatPalette(few, [], false);
  return palettePng(canvas, palette, toIndexes(canvas, palette));
}

function palettePng(
  { width, height }: Canvas,
  { colors, transparentIndex }: Palette,
  indexes: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const opacities = transparentIndex === null ? new Uint8Array() : Uint8Array.of(0);
  return writePng(width, height, { indexes, palette: colors, opacities });
}

/** Returns whether the PNG of a picture is larger than some bytes, as some of its rows show. */
function isSurelyLarger(canvas: Canvas, bytes: number): boolean {
  const { width, height } = canvas;
  if (height < 2 * BANDS_APART) return false;
  let estimate = 0;
  for (let y = 0; y + BAND <= height; y += BANDS_APART) {
    const colors = canvas.colors.subarray(y * width * 3, (y + BAND) * width * 3);
    estimate += writePng(width, BAND, { colors, alpha: null }).length * (BANDS_APART / BAND);
    if (estimate > CERTAIN * bytes) return true;
  }
  return false;
}
