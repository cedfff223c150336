import type { TimerDesign } from '@vitrine/core/contracts';

/** The factors by which parts of a design are smaller than it says. */
export interface Shrinking {
  /** All parts. */
  readonly group: number;
  /** The labels, in addition. */
  readonly labels: number;
  /** The headline, in addition. */
  readonly headline: number;
}

export const UNSHRUNK: Shrinking = { group: 1, labels: 1, headline: 1 };

/** The lengths of a design in pixels of the picture. */
export interface Sizes {
  /** Pixels of the picture for a pixel of the design, with the shrinking. */
  readonly unit: number;
  readonly digits: number;
  readonly labels: number;
  readonly headline: number;
  readonly separator: number;
  /** Minimum space on both sides of a separator. */
  readonly separatorSpace: number;
  readonly gap: number;
  /** From the digits to the outer edge of their box, and its border. */
  readonly inset: number;
  readonly border: number;
  /** Between two boxes of one unit. */
  readonly boxGap: number;
}

/** The size of separators and the space beside them in sizes of the digits, if the design lets them be chosen. */
const SEPARATOR = 0.6;
const SEPARATOR_SPACE = 0.13;
/** The same for designs that draw the sizes as given. */
const PLAIN_SEPARATOR_SPACE = 0.09;
/** The gap in sizes of the digits, if the design has none. */
const GAP = 0.36;
const PLAIN_GAP = 24;
const BOX_GAP = 0.09;

/** The room that the padding leaves at least, in pixels of the design. */
const ROOM_MIN = { width: 16, height: 8 };

/** Returns the pixels from the edge of the picture to its parts. A design that has to fit keeps some room for them. */
export function paddingOf({ width, height, scale, layout }: TimerDesign): number {
  if (layout.fit === 'none') return layout.padding * scale;
  const most = Math.min((width - ROOM_MIN.width) / 2, (height - ROOM_MIN.height) / 2);
  return Math.min(layout.padding, most) * scale;
}

/** The size of labels, in sizes of the digits, from which on they shrink like these. */
const LABELS_MAX = 0.5;

/** Labels shrink less than the digits, because they are smaller, until they have half of their size. */
function labelShare({ digits, labels }: TimerDesign, group: number): number {
  return Math.max(group, Math.min(Math.sqrt(group), (LABELS_MAX * digits.size * group) / labels.size));
}

export function sizesOf(design: TimerDesign, { group, labels, headline }: Shrinking): Sizes {
  const { scale, digits, layout } = design;
  const unit = scale * group;
  const size = digits.size * unit;
  const border = (digits.box?.border?.width ?? 0) * unit;
  const isPlain = layout.fit === 'none';
  const chosenGap = isPlain ? PLAIN_GAP * unit : GAP * size;
  const hasBox = digits.box !== null && digits.ring === null;
  const whole = isPlain ? (length: number) => length : Math.round;
  return {
    unit,
    digits: size,
    labels: design.labels.size * scale * labelShare(design, group) * labels,
    headline: design.headline.size * unit * headline,
    separator: isPlain ? size : SEPARATOR * size,
    separatorSpace: (isPlain ? PLAIN_SEPARATOR_SPACE : SEPARATOR_SPACE) * size,
    gap: layout.gap === null ? chosenGap : layout.gap * unit,
    inset: hasBox ? whole((digits.box?.padding ?? 0) * unit + border) : 0,
    border: whole(border),
    boxGap: Math.max(2, Math.round(BOX_GAP * size)),
  };
}
