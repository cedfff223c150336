import type { Rectangle } from '../../gif/gif-writer.ts';
import type { Canvas } from '../../paint/canvas.ts';
import { contrast, mix, opacityOf, type Rgb, rgbOf } from '../../paint/color.ts';
import { intersection } from '../../paint/rectangles.ts';
import { inkOf } from '../layout/layout-bounds.ts';
import type { TimerLayout } from '../layout/placed.ts';
import type { Scene } from './scene.ts';

const PAGE: Rgb = [255, 255, 255];

/** Sizes in pixels below which texts can't be read. */
const DIGITS_MIN = 8;
const LABELS_MIN = 5;
/** Minimum contrast of WCAG 2 for large text. */
const MIN_CONTRAST = 3;

/** Returns warnings about the appearance of a scene. */
export function sceneWarnings(scene: Scene, secondsLeft: number): string[] {
  const layout = scene.layout(secondsLeft);
  return [...overflow(scene, layout), ...tinyTexts(scene, layout), ...contrasts(scene, layout, secondsLeft)];
}

/** Texts that are too small to read, because the design has to fit into its picture. */
function tinyTexts({ input }: Scene, { sizes, units }: TimerLayout): string[] {
  const { scale, digits, labels } = input.design;
  const warnings: string[] = [];
  const judge = (which: string, given: number, shown: number, least: number) => {
    const size = Math.round(shown / scale);
    if (size >= Math.min(given, least)) return;
    warnings.push(
      `The ${which} are only ${size} px large, so that all is inside the picture. Make it larger, or show less.`,
    );
  };
  judge('digits', digits.size, sizes.digits, DIGITS_MIN);
  if (units.some(({ label }) => label !== null)) judge('labels', labels.size, sizes.labels, LABELS_MIN);
  return warnings;
}

function overflow(scene: Scene, { bounds }: TimerLayout): string[] {
  const warnings: string[] = [];
  const { design } = scene.input;
  if (bounds !== null) {
    const { width, height } = scene.canvas;
    const wide = Math.round(Math.max(-bounds.x, bounds.x + bounds.width - width) / design.scale);
    const high = Math.round(Math.max(-bounds.y, bounds.y + bounds.height - height) / design.scale);
    if (wide > 0) {
      warnings.push(
        `The units are cut off: they reach ${wide} px beyond the left or right edge. Make digits.size, labels.size or layout.gap smaller, or width larger.`,
      );
    }
    if (high > 0) {
      warnings.push(
        `The units are cut off: they reach ${high} px beyond the upper or lower edge. Make digits.size or labels.size smaller, or height larger.`,
      );
    }
  }
  if (scene.message()?.fits === false) {
    warnings.push(
      'The message does not fit even at its smallest size. Make it shorter, or the picture larger.',
    );
  }
  return warnings;
}

function contrasts(scene: Scene, layout: TimerLayout, secondsLeft: number): string[] {
  const { design } = scene.input;
  const ground = scene.groundCanvas(secondsLeft);
  const page = ground.over(PAGE);
  const digitAreas = layout.units.map(({ area }) => area);
  const onBox = design.digits.ring === null ? design.digits.box : null;
  const warnings: string[] = [];
  const judge = (what: string, color: string, areas: readonly Rectangle[], box: string | null = null) => {
    for (const [canvas, where] of [
      [ground, 'their background'],
      [page, 'a white page, as most mails have'],
    ] as const) {
      const under = box === null || opacityOf(box) < 1 ? meanColor(canvas, areas, scene.canvas) : rgbOf(box);
      if (under === null) return;
      const ratio = contrast(mix(under, rgbOf(color), opacityOf(color)), under);
      if (ratio >= MIN_CONTRAST) continue;
      warnings.push(
        `${what} (${color}) have a contrast of ${ratio.toFixed(1)} to ${where}; at least ${MIN_CONTRAST} is legible.`,
      );
      return;
    }
  };
  judge('The digits', design.digits.color, digitAreas, onBox?.color);
  const labelAreas = layout.units.flatMap(({ label }) => (label === null ? [] : (inkOf(label) ?? [])));
  judge('The labels', design.labels.color, labelAreas);
  const headline = layout.headline === null ? null : inkOf(layout.headline);
  if (headline !== null) judge('The letters of the headline', design.headline.color, [headline]);
  return warnings;
}

/** Returns null if the areas are outside the picture. */
function meanColor(canvas: Canvas, areas: readonly Rectangle[], whole: Rectangle): Rgb | null {
  const sums = [0, 0, 0];
  let count = 0;
  for (const area of areas) {
    const x = Math.floor(area.x);
    const y = Math.floor(area.y);
    const rounded = { x, y, width: Math.ceil(area.width), height: Math.ceil(area.height) };
    const inside = intersection(rounded, whole);
    if (inside === null) continue;
    const { colors } = canvas.cut(inside);
    for (let at = 0; at < colors.length; at += 3) {
      for (let part = 0; part < 3; part++) sums[part] = (sums[part] ?? 0) + (colors[at + part] ?? 0);
    }
    count += colors.length / 3;
  }
  if (count === 0) return null;
  return [(sums[0] ?? 0) / count, (sums[1] ?? 0) / count, (sums[2] ?? 0) / count];
}
