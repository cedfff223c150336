import type { ToolCall } from '../tools/tool.ts';
import { findStore, PROPERTY_TEMPLATE, STORE_TEMPLATE } from './store-uri.ts';

/** Upper bound of values in a response, which the protocol sets. */
const VALUES_MAX = 100;

/** The variable of a template that a person is filling in, with what is filled in already. */
export interface Completing {
  readonly template: string;
  readonly variable: string;
  /** The text so far. */
  readonly text: string;
  readonly filled: Readonly<Record<string, string>>;
}

export interface Completion {
  readonly values: string[];
  readonly hasMore: boolean;
}

const NOTHING: Completion = { values: [], hasMore: false };

/** Completes names of stores and of properties: those that begin with the text first, then those that contain it. */
export async function complete(
  call: ToolCall,
  { template, variable, text, filled }: Completing,
): Promise<Completion> {
  if (template !== STORE_TEMPLATE && template !== PROPERTY_TEMPLATE) return NOTHING;
  if (variable === 'store') return completeStore(call, text);
  if (variable !== 'property' || template !== PROPERTY_TEMPLATE) return NOTHING;
  const { principal } = call;
  const named = filled.store ?? (principal.kind === 'store' ? principal.storeId : '');
  const store = await findStore(call, named);
  return matching(store === null ? [] : store.properties.map(({ name }) => name), text, false);
}

async function completeStore({ vitrine, principal, signal }: ToolCall, text: string): Promise<Completion> {
  const query = { limit: VALUES_MAX, ...(text === '' ? {} : { q: text }) };
  const { items, cursor } = await vitrine.stores.list(principal, query, { signal });
  return matching(
    items.map(({ name }) => name),
    text,
    cursor !== undefined,
  );
}

function matching(names: readonly string[], text: string, more: boolean): Completion {
  const wanted = text.toLowerCase();
  const found = [...new Set(names)].filter((name) => name.toLowerCase().includes(wanted));
  const begins = (name: string) => (name.toLowerCase().startsWith(wanted) ? 0 : 1);
  const values = found.toSorted((one, other) => begins(one) - begins(other)).slice(0, VALUES_MAX);
  return { values, hasMore: more || values.length < found.length };
}
