// The calls of the bench to two encoders of the registry without types.

declare module 'gifenc' {
  type Palette = number[][];
  interface Encoder {
    writeFrame(
      indexes: Uint8Array,
      width: number,
      height: number,
      options: { palette?: Palette; delay: number; repeat: number },
    ): void;
    finish(): void;
    bytes(): Uint8Array;
  }
  const gifenc: {
    GIFEncoder(): Encoder;
    quantize(rgba: Uint8Array, colors: number): Palette;
    applyPalette(rgba: Uint8Array, palette: Palette): Uint8Array;
  };
  export default gifenc;
}

declare module 'gif-encoder-2' {
  export default class GIFEncoder {
    readonly out: { getData(): Buffer };
    constructor(width: number, height: number, algorithm: 'neuquant' | 'octree');
    setDelay(milliseconds: number): void;
    setRepeat(count: number): void;
    start(): void;
    addFrame(rgba: Uint8Array): void;
    finish(): void;
  }
}
