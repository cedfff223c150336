import { VitrineError } from '@vitrine/client';
import { messageOf } from '../../../requests/describe-error.ts';
import { wordsOf } from '../../../requests/plain-words.ts';
import { type ColumnPlan, used } from './column-plan.ts';

/** The problems by their place: a setting, `mapping`, `name`, the key of a column, or `''`. */
export interface Problems {
  readonly fields: Readonly<Record<string, string>>;
  readonly columns: Readonly<Record<string, string>>;
}

export const NO_PROBLEMS: Problems = { fields: {}, columns: {} };
/** Returns the problems of an error at the fields that it concerns. */
export function problemsOf(error: unknown, plans: readonly ColumnPlan[]): Problems {
  const found = error instanceof VitrineError ? Object.entries(error.errors) : [];
  if (found.length === 0) return { columns: {}, fields: { '': messageOf(error) } };
  const fields: Record<string, string> = {};
  const columns: Record<string, string> = {};
  for (const [path, messages] of found) {
    const at = /^properties\[(\d+)\]/.exec(path)?.[1];
    const key = at === undefined ? undefined : used(plans)[Number(at)]?.key;
    const place = key === undefined ? fields : columns;
    const name = key ?? PLACES[path] ?? '';
    place[name] = [place[name], messages.map(wordsOf).join(' ')].filter(Boolean).join(' ');
  }
  return { fields, columns };
}

/** The fields of the form by the members of the request that they fill. */
const PLACES: Readonly<Record<string, string>> = {
  delimiter: 'delimiter',
  encoding: 'encoding',
  skipLines: 'skipLines',
  header: 'header',
  quotes: 'quotes',
  decimal: 'decimal',
  dates: 'dates',
  mapping: 'mapping',
  properties: 'mapping',
  name: 'name',
};
