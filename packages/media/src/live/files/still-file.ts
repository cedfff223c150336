import type { DrawnLive, LiveScene } from '@vitrine/core/server';
import type { Canvas } from '../../paint/canvas.ts';
import type { Rgb } from '../../paint/color.ts';
import { dithered } from '../../paint/dither.ts';
import { flatPalette, type Palette } from '../../paint/palette.ts';
import { unmatted } from '../../paint/unmatted.ts';
import { roughPngBytes, writePng } from '../../png/png-writer.ts';
import { BANDS_SHARE, bandsOf } from './bands.ts';
import { fewColors } from './few-colors.ts';
import { COLOR_COUNTS, FILE_MAX } from './file-size.ts';
import { livePalette } from './live-palette.ts';

/** The qualities that are tried until the file is small enough. */
const QUALITIES = [90, 80, 65, 45, 25];
/** From this quality on, colors have the full resolution: half of it would blur colored text. */
const FULL_CHROMA = 80;
/** An estimate that exceeds the other file by this factor is certain. */
const CERTAIN = 1.7;

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
    const chromaSubsampling = quality >= FULL_CHROMA ? '4:4:4' : '4:2:0';
    bytes = await sharp(colors, { raw: { width, height, channels: 3 } })
      // Tables of its own would make a file a tenth smaller, for a fifth of the whole drawing's time.
      .jpeg({ quality, chromaSubsampling, optimiseCoding: false })
      .toBuffer();
    if (bytes.length <= FILE_MAX) break;
  }
  return { format: 'jpeg', bytes };
}

/** Returns a PNG of all colors, or of as many as make it small enough. */
function smallPng(canvas: Canvas, matte: Rgb): Uint8Array {
  if (!isSurelyLarger(canvas, FILE_MAX)) {
    const exact = exactPng(canvas, matte);
    if (exact.length <= FILE_MAX) return exact;
  }
  const bands = bandsOf(canvas);
  let bytes: Uint8Array = new Uint8Array();
  for (const count of COLOR_COUNTS) {
    const { palette } = livePalette([canvas], [], count, canvas.alpha !== null);
    const isLast = count === COLOR_COUNTS.at(-1);
    const estimate = bands === null || isLast ? 0 : palettePng(bands, palette).length * BANDS_SHARE;
    if (estimate > FILE_MAX) continue;
    bytes = palettePng(canvas, palette);
    if (bytes.length <= FILE_MAX) break;
  }
  return bytes;
}

function exactPng(canvas: Canvas, matte: Rgb): Uint8Array<ArrayBuffer> {
  const { width, height, alpha } = canvas;
  const few = alpha === null ? fewColors([canvas], 256) : null;
  if (few === null) return writePng(width, height, { colors: unmatted(canvas, matte), alpha });
  // A palette with all colors of the picture leaves nothing to dither.
  return palettePng(canvas, flatPalette(few, [], false));
}

function palettePng(canvas: Canvas, palette: Palette): Uint8Array<ArrayBuffer> {
  const { colors, transparentIndex } = palette;
  const opacities = transparentIndex === null ? new Uint8Array() : Uint8Array.of(0);
  const indexes = dithered(canvas, palette);
  return writePng(canvas.width, canvas.height, { indexes, palette: colors, opacities });
}

/** Returns whether the PNG of a picture is larger than some bytes, as some of its rows show. */
function isSurelyLarger(canvas: Canvas, bytes: number): boolean {
  const bands = bandsOf(canvas);
  if (bands === null) return false;
  const { width, height, colors, alpha } = bands;
  const estimate = alpha === null ? roughPngBytes(colors) : writePng(width, height, { colors, alpha }).length;
  return estimate * BANDS_SHARE > CERTAIN * bytes;
}
