import { type Sql, sql } from '../sql.ts';

const SLOT_COLUMNS = 24;

/**
 * Folded text beside every slot's text that folding changes, no longer only beside what is not pure ASCII. What has none
 * yet is pure ASCII, which `lower` folds exactly. Rewrites the records concerned.
 */
export function foldedSlots(): Sql[] {
  const slots = Array.from({ length: SLOT_COLUMNS }, (_, i) => ({ text: `t${i}`, folded: `f${i}` }));
  const assignments = slots.map(
    ({ text, folded }) => `${folded} = coalesce(${folded}, nullif(lower(${text}), ${text}))`,
  );
  const lacking = slots.map(({ text, folded }) => `(${folded} IS NULL AND lower(${text}) <> ${text})`);
  return [sql([`UPDATE records SET ${assignments.join(', ')} WHERE ${lacking.join(' OR ')}`])];
}
