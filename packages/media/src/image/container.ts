import type { ImageFormat } from '@vitrine/core';

/** A picture file taken apart and put together again from the parts that show something, without decoding a pixel. */
export interface Container {
  readonly format: ImageFormat;
  readonly width: number;
  readonly height: number;
  /** The width and height of each frame that the file holds; one for a still. */
  readonly frames: readonly Size[];
  /** Ends where the picture ends, and holds pixels, colour and timing only. */
  readonly bytes: Buffer;
  /** What has to be decoded to know that every frame is sound: the file itself, or each frame as a still. */
  readonly proofs: readonly Buffer[];
}

export interface Size {
  readonly width: number;
  readonly height: number;
}
