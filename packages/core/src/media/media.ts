import type { Metric } from '../ground/metric.ts';
import type { FontFacts } from '../storage/images/fonts.ts';
import type { ImageFormat } from '../storage/images/images.ts';
import type { Caller, CallOptions } from '../turns/caller.ts';
import type { DrawnLive, LiveCheck, LiveScene } from './live-scene.ts';
import type { Countdown, TimerScene } from './timer-scene.ts';

/** The reason for the rejection of bytes, for users: a sentence that says what is allowed. */
export interface Refusal {
  readonly refused: string;
}

/**
 * A picture as it is stored and served: re-encoded, or truncated after its end, with the orientation applied and
 * without metadata.
 */
export interface ReadImage {
  readonly bytes: Uint8Array;
  readonly format: ImageFormat;
  readonly width: number;
  readonly height: number;
  readonly animated: boolean;
}

export interface ReadFont {
  readonly facts: FontFacts;
  /** The text `0123456789 AaBb` as WebP. */
  readonly sample: Uint8Array;
}

export interface BuiltinFont {
  /** 1 to 999. An id never changes its meaning, because designs that are copied between accounts contain it. */
  readonly id: number;
  readonly facts: FontFacts;
}

/** A picture that is requested from the network. */
export interface PictureRequest {
  readonly url: string;
  /** Returns whether a host may be visited: that of the URL, and that of each redirect. */
  mayVisit(hostname: string): boolean;
  /** The validators of the copy that the caller has. Null: none. */
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/**
 * `unchanged`: the caller's copy is still right. `none`: there is no picture that may be shown. `host_failed`: the server
 * did not respond in time, or failed.
 */
export type FetchedPicture =
  | {
      readonly result: 'picture';
      readonly picture: ReadImage;
      readonly etag: string | null;
      readonly lastModified: string | null;
    }
  | { readonly result: 'unchanged' | 'none' | 'host_failed' };

/** A document from the network. */
export interface FetchedDocument {
  readonly text: string;
  /** Milliseconds for which the server says that it may be cached. Null: it says nothing. */
  readonly maxAge: number | null;
}

export interface TimerCheck {
  /** Sentences about text that overflows, glyphs that the font lacks, low contrast, or a file over 400 KB. */
  readonly warnings: readonly string[];
  readonly estimatedBytes: number;
}

/**
 * Reads and draws pictures, fonts and timers. `@vitrine/media` implements it. Untrusted input is decoded in separate
 * processes with a timeout. The limits: docs/rules.md#image-files, docs/rules.md#font-files.
 *
 * Each call names its `Caller`. Accounts take turns, so an account with many calls delays only itself. A call rejects
 * with the reason of `caller.signal` when that aborts: waiting work is dropped; a decode or render in flight finishes
 * within its own limit, and its result is dropped or cached. A call throws `UnavailableError` if too many calls wait, or if
 * it takes longer than the implementation allows, including waiting: 10 s by default (`fetchFont` has its own limits).
 */
export interface Media {
  /** Reads a PNG, JPEG, GIF or WebP picture, detected by its bytes. */
  readImage(bytes: Uint8Array, caller: Caller): Promise<ReadImage | Refusal>;
  /**
   * Returns the first frame as WebP, scaled to fit 320×320. The bytes are those of a `ReadImage` or of a rendered
   * timer.
   */
  thumbnail(bytes: Uint8Array, caller: Caller): Promise<Uint8Array>;
  /** Reads a TTF, OTF, WOFF or WOFF2 font, or the first face of a TTC. Takes at most 4 s in addition to waiting. */
  readFont(bytes: Uint8Array, caller: Caller): Promise<ReadFont | Refusal>;
  readonly builtinFonts: readonly BuiltinFont[];
  /** Returns the sample of a built-in font as WebP. It is drawn once, and the work counts against the system. */
  builtinSample(id: number, options?: CallOptions): Promise<Uint8Array>;
  /**
   * Downloads a font. Blocks addresses that are not public (docs/rules.md#fonts-from-a-url). Takes at most 10 s of
   * waiting and 10 s of downloading. The reason of a rejection reveals nothing about the network.
   */
  fetchFont(url: string, caller: Caller): Promise<Uint8Array | Refusal>;
  /**
   * Downloads and reads a picture. Blocks addresses that are not public (docs/rules.md#remote-pictures). Takes at most 3 s
   * of waiting and 3 s of downloading, and the time of `readImage`.
   */
  fetchPicture(request: PictureRequest, caller: Caller): Promise<FetchedPicture>;
  /**
   * Downloads a JSON document of at most 20 KB from an https URL that a stranger gives. Blocks addresses that are not public,
   * and follows no redirects (docs/rules.md#oauth). Takes at most 3 s of waiting and 3 s of downloading. The reason of a
   * rejection reveals nothing about the network. Absent: clients of OAuth can't be named by the address of a document.
   */
  fetchDocument?(url: string, caller: Caller): Promise<FetchedDocument | Refusal>;
  /**
   * Draws the GIF of a countdown that is opened now. The same scene and second are rendered once and return one array,
   * which callers must not change. A cached GIF neither waits nor counts against an account.
   */
  renderTimer(scene: TimerScene, countdown: Countdown, caller: Caller): Promise<Uint8Array>;
  /** Returns problems of a design, and the size of the GIF of a countdown. */
  checkTimer(scene: TimerScene, countdown: Countdown, caller: Caller): Promise<TimerCheck>;
  /**
   * Draws a live image. A scene is drawn once, also by concurrent calls of an account, and its file is cached and shared:
   * callers must not change it. A drawing whose callers wait no longer goes on, unless their signals have aborted.
   */
  renderLive(scene: LiveScene, caller: Caller): Promise<DrawnLive>;
  /**
   * Returns a GIF of transparent pixels at once. It needs neither threads nor turns, so that it is there when nothing else
   * is. Callers must not change it.
   */
  transparentPicture(width: number, height: number): Uint8Array;
  /** Returns problems of a live image, and the size of its file. */
  checkLive(scene: LiveScene, caller: Caller): Promise<LiveCheck>;
  /** Returns metrics of its queues, processes, threads and caches. */
  metrics?(): readonly Metric[];
  /** Ends the processes and threads within 3 s, even if they are busy. Calls in flight and later ones throw. */
  close(): Promise<void>;
}
