import type { TimerDesign } from './contracts/timer-design.ts';
import type { Figure } from './figures.ts';
import type { FontFacts } from './storage/fonts.ts';
import type { ImageFormat } from './storage/images.ts';
import type { Caller, CallOptions } from './turns/caller.ts';

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
 * Reads and makes pictures, fonts and timers; `@vitrine/media` implements it. Bytes from outside are decoded in processes
 * of their own under a time limit. The limits: docs/rules.md#image-files, docs/rules.md#font-files.
 *
 * Each call names its `Caller`. Work is handed out in turns between accounts, so an account that asks for much delays only
 * itself. A call ends with the reason of `caller.signal` when that aborts: work that waits is dropped, a decode or render
 * under way finishes within its own limit and its result is thrown away or cached. A call that is not done after 10 s,
 * waiting included, throws `UnavailableError`; so does one that comes when too many wait (`fetchFont` has its own limits).
 */
export interface Media {
  /** PNG, JPEG, GIF or WebP by their bytes. */
  readImage(bytes: Uint8Array, caller: Caller): Promise<ReadImage | Refusal>;
  /** The first frame inside 320×320, WebP. The bytes are those of a `ReadImage` or of a rendered timer. */
  thumbnail(bytes: Uint8Array, caller: Caller): Promise<Uint8Array>;
  /** TTF, OTF, WOFF, WOFF2, or the first face of a TTC. Reading takes 4 s at most, besides the wait. */
  readFont(bytes: Uint8Array, caller: Caller): Promise<ReadFont | Refusal>;
  readonly builtinFonts: readonly BuiltinFont[];
  /** The sample of a built-in font, WebP. Drawn once, for the system and not for an account. */
  builtinSample(id: number, options?: CallOptions): Promise<Uint8Array>;
  /**
   * Downloads a font, guarded against addresses that are not public (docs/rules.md#fonts-from-a-url). At most 10 s of
   * waiting and 10 s of downloading. The reason of a refusal tells nothing of the network.
   */
  fetchFont(url: string, caller: Caller): Promise<Uint8Array | Refusal>;
  /**
   * The GIF for an opening with `secondsLeft` whole seconds to go, rounded up; 0: expired. Same scene and second: one
   * render and one array, which nobody may change. A GIF that is cached waits for nothing and counts against nobody.
   */
  renderTimer(scene: TimerScene, secondsLeft: number, caller: Caller): Promise<Uint8Array>;
  /** What is doubtful about a design, and about how large its GIF is with `secondsLeft`. */
  checkTimer(scene: TimerScene, secondsLeft: number, caller: Caller): Promise<TimerCheck>;
  /** Metrics of its queues, processes, threads and caches. */
  figures?(): readonly Figure[];
  /** Ends the processes and threads, within 3 s whatever runs. Calls under way and later ones throw. */
  close(): Promise<void>;
}
