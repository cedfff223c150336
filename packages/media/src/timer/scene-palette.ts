import type { TimerDesign } from '@vitrine/core/contracts';
import type { Canvas } from './canvas.ts';
import { mix, type Rgb, rgbOf } from './color.ts';
import { flatPalette, type Palette, picturePalette, type Ramp, rampColors, roomBeside } from './palette.ts';
import { Histogram, quantize } from './quantize.ts';
import type { SceneInput } from './scene-input.ts';

/** Maximum step of a ramp with a background picture, because the picture needs most of the palette. */
const STEP_BESIDE_PICTURE = 40;
/** Number of pixels of the picture that are also counted blended with the edges of text. */
const EDGE_SAMPLES = 4_000;
const EDGE_SHARES = [0.25, 0.5, 0.75];
/** Weight of all samples of one color, relative to the weight of the picture. */
const EDGE_WEIGHT = 0.06;

/**
 * Returns the palette of a scene for every second, with the message. One palette for all, so that a second has the same
 * pixels in every file.
 */
export function scenePalette({ design, background }: SceneInput, ground: Canvas): Palette {
  const { transparent } = design.background;
  const { onGround, onBoxes, flat } = meetingColors(design);
  if (background === null) {
    const color = rgbOf(design.background.color);
    const ramps = [...onGround.map((over): Ramp => [color, over]), ...onBoxes];
    return flatPalette(transparent ? flat : [color, ...flat], ramps, transparent);
  }
  const exact = rampColors(flat, onBoxes, STEP_BESIDE_PICTURE);
  const histogram = histogramOf(ground);
  const pixels = ground.width * ground.height;
  const stride = Math.max(1, Math.floor(pixels / EDGE_SAMPLES));
  const weight = (EDGE_WEIGHT * stride) / EDGE_SHARES.length;
  for (const over of onGround) {
    for (let pixel = 0; pixel < pixels; pixel += stride) {
      for (const share of EDGE_SHARES) histogram.add(...mix(colorAt(ground, pixel), over, share), weight);
    }
  }
  return picturePalette(exact, quantize(histogram, roomBeside(exact, transparent)), transparent);
}

/** Returns the palette of the picture after the end. */
export function expiredPalette(canvas: Canvas, { design }: SceneInput): Palette {
  const { transparent } = design.background;
  return picturePalette([], quantize(histogramOf(canvas), roomBeside([], transparent)), transparent);
}

/**
 * Returns the colors that meet the background, the pairs that meet on boxes, and the colors that fill areas (`flat`).
 */
function meetingColors(design: TimerDesign): {
  readonly onGround: readonly Rgb[];
  readonly onBoxes: readonly Ramp[];
  readonly flat: readonly Rgb[];
} {
  const { digits, labels, separator, expired } = design;
  const digit = rgbOf(digits.color);
  const onGround: Rgb[] = [];
  const onBoxes: Ramp[] = [];
  const flat: Rgb[] = [digit];
  if (labels.show) onGround.push(rgbOf(labels.color));
  if (separator.show) onGround.push(rgbOf(separator.color ?? digits.color));
  if (digits.box === null || expired.behaviour === 'message') onGround.push(digit);
  if (digits.box !== null) {
    const box = rgbOf(digits.box.color);
    onBoxes.push([box, digit]);
    flat.push(box);
    if (digits.box.border === null) onGround.push(box);
    else {
      const border = rgbOf(digits.box.border.color);
      onGround.push(border);
      onBoxes.push([border, box]);
      flat.push(border);
    }
  }
  return { onGround, onBoxes, flat: [...flat, ...onGround] };
}

function histogramOf(canvas: Canvas): Histogram {
  const histogram = new Histogram();
  for (let pixel = 0; pixel < canvas.width * canvas.height; pixel++) {
    if (canvas.alpha !== null && canvas.alpha[pixel] === 0) continue;
    histogram.add(...colorAt(canvas, pixel), 1);
  }
  return histogram;
}

function colorAt({ colors }: Canvas, pixel: number): Rgb {
  return [colors[pixel * 3] ?? 0, colors[pixel * 3 + 1] ?? 0, colors[pixel * 3 + 2] ?? 0];
}
