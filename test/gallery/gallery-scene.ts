import type { TimerScene } from '@vitrine/core';
import type { GalleryDesign } from './designs.ts';
import { photo } from './photo.ts';

/** Returns a design of the gallery in the form that the renderer takes. */
export function sceneOf({ name, design, digitFont, labelFont, photo: kind }: GalleryDesign): TimerScene {
  return {
    key: name,
    design,
    digitFont: { builtin: digitFont },
    labelFont: { builtin: labelFont },
    background: kind,
    expiredImage: null,
    load: () => photo(kind ?? 'dusk'),
  };
}
