import type { Choice } from '../../components/field.tsx';
import { schemaTexts } from '../../texts/en/stores/schema.ts';

/** The choice of a store that keeps nothing. */
export const NO_HISTORY = 'none';

const { histories } = schemaTexts;

/** Returns how long a history may be kept, with that of the store if it is none of the usual ones. */
export function historyChoices(current: string | null): readonly Choice[] {
  const usual = Object.entries(histories).map(([value, label]) => ({ value, label }));
  return current === null || current in histories ? usual : [...usual, { value: current, label: current }];
}

/** Returns how long a store keeps its history, in words. */
export function sayHistory(history: string | null): string {
  return Object.entries(histories).find(([value]) => value === (history ?? NO_HISTORY))?.[1] ?? history ?? '';
}
