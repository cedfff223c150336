import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import { VitrineError } from '@vitrine/core';
import { errorText } from '../tools/error-text.ts';
import { describeProperty, describeStore } from '../tools/shown-store.ts';
import type { ToolCall } from '../tools/tool.ts';
import type { ToolBatch } from '../tools/tool-batch.ts';
import { complete } from './complete.ts';
import { findStore, PROPERTY_TEMPLATE, readStoreUri, STORE_TEMPLATE, storeUri } from './store-uri.ts';

const JSON_TYPE = 'application/json';
/** Stores in a page of the list. */
const PAGE = 50;

const TEMPLATES = [
  {
    uriTemplate: STORE_TEMPLATE,
    name: 'store',
    title: 'A store with its properties',
    description: 'By its name or id: its properties, its number of records, and the operators of filters.',
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: PROPERTY_TEMPLATE,
    name: 'property',
    title: 'A property of a store',
    description: 'By the names: its type, its description, and the operators of filters on it.',
    mimeType: JSON_TYPE,
  },
];

/** Serves each store that the key reaches, and each of its properties, as a resource (docs/rules.md#resources-of-stores). */
export function serveStoreResources(
  server: McpServer['server'],
  call: ToolCall,
  batch: ToolBatch,
  onFault: (error: unknown) => void,
): void {
  const { vitrine, principal, signal } = call;

  /** Runs a read. What the caller can fix is an error of the protocol; anything else is a fault. */
  async function read<Result>(run: () => Promise<Result>): Promise<Result> {
    try {
      return await batch.run(run);
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      if (error instanceof VitrineError && error.code !== 'internal') {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, errorText(error));
      }
      onFault(error);
      throw error;
    }
  }

  server.setRequestHandler('resources/list', ({ params }) =>
    read(async () => {
      const after = params?.cursor;
      const query = { limit: PAGE, ...(after === undefined ? {} : { cursor: after }) };
      const { items, cursor } = await vitrine.stores.list(principal, query, { signal });
      return {
        resources: items.map(({ id, name, description }) => ({
          ...{ uri: storeUri(id), name, title: name, mimeType: JSON_TYPE },
          ...(description === null || description === '' ? {} : { description }),
        })),
        ...(cursor === undefined ? {} : { nextCursor: cursor }),
      };
    }),
  );

  server.setRequestHandler('resources/templates/list', async () => ({ resourceTemplates: TEMPLATES }));

  server.setRequestHandler('resources/read', ({ params: { uri } }) =>
    read(async () => {
      const content = await readResource(call, uri);
      if (content === null) throw new ResourceNotFoundError(uri);
      const text = JSON.stringify(content);
      batch.spend(text);
      return { contents: [{ uri, mimeType: JSON_TYPE, text }] };
    }),
  );

  server.setRequestHandler('completion/complete', ({ params: { ref, argument, context } }) =>
    read(async () => {
      if (ref.type !== 'ref/resource') {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There are no prompts.');
      }
      const completion = await complete(call, {
        ...{ template: ref.uri, variable: argument.name, text: argument.value },
        filled: context?.arguments ?? {},
      });
      return { completion: { ...completion } };
    }),
  );
}

/** Returns the content of a resource. Null: there is none. */
async function readResource(call: ToolCall, uri: string): Promise<object | null> {
  const place = readStoreUri(uri);
  const store = place === null ? null : await findStore(call, place.store);
  if (place === null || store === null) return null;
  if (place.property === null) return describeStore(store);
  const property = store.properties.find(({ name }) => name === place.property);
  return property === undefined ? null : describeProperty(store, property);
}
