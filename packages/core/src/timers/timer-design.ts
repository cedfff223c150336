/** `#rrggbb`. */
export type Color = string;

/** One of the four parts of a countdown. */
export interface TimerUnit {
  readonly show: boolean;
  /** Null: the locale's preset. */
  readonly label: string | null;
  /** Where the unit's middle is, in pixels at scale 1; null: in the row. */
  readonly x: number | null;
  readonly y: number | null;
}

/** A countdown's whole look and target, every member filled (decisions section 10, "Design"). */
export interface TimerDesign {
  /** 50 to 1200 and 20 to 600, in pixels at scale 1. */
  readonly width: number;
  readonly height: number;
  /** 2: twice the pixels, for retina screens. */
  readonly scale: 1 | 2;
  readonly background: {
    readonly color: Color;
    readonly imageId: number | null;
    readonly fit: 'cover' | 'contain' | 'fill';
    /** Pixels outside text and boxes are transparent; `color` is what edges are blended with. */
    readonly transparent: boolean;
  };
  readonly target: { readonly date: string; readonly timeZone: string };
  readonly layout: {
    readonly align: 'left' | 'center' | 'right';
    readonly gap: number;
    readonly padding: number;
  };
  readonly units: {
    readonly days: TimerUnit;
    readonly hours: TimerUnit;
    readonly minutes: TimerUnit;
    readonly seconds: TimerUnit;
  };
  readonly digits: {
    readonly fontId: number;
    readonly size: number;
    readonly color: Color;
    readonly minDigits: number;
    readonly box: {
      readonly color: Color;
      readonly radius: number;
      readonly padding: number;
      readonly border: { readonly color: Color; readonly width: number } | null;
    } | null;
  };
  readonly labels: {
    readonly show: boolean;
    readonly fontId: number;
    readonly size: number;
    readonly color: Color;
    readonly locale: string;
    readonly position: 'below' | 'above';
  };
  readonly separator: {
    readonly show: boolean;
    readonly text: string;
    /** Null: as the digits. */
    readonly color: Color | null;
  };
  readonly expired: {
    readonly behaviour: 'zeros' | 'message' | 'image';
    readonly message: string | null;
    readonly imageId: number | null;
  };
  readonly frames: number;
  readonly loop: boolean;
  /** False: every frame whole, for clients that can't patch frames. */
  readonly optimize: boolean;
  readonly altText: string | null;
}
