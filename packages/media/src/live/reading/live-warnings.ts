import type { LiveScene } from '@vitrine/core/server';
import { intersection } from '../../paint/rectangles.ts';
import { textWarnings } from '../../text/text-warnings.ts';
import { oversizedLayers } from './read-live.ts';
import type { LiveText } from './text-part.ts';

/** Returns warnings about the layers of a scene. `texts`: by the names of the text layers. */
export function liveWarnings(scene: LiveScene, texts: ReadonlyMap<string, LiveText>): string[] {
  const { width, height } = scene;
  const whole = { x: 0, y: 0, width, height };
  const outside = scene.layers.filter((layer) => intersection(layer, whole) === null);
  const oversized = [...oversizedLayers(scene)];
  const cut = [...texts].filter(([, { placed }]) => placed.isCut);
  return [
    ...outside.map(({ name }) => `The layer "${name}" is outside of the picture.`),
    ...oversized.map(
      ({ name }) => `The layer "${name}" is left out: the pictures of all layers together are too large.`,
    ),
    ...cut.map(
      ([name]) =>
        `The text "${name}" is cut. Make its box larger, its size or minSize smaller, or the text shorter.`,
    ),
    ...textWarnings([...texts].map(([name, { glyphs }]) => [`text "${name}"`, glyphs])),
  ];
}
