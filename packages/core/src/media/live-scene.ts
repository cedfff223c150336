import type { Color } from '../contracts/designs/design-members.ts';
import type { TimerDesign } from '../contracts/timers/timer-design.ts';
import type { Countdown, FontSource, TimerScene } from './timer-scene.ts';

/** The colors of a gradient: from the color of its shape to this one. */
export type LiveGradient = NonNullable<TimerDesign['background']['gradient']>;
/** How a picture fills a box: `cover` cuts off, `contain` leaves some of the box free, `fill` distorts. */
export type LiveFit = TimerDesign['background']['fit'];
export type LiveFormat = 'png' | 'jpeg' | 'gif';

/**
 * What one live image shows, with everything variable resolved: final texts, pictures, and only the layers that are
 * visible. Lengths are in pixels at scale 1. Scenes with the same `key` and the same countdowns have the same picture.
 */
export interface LiveScene {
  /** Covers all members but the countdowns and `load`. */
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly scale: 1 | 2;
  /**
   * `auto`: GIF with a timer, else the smaller of PNG and JPEG; JPEG only for an opaque picture. JPEG and PNG show the
   * first frame of timers. As JPEG, a transparent picture lies on the color of its background.
   */
  readonly format: LiveFormat | 'auto';
  readonly background: LiveBackground;
  /** In the order in which they are drawn. */
  readonly layers: readonly LiveLayer[];
  /** BCP 47. Decides which form of a Han letter is drawn. */
  readonly locale: string;
  /** Returns the bytes of a font or a picture by its hash. */
  load(hash: string): Promise<Uint8Array>;
}

export interface LiveBackground {
  /** An opacity is blended with white, unless the background is transparent. */
  readonly color: Color;
  readonly gradient: LiveGradient | null;
  readonly picture: LivePicture | null;
  readonly fit: LiveFit;
  /** Leaves out the color and the gradient, but not the picture. */
  readonly transparent: boolean;
}

/**
 * The hash of a picture that `Media.readImage` has accepted: a blob, or bytes that were fetched. The same hash always
 * means the same bytes.
 */
export type LivePicture = string;

export type LiveLayer = LiveTextLayer | LiveImageLayer | LiveShapeLayer | LiveTimerLayer;

/** The box of a layer. It may exceed the picture. */
interface LiveLayerBase {
  /** Its name in the design, for warnings. */
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Whether no variable reaches it: it is the same in all pictures of the design. Static layers are drawn once. */
  readonly isStatic: boolean;
}

export interface LiveTextLayer extends LiveLayerBase {
  readonly type: 'text';
  /** Lines are separated by a line feed. */
  readonly text: string;
  readonly font: FontSource;
  readonly size: number;
  readonly color: Color;
  readonly align: 'left' | 'center' | 'right';
  readonly valign: 'top' | 'middle' | 'bottom';
  /** Distance between baselines in sizes of the text. */
  readonly lineHeight: number;
  /**
   * `shrink`: smaller down to `minSize`, then cut. `wrap`: in lines, then cut. `truncate`: one line, then cut. A cut text
   * ends with an ellipsis.
   */
  readonly fit: 'shrink' | 'wrap' | 'truncate';
  readonly minSize: number;
}

export interface LiveImageLayer extends LiveLayerBase {
  readonly type: 'image';
  readonly picture: LivePicture;
  readonly fit: LiveFit;
  /** Radius of the corners of the box. */
  readonly radius: number;
}

export interface LiveShapeLayer extends LiveLayerBase {
  readonly type: 'shape';
  /** A line is a rectangle of its width. */
  readonly shape: 'rect' | 'ellipse';
  readonly color: Color;
  readonly gradient: LiveGradient | null;
  /** Radius of the corners of a rectangle. */
  readonly radius: number;
  readonly border: { readonly color: Color; readonly width: number } | null;
  readonly shadow: {
    readonly color: Color;
    readonly x: number;
    readonly y: number;
    readonly blur: number;
  } | null;
}

/**
 * A timer in a box. Its design has the width and height of the box and the scale of the picture. Where its background is
 * transparent, it shows the layers below.
 */
export interface LiveTimerLayer extends LiveLayerBase {
  readonly type: 'timer';
  readonly timer: TimerScene;
  readonly countdown: Countdown;
}

/** The file of a live image. */
export interface DrawnLive {
  readonly format: LiveFormat;
  readonly bytes: Uint8Array;
}

export interface LiveCheck {
  /** Sentences about layers: text that is cut, glyphs that the fonts lack, low contrast, or a large file. */
  readonly warnings: readonly string[];
  readonly estimatedBytes: number;
}
