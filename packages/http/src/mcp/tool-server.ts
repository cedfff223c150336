import { McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { NotFoundError, VitrineError } from '@vitrine/core';
import type { StoreDetail } from '@vitrine/core/contracts';
import { readVersion } from '../version.ts';
import { instructions } from './descriptions.ts';
import { errorText } from './error-text.ts';
import { mapList } from './map-list.ts';
import { mapSearch } from './map-search.ts';
import { storeAccess } from './store-access.ts';
import { storeGetRecord } from './store-get-record.ts';
import { storeList } from './store-list.ts';
import { storeQuery } from './store-query.ts';
import { storeSummarize } from './store-summarize.ts';
import type { Audience, ObjectSchema, StoreTool, ToolCall } from './tool.ts';
import type { ToolBatch } from './tool-batch.ts';

/** The tools, in the order of docs/rules.md#store-tools. */
const TOOLS: readonly StoreTool[] = [
  storeAccess,
  storeList,
  storeQuery,
  storeSummarize,
  storeGetRecord,
  mapList,
  mapSearch,
];

/** Explicit, because by default a tool counts as destructive and open to the world. */
const READ_ONLY = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };

/** How long a client may cache the list. Its descriptions contain the properties of a store, which change rarely. */
const TOOLS_TTL_MS = 60_000;

const INFO = { name: 'vitrine', title: 'Vitrine stores', version: readVersion() };

/**
 * Creates a server with the tools of one caller, for one message of a request.
 * @param batch shared by all messages of the request.
 * @param onFault receives errors that the caller can't fix. The response to the call must not be used then.
 */
export function createToolServer(
  call: ToolCall,
  batch: ToolBatch,
  onFault: (error: unknown) => void,
): McpServer {
  const { principal } = call;
  const tools = TOOLS.filter(({ scope = principal.kind }) => scope === principal.kind);
  const mcp = new McpServer(INFO, {
    capabilities: { tools: { listChanged: false } },
    instructions: instructions({ scope: principal.kind, ownStore: null }),
    cacheHints: { 'tools/list': { ttlMs: TOOLS_TTL_MS, cacheScope: 'private' } },
  });

  // `registerTool` would convert every schema for each request and use its own texts for argument errors.
  mcp.server.setRequestHandler('tools/list', async () => {
    const audience: Audience = { scope: principal.kind, ownStore: await readOwnStore(call, onFault) };
    return {
      tools: tools.map((tool) => ({
        name: tool.name,
        title: tool.title,
        description: tool.describe(audience),
        inputSchema: inputSchemaFor(tool, audience),
        outputSchema: tool.outputSchema,
        annotations: READ_ONLY,
      })),
    };
  });

  mcp.server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) {
      const known = tools.map(({ name }) => name).join(', ');
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool. Known: ${known}.`);
    }
    try {
      return await batch.run(async () => {
        const result = await tool.run(call, params.arguments ?? {});
        const text = JSON.stringify(result);
        batch.spend(text);
        return { content: [{ type: 'text', text }], structuredContent: result };
      });
    } catch (error) {
      if (!(error instanceof VitrineError) || error.code === 'internal') {
        onFault(error);
        throw error;
      }
      return { content: [{ type: 'text', text: errorText(error) }], isError: true };
    }
  });
  return mcp;
}

/** Returns the input schema of a tool, in which an account key has to name the store. */
function inputSchemaFor({ inputSchema, needsStore }: StoreTool, { scope }: Audience): ObjectSchema {
  if (scope === 'store' || needsStore !== true) return inputSchema;
  const { required = [] } = inputSchema;
  return { ...inputSchema, required: [...required, 'storeId'] };
}

async function readOwnStore(
  { vitrine, principal }: ToolCall,
  onFault: (error: unknown) => void,
): Promise<StoreDetail | null> {
  if (principal.kind !== 'store') return null;
  try {
    return await vitrine.stores.get(principal, principal.storeId);
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    onFault(error);
    throw error;
  }
}
