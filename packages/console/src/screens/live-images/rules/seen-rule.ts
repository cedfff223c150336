import type { LiveDesign } from '@vitrine/client';
import { query, setQuery } from '../../../router/location.ts';

/** Returns the rule that is seen as if it matched, as the address has it. Null: the rule that matches is seen. */
export function seenRule({ rules }: Pick<LiveDesign, 'rules'>): string | null {
  const name = query.value.get('rule');
  return name !== null && Object.hasOwn(rules, name) ? name : null;
}

/** Shows the picture as if a rule matched; changes of layers are changes of the rule then. Null: no longer. */
export function seeRule(name: string | null): void {
  setQuery({ rule: name });
}
