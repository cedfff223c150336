import type { TimerUnitName } from '@vitrine/core/server';
import type { Piece } from '../../text/pieces.ts';

/** The texts of a design in reading order. Each may be empty. */
export interface SceneTexts {
  readonly labels: Readonly<Record<TimerUnitName, readonly Piece[]>>;
  readonly separator: readonly Piece[];
  readonly headline: readonly Piece[];
  readonly message: readonly Piece[];
}
