import type { TimerScene } from '@vitrine/core/server';
import type { GalleryDesign } from './make-design.ts';
import { photo } from './photo.ts';

/** Returns a design of the gallery in the form that the renderer takes. */
export function sceneOf({ name, design, photo: kind }: GalleryDesign): TimerScene {
  return {
    key: name,
    design,
    digitFont: { builtin: design.digits.fontId },
    labelFont: { builtin: design.labels.fontId },
    headlineFont: { builtin: design.headline.fontId },
    background: kind,
    expiredImage: null,
    load: () => photo(kind ?? 'dusk'),
  };
}
