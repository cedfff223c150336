import type { ShownRecord } from '@vitrine/core';
import type { StoreDetail } from '@vitrine/core/contracts';
import { shorten } from '../../ground/quote.ts';
import type { ToolCall } from '../tools/tool.ts';

/** Characters of a title. */
const TITLE_MAX = 100;

/** Returns the id of the document of a store, or of one of its records. Ids of stores have no slash. */
export function documentId(storeId: string, recordId: string | null): string {
  return recordId === null ? storeId : `${storeId}/${recordId}`;
}

/** Reads an id of `documentId`. */
export function readDocumentId(id: string): { readonly storeId: string; readonly recordId: string | null } {
  const slash = id.indexOf('/');
  return slash < 0
    ? { storeId: id, recordId: null }
    : { storeId: id.slice(0, slash), recordId: id.slice(slash + 1) };
}

/** Returns where a person sees a store or a record: in the console, or by HTTP with a key if no console is served. */
export function documentUrl(
  { vitrine, hasConsole }: ToolCall,
  storeId: string,
  recordId: string | null,
): string {
  const store = encodeURIComponent(storeId);
  const record = recordId === null ? null : encodeURIComponent(recordId);
  const path = hasConsole
    ? `console/stores/${store}${record === null ? '' : `?record=${record}`}`
    : `v2/stores/${store}${record === null ? '' : `/records/${record}`}`;
  return `${vitrine.baseUrl()}/${path}`;
}

/** Returns the name of the store, and the first text of the record that is not its id, else its id. */
export function recordTitle(store: StoreDetail, record: ShownRecord): string {
  const texts = store.properties.filter(({ type }) => type === 'string').map(({ name }) => record[name]);
  const label = texts.find((text) => typeof text === 'string' && text.trim() !== '' && text !== record.id);
  return shorten(`${store.name}: ${label === undefined ? record.id : String(label)}`, TITLE_MAX);
}
