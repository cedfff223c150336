import { isJsonObject } from './json-object.ts';

const COMMA = { text: ',' } as const;

/**
 * Returns JSON in one form for equal values: without white space, and with the members of objects in the order of their
 * names. Members that are undefined are left out. Uses no recursion, because untrusted input may be nested deeply.
 */
export function canonicalJson(value: unknown): string {
  const parts: string[] = [];
  const pending: ({ readonly text: string } | { readonly value: unknown })[] = [{ value }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if ('text' in next) {
      parts.push(next.text);
      continue;
    }
    const { value: own } = next;
    if (Array.isArray(own)) {
      pending.push({ text: ']' });
      for (const [index, element] of own.toReversed().entries())
        pending.push(...(index === 0 ? [] : [COMMA]), { value: element });
      pending.push({ text: '[' });
    } else if (isJsonObject(own)) {
      const names = Object.keys(own).filter((name) => own[name] !== undefined);
      pending.push({ text: '}' });
      for (const [index, name] of names.sort().toReversed().entries())
        pending.push(
          ...(index === 0 ? [] : [COMMA]),
          { value: own[name] },
          { text: `${JSON.stringify(name)}:` },
        );
      pending.push({ text: '{' });
    } else parts.push(JSON.stringify(own) ?? 'null');
  }
  return parts.join('');
}
