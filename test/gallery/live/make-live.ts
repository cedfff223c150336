import type { TimerDesignChanges } from '@vitrine/core/contracts';
import type { LiveLayer, LiveScene } from '@vitrine/core/server';
import { changeDesign } from '../../../packages/core/src/timers/design-changes.ts';
import {
  hashOf,
  sampleImage,
  sampleLive,
  sampleShape,
  sampleText,
} from '../../../packages/media/src/live/sample-lives.ts';
import { sampleScene } from '../../../packages/media/src/timer/drawing/sample-scenes.ts';
import { type PictureName, pictureOf } from './product-pictures.ts';

/** A live image of the gallery, as its design resolves for one reader. */
export interface GalleryLive {
  /** The name of its file. */
  readonly name: string;
  readonly scene: LiveScene;
}

type Place = readonly [x: number, y: number, width: number, height: number];
type Changes<Type extends LiveLayer['type']> = Partial<Extract<LiveLayer, { type: Type }>>;
type Ground = Partial<Omit<LiveScene['background'], 'picture'>> & { readonly picture?: PictureName | null };

let layers = 0;

function placed([x, y, width, height]: Place) {
  return { x, y, width, height, name: `layer ${layers++}` };
}

/** Returns a text in a built-in font. */
export function text(
  font: number,
  size: number,
  color: string,
  place: Place,
  words: string,
  changes: Changes<'text'> = {},
): LiveLayer {
  const minSize = Math.min(size, Math.max(9, Math.round(size * 0.55)));
  return sampleText(words, { ...placed(place), font: { builtin: font }, size, minSize, color, ...changes });
}

export const CENTER = { align: 'center', valign: 'middle' } as const;
export const MIDDLE = { valign: 'middle' } as const;

/** Returns a text in the middle of a pill. */
export function button(
  font: number,
  size: number,
  colors: readonly [text: string, ground: string],
  place: Place,
  words: string,
): LiveLayer[] {
  const [x, y, width, height] = place;
  const inner: Place = [x + 10, y, width - 20, height];
  return [shape(colors[1], place, { radius: height / 2 }), text(font, size, colors[0], inner, words, CENTER)];
}

export function shape(color: string, place: Place, changes: Changes<'shape'> = {}): LiveLayer {
  return sampleShape({ ...placed(place), color, isStatic: true, ...changes });
}

export async function image(
  name: PictureName,
  place: Place,
  changes: Changes<'image'> = {},
): Promise<LiveLayer> {
  return sampleImage(await pictureOf(name), { ...placed(place), ...changes });
}

/** Returns a timer that shows what is below it, unless it has a background. */
export function timer(place: Place, secondsLeft: number, given: TimerDesignChanges): LiveLayer {
  const [, , width, height] = place;
  const { changed, issues } = changeDesign(null, given, 'design', 0);
  if (changed === null || issues.length > 0) throw new Error(JSON.stringify(issues));
  const { design: whole } = changed;
  const background = { ...whole.background, transparent: given.background === undefined };
  const design = { ...whole, width, height, background };
  const own = sampleScene(design, { font: { builtin: design.digits.fontId } });
  const label = { builtin: design.labels.fontId };
  return {
    ...placed(place),
    type: 'timer',
    isStatic: false,
    timer: { ...own, labelFont: label, key: `${own.key} ${design.labels.fontId}` },
    countdown: { secondsLeft },
  };
}

export async function live(
  name: string,
  [width, height]: readonly [width: number, height: number],
  { picture = null, ...ground }: Ground,
  parts: readonly (LiveLayer | Promise<LiveLayer> | readonly LiveLayer[])[],
  changes: Partial<Pick<LiveScene, 'scale' | 'format' | 'locale'>> = {},
): Promise<GalleryLive> {
  const names: PictureName[] = ['tote', 'lamp', 'mug', 'headphones', 'sneaker', 'plant', 'dusk', 'meadow'];
  const pictures = await Promise.all(names.map(pictureOf));
  const behind = picture === null ? null : hashOf(await pictureOf(picture));
  const background: LiveScene['background'] = {
    color: '#ffffff',
    gradient: null,
    fit: 'cover',
    transparent: false,
    ...ground,
    picture: behind,
  };
  const all = (await Promise.all(parts)).flat();
  const scene = sampleLive(all, { width, height, background, format: 'auto', ...changes }, pictures);
  return { name, scene };
}
