import type { ToolClient } from '../e2e/tool-client.ts';

export type Row = Readonly<Record<string, unknown>>;

/** What answering questions has cost. A token has about four characters. */
export interface Cost {
  calls: number;
  characters: number;
}

/** The store tools as a careful model uses them: it knows the stores from `store_access`, and what it reads is counted. */
export interface CountingTools {
  readonly cost: Cost;
  count(store: string, filters: readonly object[], more?: object): Promise<number>;
  /** Returns the first records. */
  first(store: string, limit: number, request: object): Promise<Row[]>;
  /** Returns all records, in pages of 50. */
  all(store: string, request: object): Promise<Row[]>;
  /** Returns groups as objects with key, values and count side by side. */
  groups(store: string, request: object): Promise<Row[]>;
}

/** Connects to the tools as a client does: reads their list and the instructions, and calls `store_access` once. */
export async function countingTools(client: ToolClient): Promise<CountingTools> {
  const cost: Cost = { calls: 0, characters: 0 };
  const read = (text: string) => {
    cost.characters += text.length;
  };

  async function call(tool: string, args: object): Promise<Row> {
    cost.calls++;
    read(JSON.stringify({ name: tool, arguments: args }));
    const { isError, text, structured } = await client.call(tool, { ...args });
    read(text);
    if (isError || structured === undefined) throw new Error(`${tool} ${JSON.stringify(args)}: ${text}`);
    return structured;
  }

  read(client.instructions ?? '');
  read(JSON.stringify(await client.listTools()));
  const { stores } = (await call('store_access', {})) as {
    stores: readonly { name: string; storeId: string }[];
  };
  const idOf = (name: string) => {
    const store = stores.find((each) => each.name === name);
    if (store === undefined) throw new Error(`No store ${name}.`);
    return store.storeId;
  };

  return {
    cost,
    async count(store, filters, more = {}) {
      const args = { mode: 'count', storeId: idOf(store), filters, ...more };
      return Number((await call('store_query', args)).count);
    },
    async first(store, limit, request) {
      return rowsOf(await call('store_query', { mode: 'search', storeId: idOf(store), limit, ...request }));
    },
    async all(store, request) {
      const rows: Row[] = [];
      const args = { mode: 'search', storeId: idOf(store), limit: 50, compact: true, ...request };
      for (let more = {}; ; ) {
        const page = await call('store_query', { ...args, ...more });
        rows.push(...rowsOf(page));
        if (page.cursor === undefined) return rows;
        more = { cursor: page.cursor };
      }
    },
    async groups(store, request) {
      const args = { storeId: idOf(store), compact: true, ...request };
      const { columns, groups, truncated } = await call('store_summarize', args);
      if (truncated === true && !('limit' in request)) throw new Error('Not all groups.');
      return objectsOf(columns as string[], groups as unknown[][]);
    },
  };
}

function rowsOf({ columns, records }: Row): Row[] {
  return columns === undefined ? (records as Row[]) : objectsOf(columns as string[], records as unknown[][]);
}

function objectsOf(columns: readonly string[], rows: readonly (readonly unknown[])[]): Row[] {
  return rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])));
}
