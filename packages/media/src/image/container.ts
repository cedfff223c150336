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
  /** What is still to be decoded, each its first frame, to know that every frame is sound. */
  readonly proofs: readonly Buffer[];
}

export interface Size {
  readonly width: number;
  readonly height: number;
}
