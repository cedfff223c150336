import type { Figure } from './figures.ts';
import type { FontFacts } from './storage/fonts.ts';
import type { ImageFormat } from './storage/images.ts';
import type { TimerDesign } from './timers/timer-design.ts';

/** Bytes that are not taken, with the reason in words for whoever sent them: a sentence that says what is allowed. */
export interface Refusal {
  readonly refused: string;
}

/** A picture as it is kept and served: re-encoded or cut to its end, orientation baked in, metadata gone. */
export interface ReadImage {
  readonly bytes: Uint8Array;
  readonly format: ImageFormat;
  readonly width: number;
  readonly height: number;
  readonly animated: boolean;
}

export interface ReadFont {
  readonly facts: FontFacts;
  /** `0123456789 AaBb` drawn, WebP. */
  readonly sample: Uint8Array;
}

export interface BuiltinFont {
  /** 1 to 999. Never changes its meaning: designs travel between accounts by it. */
  readonly id: number;
  readonly facts: FontFacts;
}

/** A font to draw with: a built-in one by id, or bytes by their hash. */
export type FontSource = { readonly builtin: number } | { readonly blob: string };

/** A design with what it draws with. Equal `key`, equal picture: caches go by it. */
export interface TimerScene {
  readonly key: string;
  readonly design: TimerDesign;
  readonly digitFont: FontSource;
  readonly labelFont: FontSource;
  readonly background: string | null;
  readonly expiredImage: string | null;
  /** The bytes of a blob that the scene names. */
  load(hash: string): Promise<Uint8Array>;
}

export interface TimerCheck {
  /** In sentences: text that overflows, glyphs that the font lacks, low contrast, a file over 400 KB. */
  readonly warnings: readonly string[];
  readonly estimatedBytes: number;
}

/**
 * Everything that reads or makes pictures and fonts; `@vitrine/media` implements it. Bytes from outside are decoded in
 * processes of their own under a time limit. Calls wait in a bounded queue; beyond it they throw `UnavailableError`.
 * Every limit is in decisions sections 8 to 10.
 */
export interface Media {
  /** PNG, JPEG, GIF or WebP by their bytes. */
  readImage(bytes: Uint8Array): Promise<ReadImage | Refusal>;
  /** The first frame inside 320×320, WebP. The bytes are those of a `ReadImage` or of a rendered timer. */
  thumbnail(bytes: Uint8Array): Promise<Uint8Array>;
  /** TTF, OTF, WOFF, WOFF2, or the first face of a TTC; within 4 s. */
  readFont(bytes: Uint8Array): Promise<ReadFont | Refusal>;
  readonly builtinFonts: readonly BuiltinFont[];
  /** The sample of a built-in font, WebP. */
  builtinSample(id: number): Promise<Uint8Array>;
  /** Downloads a font, guarded against addresses that are not public (decisions section 9, "From URL"). The reason of a refusal tells nothing of the network. */
  fetchFont(url: string): Promise<Uint8Array | Refusal>;
  /** The GIF for an opening with `secondsLeft` whole seconds to go, rounded up; 0: expired. Same scene and second: one render. */
  renderTimer(scene: TimerScene, secondsLeft: number): Promise<Uint8Array>;
  /** What is doubtful about a design, and about how large its GIF is with `secondsLeft`. */
  checkTimer(scene: TimerScene, secondsLeft: number): Promise<TimerCheck>;
  /** How its queues, workers and caches stand now. */
  figures?(): readonly Figure[];
  /** Ends the processes and threads. Further calls throw. */
  close(): Promise<void>;
}
