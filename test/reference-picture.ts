import { readFileSync, writeFileSync } from 'node:fs';
import sharp, { type PngOptions, type Sharp } from 'sharp';
import { expect } from 'vitest';

/**
 * How much a picture may differ from its reference. Another decoder or processor causes small, invisible differences.
 */
export interface Tolerance {
  /** The mean difference of the channels must be below this, of 255. */
  readonly mean: number;
  /** The share of channels that may differ by more than `over`. A letter that moved by one pixel exceeds it. */
  readonly visible?: { readonly over: number; readonly share: number };
}

/** Replaces the alpha channel before pictures are compared. */
export type Opaque = (picture: Sharp) => Sharp;

/**
 * Expects that a picture is like the reviewed one in a PNG file. With `UPDATE_REFERENCES` set, writes the file first:
 * look at it before you commit it.
 */
export async function expectLikeReference(
  file: URL,
  picture: Uint8Array,
  { mean, visible }: Tolerance,
  opaque: Opaque,
  png: PngOptions = {},
): Promise<void> {
  if (process.env.UPDATE_REFERENCES !== undefined) {
    writeFileSync(file, await sharp(picture).png(png).toBuffer());
  }
  const pixels = (bytes: Uint8Array) => opaque(sharp(bytes)).raw().toBuffer({ resolveWithObject: true });
  const [drawn, reference] = [await pixels(picture), await pixels(readFileSync(file))];
  expect([drawn.info.width, drawn.info.height]).toEqual([reference.info.width, reference.info.height]);
  let [sum, visiblyDifferent] = [0, 0];
  for (const [at, value] of drawn.data.entries()) {
    const difference = Math.abs(value - (reference.data[at] ?? 0));
    sum += difference;
    if (visible !== undefined && difference > visible.over) visiblyDifferent++;
  }
  expect(sum / drawn.data.length).toBeLessThan(mean);
  if (visible !== undefined) expect(visiblyDifferent / drawn.data.length).toBeLessThan(visible.share);
}
