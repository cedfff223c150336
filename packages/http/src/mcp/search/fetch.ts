import type { StoreDetail, StoreRecordResponse } from '@vitrine/core/contracts';
import { bodyContract, z } from '@vitrine/core/contracts';
import { quote } from '../../ground/quote.ts';
import { USER_DATA } from '../tools/descriptions.ts';
import { aboutNamed } from '../tools/missing.ts';
import { fitRecord } from '../tools/result-size.ts';
import { describeStore } from '../tools/shown-store.ts';
import { inputSchema, readArguments, resultSchema, type StoreTool, type ToolCall } from '../tools/tool.ts';
import { documentUrl, readDocumentId, recordTitle } from './documents.ts';

/** Bytes of the record in a document. As text in JSON, each quote and each line feed takes another one. */
const RECORD_MAX_BYTES = 48_000;

const Arguments = bodyContract({ id: z.string('Expected the id of a result of search.') });

/** Reads a record or a store as a document, in the form that ChatGPT documents for connectors. */
export const fetchDocument: StoreTool = {
  name: 'fetch',
  title: 'Read a result of search',
  inputSchema: inputSchema(Arguments),
  outputSchema: resultSchema(
    { id: 'string', title: 'string', text: 'string', url: 'string' },
    { metadata: 'object' },
  ),

  describe: () =>
    'Reads a result of search by its id: a record as lines of "property: value", or a store with its properties.\n' +
    `Example: {"id": "<storeId>/<recordId>"}.\n${USER_DATA}`,

  async run(call, given) {
    const { id } = readArguments(Arguments, given);
    const { storeId, recordId } = readDocumentId(id);
    const hint = () => `No document ${quote(id)}. Pass the id of a result of search.`;
    return aboutNamed({ path: 'id', hint }, async () => {
      const store = await call.vitrine.stores.get(call.principal, storeId, { signal: call.signal });
      const found = recordId === null ? showStore(store) : await readRecord(call, store, recordId);
      return {
        ...{ id, title: found.title, text: found.text, url: documentUrl(call, storeId, recordId) },
        metadata: { store: store.name, storeId },
      };
    });
  },
};

interface ShownDocument {
  readonly title: string;
  readonly text: string;
}

function showStore(store: StoreDetail): ShownDocument {
  return { title: store.name, text: JSON.stringify(describeStore(store)) };
}

async function readRecord(
  { vitrine, principal }: ToolCall,
  store: StoreDetail,
  recordId: string,
): Promise<ShownDocument> {
  const record = await vitrine.records.get(principal, store.id, recordId);
  const { record: fitted } = fitRecord<StoreRecordResponse>(record, RECORD_MAX_BYTES);
  const lines = Object.entries(fitted).filter(([, value]) => value !== null);
  return {
    title: recordTitle(store, record),
    text: lines.map(([name, value]) => `${name}: ${String(value)}`).join('\n'),
  };
}
