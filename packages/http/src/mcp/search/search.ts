import { type ShownRecord, ValidationError } from '@vitrine/core';
import type { StoreDetail, StoreSummary } from '@vitrine/core/contracts';
import { bodyContract, z } from '@vitrine/core/contracts';
import { USER_DATA } from '../tools/descriptions.ts';
import { unlessMissing } from '../tools/missing.ts';
import { inputSchema, readArguments, resultSchema, type StoreTool, type ToolCall } from '../tools/tool.ts';
import { documentId, documentUrl, recordTitle } from './documents.ts';

const RESULTS_MAX = 10;
/** The newest stores that are searched. */
const STORES_MAX = 25;
/** Characters of the query that are searched for as they are. */
const PHRASE_MAX = 200;
/** Words of the query that are searched for singly, each of at least so many characters. */
const WORDS_MAX = 4;
const WORD_MIN = 3;
/** Records with a word that are compared in each store. */
const CANDIDATES_MAX = 50;

const Arguments = bodyContract({ query: z.string('Expected text.') });

interface Found {
  readonly store: StoreSummary;
  /** The id of the record. */
  readonly id: string;
  readonly record: ShownRecord;
}

/** Finds stores and records by text, in the form that ChatGPT documents for connectors. */
export const searchDocuments: StoreTool = {
  name: 'search',
  title: 'Search records by text',
  inputSchema: inputSchema(Arguments),
  outputSchema: resultSchema({ results: 'array' }),

  describe: () =>
    `Finds at most ${RESULTS_MAX} records, in any store, that contain the text, or most of its words, and stores by name. ` +
    'A result has id, title and url; pass the id to fetch. For counts, totals and filters use store_query and ' +
    `store_summarize.\nExample: {"query": "refund"}.\n${USER_DATA}`,

  async run(call, given) {
    // No record has other characters.
    const query = readArguments(Arguments, given).query.replaceAll('\0', '').toWellFormed().trim();
    if (query === '')
      throw new ValidationError([{ path: 'query', message: 'Expected text that is not blank.' }]);
    const { vitrine, principal, signal } = call;
    const { items: stores } = await vitrine.stores.list(principal, { limit: STORES_MAX }, { signal });
    const words = wordsOf(query);
    const named = stores.filter(({ name }) => hasAny(name, [query, ...words])).slice(0, RESULTS_MAX);
    const records = await findRecords(call, stores, query, words);
    const results = [
      ...named.map(({ id, name }) => ({
        id: documentId(id, null),
        title: name,
        url: documentUrl(call, id, null),
      })),
      ...(await showRecords(call, records.slice(0, RESULTS_MAX - named.length))),
    ];
    return { results };
  },
};

/** Returns the results for records. Reads each of their stores once, for the titles. */
async function showRecords(call: ToolCall, records: readonly Found[]) {
  const { vitrine, principal, signal } = call;
  const details = new Map<string, StoreDetail>();
  for (const storeId of new Set(records.map(({ store }) => store.id))) {
    const detail = await unlessMissing(() => vitrine.stores.get(principal, storeId, { signal }));
    if (detail !== null) details.set(storeId, detail);
  }
  return records.flatMap(({ store, id, record }) => {
    const detail = details.get(store.id);
    if (detail === undefined) return [];
    return {
      id: documentId(store.id, id),
      title: recordTitle(detail, record),
      url: documentUrl(call, store.id, id),
    };
  });
}

/** Returns the records with the whole text. If there are none, those with the most of its words. */
async function findRecords(
  call: ToolCall,
  stores: readonly StoreSummary[],
  query: string,
  words: readonly string[],
): Promise<Found[]> {
  const phrase = query.slice(0, PHRASE_MAX).toWellFormed();
  const whole: Found[] = [];
  for (const store of stores) {
    if (whole.length >= RESULTS_MAX) break;
    whole.push(...(await recordsWith(call, store, phrase, RESULTS_MAX - whole.length)));
  }
  if (whole.length > 0 || words.length === 0) return whole;
  const byId = new Map<string, { readonly found: Found; hits: number }>();
  for (const store of stores) {
    for (const word of words) {
      for (const found of await recordsWith(call, store, word, CANDIDATES_MAX)) {
        const id = documentId(store.id, found.id);
        const known = byId.get(id);
        if (known === undefined) byId.set(id, { found, hits: 1 });
        else known.hits++;
      }
    }
  }
  return [...byId.values()]
    .toSorted((one, other) => other.hits - one.hits)
    .slice(0, RESULTS_MAX)
    .map(({ found }) => found);
}

async function recordsWith(
  { vitrine, principal, signal }: ToolCall,
  store: StoreSummary,
  q: string,
  limit: number,
): Promise<Found[]> {
  const page = await unlessMissing(() =>
    vitrine.records.query(principal, store.id, { q, limit }, { signal }),
  );
  return (page?.items ?? []).map((record) => ({ store, id: String(record.id), record }));
}

/** Returns the first words that are long enough, each once. A query of one word has none besides itself. */
function wordsOf(query: string): string[] {
  const words = query.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => [...word].length >= WORD_MIN);
  const different = [...new Set(words.map((word) => word.slice(0, PHRASE_MAX).toWellFormed().toLowerCase()))];
  return different.length === 1 && different[0] === query.toLowerCase() ? [] : different.slice(0, WORDS_MAX);
}

function hasAny(name: string, texts: readonly string[]): boolean {
  return texts.some((text) => name.toLowerCase().includes(text.toLowerCase()));
}
