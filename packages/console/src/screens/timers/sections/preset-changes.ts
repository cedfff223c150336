import type { TimerDesign, TimerDesignChanges } from '@vitrine/client';
import { applyChanges } from '../../../components/designer/draft/changes.ts';

/**
 * Returns changes in which null means none, even if the preset has a value: null restores the default, and without a
 * preset that is none. The look stays otherwise.
 */
export function withNone(design: TimerDesign, changes: TimerDesignChanges): TimerDesignChanges {
  return design.preset === null ? changes : { ...applyChanges(design, changes), preset: null };
}
