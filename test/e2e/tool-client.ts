import {
  Client as NewestClient,
  StreamableHTTPClientTransport as NewestTransport,
} from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as OlderTransportContract } from '@modelcontextprotocol/sdk/shared/transport.js';

/** The official clients: of revision 2026-07-28, and of earlier ones, which start with a handshake. */
export const eras = ['newest', 'older'] as const;
export type Era = (typeof eras)[number];

export interface ToolDescription {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>> | undefined;
  readonly annotations?: object | undefined;
}

export interface ToolResult {
  readonly isError: boolean;
  readonly text: string;
  /** Matches the tool's output schema, which the client checks. */
  readonly structured: Readonly<Record<string, unknown>> | undefined;
  /** The only picture, if there is one. */
  readonly picture?: { readonly bytes: Buffer; readonly mimeType: string } | undefined;
}

/** What is typed into a variable of a URI template. */
export interface Typed {
  readonly template: string;
  readonly variable: string;
  readonly text: string;
  readonly filled?: Record<string, string>;
}

export interface ToolClient {
  readonly revision: string | undefined;
  readonly instructions: string | undefined;
  listTools(): Promise<readonly ToolDescription[]>;
  call(tool: string, args?: Readonly<Record<string, unknown>>): Promise<ToolResult>;
  listResources(): Promise<readonly { readonly uri: string; readonly name: string }[]>;
  listTemplates(): Promise<readonly string[]>;
  /** Returns the content of a resource, which is JSON. */
  readResource(uri: string): Promise<unknown>;
  complete(typed: Typed): Promise<readonly string[]>;
  close(): Promise<void>;
}

const INFO = { name: 'vitrine-test', version: '1.0.0' };
export const NEWEST = '2026-07-28';

/** Connects the official client of an era to an endpoint. Rejects if the server refuses it. */
export async function connectTools(
  era: Era,
  url: string,
  key: string,
  path = '/store_mcp',
): Promise<ToolClient> {
  const endpoint = new URL(path, url);
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  return era === 'newest'
    ? await connectNewest(endpoint, requestInit)
    : await connectOlder(endpoint, requestInit);
}

async function connectNewest(endpoint: URL, requestInit: RequestInit): Promise<ToolClient> {
  const client = new NewestClient(INFO, { versionNegotiation: { mode: { pin: NEWEST } } });
  await client.connect(new NewestTransport(endpoint, { requestInit }));
  return toolClient(client, client.getNegotiatedProtocolVersion());
}

async function connectOlder(endpoint: URL, requestInit: RequestInit): Promise<ToolClient> {
  const client = new OlderClient(INFO);
  const transport = new OlderTransport(endpoint, { requestInit });
  // The type of the class does not match its own interface under exactOptionalPropertyTypes.
  await client.connect(transport as OlderTransportContract);
  return toolClient(client, transport.protocolVersion);
}

function toolClient(client: NewestClient | OlderClient, revision: string | undefined): ToolClient {
  return {
    revision,
    instructions: client.getInstructions(),
    listTools: async () => (await client.listTools()).tools,
    call: async (name, args = {}) => readResult(await client.callTool({ name, arguments: args })),
    listResources: async () => (await client.listResources()).resources,
    listTemplates: async () =>
      (await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    readResource: async (uri) => readContents(await client.readResource({ uri })),
    complete: async (typed) => (await client.complete(completionOf(typed))).completion.values,
    close: () => client.close(),
  };
}

function completionOf({ template, variable, text, filled }: Typed) {
  return {
    ref: { type: 'ref/resource' as const, uri: template },
    argument: { name: variable, value: text },
    ...(filled === undefined ? {} : { context: { arguments: filled } }),
  };
}

function readContents({
  contents,
}: {
  contents: { text?: unknown; mimeType?: string | undefined }[];
}): unknown {
  const [only, ...others] = contents;
  if (others.length > 0 || only?.mimeType !== 'application/json')
    throw new Error('Expected one JSON document.');
  return JSON.parse(String(only.text));
}

function readResult(result: { [member: string]: unknown }): ToolResult {
  const content = result.content as { type: string; text?: string; data?: string; mimeType?: string }[];
  const image = content.find(({ type }) => type === 'image');
  return {
    isError: result.isError === true,
    text: content[0]?.text ?? '',
    structured: result.structuredContent as ToolResult['structured'],
    picture: image && { bytes: Buffer.from(image.data ?? '', 'base64'), mimeType: image.mimeType ?? '' },
  };
}
