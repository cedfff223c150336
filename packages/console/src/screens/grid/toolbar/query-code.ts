import type { AnyFilter } from '@vitrine/client';
import type { SortKey } from '../../../records/views/order.ts';

interface Target {
  readonly url: string;
  readonly storeId: string;
  readonly storeName: string;
}

interface Query {
  readonly filters: readonly AnyFilter[];
  readonly match: 'all' | 'any';
  readonly q: string;
  readonly sortBy: string | readonly SortKey[];
  readonly sortDir?: 'asc' | 'desc';
}

/** Returns a command that works when pasted into a shell, with the key in `VITRINE_KEY`. */
export function curlCode({ url, storeId }: Target, query: Query): string {
  const path = `${url}/v2/stores/${encodeURIComponent(storeId)}/records/query`;
  const body = linesOf(requestOf(query)).replaceAll("'", "'\\''");
  return [
    `curl -sS '${path}' \\`,
    `  -H "Authorization: Bearer $VITRINE_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${body}'`,
  ].join('\n');
}

/** Returns a program that prints the records. */
export function clientCode({ url, storeName, storeId }: Target, query: Query): string {
  const request = linesOf(requestOf(query));
  return `import { createClient } from '@vitrine/client';

const vitrine = createClient({ url: ${JSON.stringify(url)}, key: process.env.VITRINE_KEY });
// The store “${storeName.replace(/\s+/g, ' ')}”
const records = vitrine.store({ name: ${JSON.stringify(storeName)}, id: ${JSON.stringify(storeId)} });

for await (const record of records.query(${request})) {
  console.log(record);
}
`;
}

/** Returns the call of the tool that an agent makes at /store_mcp. */
export function agentCode({ storeId }: Target, { filters, match, q, ...order }: Query): string {
  const own = match === 'any' && filters.length > 1 ? filters.slice(0, 1) : filters;
  const call = {
    name: 'store_query',
    arguments: { storeId, mode: 'search', ...(q === '' ? {} : { q }), filters: own, ...order },
  };
  return JSON.stringify(call, null, 2);
}

function requestOf({ filters, match, q, ...order }: Query): object {
  return {
    ...(q === '' ? {} : { q }),
    ...(filters.length === 0 ? {} : { filters }),
    ...(match === 'any' && filters.length > 1 ? { match } : {}),
    ...order,
    limit: 100,
  };
}

/** Returns a request as JSON with a line for each member and each filter. */
function linesOf(request: object): string {
  const members = Object.entries(request).map(([name, value]) => {
    const items = Array.isArray(value) ? value.map((item) => `\n    ${JSON.stringify(item)}`) : null;
    return `  "${name}": ${items === null ? JSON.stringify(value) : `[${items.join(',')}\n  ]`}`;
  });
  return `{\n${members.join(',\n')}\n}`;
}
