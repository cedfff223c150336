import type { Principal } from '@vitrine/core';
import { fetchDocument } from './search/fetch.ts';
import { searchDocuments } from './search/search.ts';
import { mapList } from './stores/map-list.ts';
import { mapSearch } from './stores/map-search.ts';
import { storeAccess } from './stores/store-access.ts';
import { storeGetRecord } from './stores/store-get-record.ts';
import { storeList } from './stores/store-list.ts';
import { storeQuery } from './stores/store-query.ts';
import { storeSummarize } from './stores/store-summarize.ts';
import { instructions } from './tools/descriptions.ts';
import type { ObjectSchema, StoreTool } from './tools/tool.ts';
import type { ServedTool, ToolSurface } from './tools/tool-surface.ts';

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
/** The tools that some clients demand (docs/rules.md#search-and-fetch). */
const SEARCH_TOOLS: readonly StoreTool[] = [searchDocuments, fetchDocument];

const READ_ONLY = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };

/** Returns what `/store_mcp` offers to a kind of key. @param hasSearch whether `search` and `fetch` are offered. */
export function storeSurface(scope: Principal['kind'], hasSearch: boolean): ToolSurface {
  const tools = [...TOOLS, ...(hasSearch ? SEARCH_TOOLS : [])];
  return {
    title: 'Vitrine stores',
    scope,
    instructions: instructions({ scope, ownStore: null }),
    tools: tools.filter((tool) => (tool.scope ?? scope) === scope).map((tool) => served(tool, scope)),
    hasResources: true,
  };
}

function served(tool: StoreTool, scope: Principal['kind']): ServedTool {
  const { name, title, outputSchema } = tool;
  return {
    ...{ name, title, outputSchema },
    inputSchema: inputSchemaFor(tool, scope),
    annotations: READ_ONLY,
    describe: (audience) => tool.describe(audience),
    run: async (call, given) => ({ structured: await tool.run(call, given) }),
  };
}

/** Returns the input schema of a tool, in which an account key has to name the store. */
function inputSchemaFor({ inputSchema, needsStore }: StoreTool, scope: Principal['kind']): ObjectSchema {
  if (scope === 'store' || needsStore !== true) return inputSchema;
  const { required = [] } = inputSchema;
  return { ...inputSchema, required: [...required, 'storeId'] };
}
