import type { ImageFormat } from '@vitrine/core/storage';

/** A picture file rebuilt from the parts that affect its display, without decoding a pixel. */
export interface Container {
  readonly format: ImageFormat;
  readonly width: number;
  readonly height: number;
  /** Sizes of the frames; one for a still picture. */
  readonly frames: readonly Size[];
  /** The rebuilt file: pixels, colour and timing only, without trailing bytes. */
  readonly bytes: Buffer;
  /** Files whose first frame must be decoded to verify all frames. */
  readonly proofs: readonly Buffer[];
}

export interface Size {
  readonly width: number;
  readonly height: number;
}
