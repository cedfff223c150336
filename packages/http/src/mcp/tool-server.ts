import { McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { VitrineError } from '@vitrine/core';
import type { StoreDetail } from '@vitrine/core/contracts';
import { readVersion } from '../version.ts';
import { serveStoreResources } from './resources/serve-resources.ts';
import { errorText } from './tools/error-text.ts';
import { unlessMissing } from './tools/missing.ts';
import type { Audience, ToolCall } from './tools/tool.ts';
import type { ToolBatch } from './tools/tool-batch.ts';
import type { ToolPicture, ToolSurface } from './tools/tool-surface.ts';

/** How long a client may cache the list. Its descriptions contain the properties of a store, which change rarely. */
const LIST_HINT = { ttlMs: 60_000, cacheScope: 'private' } as const;
/** A resource has the number of records. */
const READ_HINT = { ttlMs: 0, cacheScope: 'private' } as const;

const VERSION = readVersion();

/**
 * Creates a server with the tools of one caller, for one message of a request.
 * @param batch shared by all messages of the request.
 * @param onFault receives errors that the caller can't fix. The response to the call must not be used then.
 */
export function createToolServer(
  { title, scope, instructions, tools, hasResources }: ToolSurface,
  call: ToolCall,
  batch: ToolBatch,
  onFault: (error: unknown) => void,
): McpServer {
  const mcp = new McpServer(
    { name: 'vitrine', title, version: VERSION },
    {
      capabilities: {
        tools: { listChanged: false },
        ...(hasResources ? { resources: { listChanged: false }, completions: {} } : {}),
      },
      instructions,
      cacheHints: {
        'tools/list': LIST_HINT,
        'resources/list': LIST_HINT,
        'resources/templates/list': LIST_HINT,
        'resources/read': READ_HINT,
      },
    },
  );

  // `registerTool` would convert every schema for each request and use its own texts for argument errors.
  mcp.server.setRequestHandler('tools/list', async () => {
    const audience: Audience = { scope, ownStore: await readOwnStore(call, onFault) };
    return {
      tools: tools.map(({ name, title, inputSchema, outputSchema, annotations, describe }) => ({
        ...{ name, title, description: describe(audience), inputSchema, outputSchema },
        annotations: { ...annotations },
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
        const { structured, picture } = await tool.run(call, params.arguments ?? {});
        const content = [
          { type: 'text' as const, text: JSON.stringify(structured) },
          ...(picture === undefined ? [] : [imageContent(picture)]),
        ];
        for (const part of content) batch.spend(part.type === 'text' ? part.text : part.data);
        return { content, structuredContent: structured };
      });
    } catch (error) {
      if (!(error instanceof VitrineError) || error.code === 'internal') {
        onFault(error);
        throw error;
      }
      return { content: [{ type: 'text', text: errorText(error) }], isError: true };
    }
  });

  if (hasResources) serveStoreResources(mcp.server, call, batch, onFault);
  return mcp;
}

function imageContent({ bytes, mimeType }: ToolPicture) {
  return { type: 'image' as const, data: Buffer.from(bytes).toString('base64'), mimeType };
}

async function readOwnStore(
  { vitrine, principal }: ToolCall,
  onFault: (error: unknown) => void,
): Promise<StoreDetail | null> {
  if (principal.kind !== 'store') return null;
  try {
    return await unlessMissing(() => vitrine.stores.get(principal, principal.storeId));
  } catch (error) {
    onFault(error);
    throw error;
  }
}
