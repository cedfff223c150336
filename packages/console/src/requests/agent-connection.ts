import { ConnectionError } from '@vitrine/client';
import { SERVER_URL } from '../router/location.ts';
import { watchedFetch } from './connection.ts';

/** The address that an agent is given. */
export const AGENT_URL = `${SERVER_URL}store_mcp`;

/** The address of the tools that draft and save pictures. */
export const DESIGN_URL = `${SERVER_URL}design_mcp`;

/** The part of JSON Schema that describes the arguments of tools. */
export interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
}

export interface AgentTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
}

/** The methods of the Model Context Protocol that the console calls, with their results. */
interface AgentMethods {
  'server/discover': { readonly instructions?: string };
  'tools/list': { readonly tools: readonly AgentTool[] };
  'tools/call': {
    readonly content: readonly { readonly type: string; readonly text?: string }[];
    readonly structuredContent?: unknown;
    readonly isError?: boolean;
  };
}

export type AgentMethod = keyof AgentMethods;

/** A request of an agent with the response, as it gets it. */
export interface AgentExchange<Method extends AgentMethod = AgentMethod> {
  readonly status: number;
  readonly milliseconds: number;
  readonly bytes: number;
  readonly body: string;
  /** Null if the server refused the request. */
  readonly result: AgentMethods[Method] | null;
}

const REVISION = '2026-07-28';

/**
 * Sends one request to the endpoint of agents, as an agent with this key does. `@vitrine/client` has no part in it: agents
 * don't use it, and it would hide what they get.
 * @throws ConnectionError if the server does not answer.
 */
export async function askAsAgent<Method extends AgentMethod>(
  key: string,
  method: Method,
  params: { readonly name?: string; readonly arguments?: object },
  signal?: AbortSignal,
): Promise<AgentExchange<Method>> {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method,
    params: {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': REVISION,
        'io.modelcontextprotocol/clientInfo': { name: 'vitrine-console', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  };
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': REVISION,
    'mcp-method': method,
    ...(params.name === undefined ? {} : { 'mcp-name': params.name }),
  };
  const startedAt = performance.now();
  const { status, body } = await send({ method: 'POST', headers, body: JSON.stringify(message) }, signal);
  const milliseconds = performance.now() - startedAt;
  const bytes = new TextEncoder().encode(body).length;
  return { status, milliseconds, bytes, body, result: resultOf(body) };
}

async function send(
  init: RequestInit,
  signal: AbortSignal | undefined,
): Promise<{ readonly status: number; readonly body: string }> {
  try {
    const response = await watchedFetch(AGENT_URL, { ...init, signal: signal ?? null });
    return { status: response.status, body: await response.text() };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ConnectionError('network', 'No complete response.', { cause: error });
  }
}

function resultOf<Result>(body: string): Result | null {
  try {
    return (JSON.parse(body) as { readonly result?: Result }).result ?? null;
  } catch {
    return null;
  }
}
