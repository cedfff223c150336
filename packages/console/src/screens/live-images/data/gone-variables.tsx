import type { LiveDesign } from '@vitrine/client';
import type { JSX } from 'preact';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';

interface GoneVariablesProps {
  /** The design that is saved. */
  readonly saved: LiveDesign;
  readonly design: LiveDesign;
}

/** Warns of variables that e-mails which were sent have in their URLs, and that a save would ignore from then on. */
export function GoneVariables({ saved, design }: GoneVariablesProps): JSX.Element | null {
  const gone = Object.keys(saved.variables).filter((name) => !Object.hasOwn(design.variables, name));
  if (gone.length === 0) return null;
  return (
    <p class="note warn" role="status">
      {liveImagesTexts.variable.gone(gone.join(', '))}
    </p>
  );
}
