import type { TimerDesign } from '@vitrine/core/contracts';
import type { Canvas } from '../../paint/canvas.ts';
import { groundColor, mix, opacityOf, packed, type Rgb, rgbOf } from '../../paint/color.ts';
import { gradientColors } from '../../paint/gradient.ts';
import {
  flatPalette,
  type Palette,
  picturePalette,
  type Ramp,
  rampColors,
  roomBeside,
} from '../../paint/palette.ts';
import { Histogram, quantize, quantizeToMix } from '../../paint/quantize.ts';
import { hasSplit, lowerFlap, splitOf, underSplit } from '../paint/flip.ts';
import { separatorPaint } from '../paint/separator-color.ts';
import { isDithered, type SceneInput } from './scene-input.ts';

/** Maximum step of a ramp with a background picture, because the picture needs most of the palette. */
const STEP_BESIDE_PICTURE = 40;
/** Number of pixels of the picture that are also counted blended with the edges of text. */
const EDGE_SAMPLES = 4_000;
const EDGE_SHARES = [0.25, 0.5, 0.75];
/** Weight of all samples of one color, relative to the weight of the picture. */
const EDGE_WEIGHT = 0.06;

/** Weight of the pixels of a drawn picture, relative to the weight of the background. */
const SAMPLE_WEIGHT = 3;

/**
 * Returns the palette of a scene for every second, with the message. One palette for all, so that a second has the same
 * pixels in every file.
 *
 * @param draw draws a sample with all colors, for designs with more than a few.
 */
export function scenePalette(input: SceneInput, ground: Canvas, draw: () => Canvas): Palette {
  const { design, background } = input;
  const { transparent } = design.background;
  const { onGround, onBoxes, flat } = meetingColors(design, background !== null);
  const soft = hasSoftColors(design);
  if (background === null && !soft) {
    const color = groundColor(design.background.color);
    const ramps = [...onGround.map((over): Ramp => [color, over]), ...onBoxes];
    return flatPalette(transparent ? flat : [color, ...flat], ramps, transparent);
  }
  const exact = rampColors(
    [...flat, ...shadesOf(design, background !== null)],
    soft ? [] : onBoxes,
    STEP_BESIDE_PICTURE,
  );
  const found = new Set(exact.map(packed));
  const histogram = new Histogram();
  addPixels(histogram, ground, 1, found);
  const pixels = ground.width * ground.height;
  const stride = Math.max(1, Math.floor(pixels / EDGE_SAMPLES));
  const weight = (EDGE_WEIGHT * stride) / EDGE_SHARES.length;
  for (const over of onGround) {
    for (let pixel = 0; pixel < pixels; pixel += stride) {
      for (const share of EDGE_SHARES) histogram.add(...mix(colorAt(ground, pixel), over, share), weight);
    }
  }
  if (soft) addPixels(histogram, draw(), SAMPLE_WEIGHT, found);
  const isMixed = isDithered(input);
  // Patches leave the dithered pixels that stay as they are.
  const reserves = transparent || isMixed;
  const room = roomBeside(exact, reserves);
  const colors = isMixed ? quantizeToMix(histogram, room) : quantize(histogram, room);
  return picturePalette(exact, colors, reserves);
}

/** Returns the palette of the picture after the end. */
export function expiredPalette(canvas: Canvas, { design }: SceneInput): Palette {
  const { transparent } = design.background;
  const histogram = new Histogram();
  addPixels(histogram, canvas, 1, new Set());
  return picturePalette([], quantizeToMix(histogram, roomBeside([], transparent)), transparent);
}

/** Returns whether a design blends colors beyond the edges of its shapes: gradients, shadows and opacities. */
function hasSoftColors({ background, digits, labels, separator, headline }: TimerDesign): boolean {
  const { box, ring, shadow } = digits;
  const colors = [
    digits.color,
    ...(labels.show ? [labels.color] : []),
    ...(separator.show && separator.color !== null ? [separator.color] : []),
    ...(headline.text === null ? [] : [headline.color]),
    ...(ring === null ? [] : [ring.color, ring.track]),
    ...(box === null || ring !== null ? [] : [box.color, box.border?.color ?? box.color]),
  ];
  const hasBoxEffect = ring === null && (box?.gradient != null || box?.shadow != null);
  return (
    background.gradient !== null ||
    shadow !== null ||
    hasBoxEffect ||
    colors.some((color) => opacityOf(color) < 1)
  );
}

/**
 * Returns the colors that meet the background, the pairs that meet on boxes, and the colors that fill areas (`flat`).
 */
function meetingColors(
  design: TimerDesign,
  hasPicture: boolean,
): {
  readonly onGround: readonly Rgb[];
  readonly onBoxes: readonly Ramp[];
  readonly flat: readonly Rgb[];
} {
  const { digits, labels, separator, expired, headline } = design;
  const digit = rgbOf(digits.color);
  const onGround: Rgb[] = [];
  const onBoxes: Ramp[] = [];
  const flat: Rgb[] = [digit];
  if (labels.show) onGround.push(rgbOf(labels.color));
  if (separator.show) onGround.push(separatorPaint(design, hasPicture).color);
  if (headline.text !== null) onGround.push(rgbOf(headline.color));
  if (digits.ring !== null) {
    const [ring, track] = [rgbOf(digits.ring.color), rgbOf(digits.ring.track)];
    onGround.push(digit, ring, track);
    onBoxes.push([track, ring]);
  } else if (digits.box === null) onGround.push(digit);
  else {
    if (expired.behaviour === 'message') onGround.push(digit);
    const box = rgbOf(digits.box.color);
    const split = splitOf(box);
    const halves = hasSplit(digits) ? [box, lowerFlap(box)] : [box];
    const edges = digits.box.border === null ? [] : [rgbOf(digits.box.border.color)];
    for (const half of halves) {
      onBoxes.push([half, digit]);
      flat.push(half);
      if (edges.length === 0) onGround.push(half);
      for (const edge of edges) onBoxes.push([edge, half]);
      if (hasSplit(digits)) onBoxes.push([underSplit(half, split), underSplit(digit, split)]);
    }
    onGround.push(...edges);
    flat.push(...edges);
  }
  return { onGround, onBoxes, flat: [...flat, ...onGround] };
}

/** Returns the colors of the gradients of the background and the boxes, so that they show no bands. */
function shadesOf({ background, digits }: TimerDesign, hasPicture: boolean): Rgb[] {
  const { box, ring } = digits;
  const behind =
    background.gradient === null || background.transparent || hasPicture
      ? []
      : gradientColors(groundColor(background.color), background.gradient);
  const onBoxes =
    box === null || box.gradient === null || ring !== null || opacityOf(box.color) < 1
      ? []
      : gradientColors(rgbOf(box.color), box.gradient);
  return [...behind, ...onBoxes];
}

/** Counts the visible pixels of a canvas, except those with a color that the palette already has. */
function addPixels(histogram: Histogram, canvas: Canvas, weight: number, known: ReadonlySet<number>): void {
  for (let pixel = 0; pixel < canvas.width * canvas.height; pixel++) {
    if (canvas.alpha !== null && canvas.alpha[pixel] === 0) continue;
    const color = colorAt(canvas, pixel);
    if (!known.has(packed(color))) histogram.add(...color, weight);
  }
}

function colorAt({ colors }: Canvas, pixel: number): Rgb {
  return [colors[pixel * 3] ?? 0, colors[pixel * 3 + 1] ?? 0, colors[pixel * 3 + 2] ?? 0];
}
