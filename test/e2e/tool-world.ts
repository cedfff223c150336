import { request } from 'node:http';
import { accountPrincipal, createVitrine, type Principal, type Vitrine } from '@vitrine/core';
import { type RunningServer, startServer } from '@vitrine/http';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { type OpenedStorage, oneStorageKind } from './storages.ts';
import { connectTools, type Era, NEWEST, type ToolClient } from './tool-client.ts';

/** A server on a socket, and two accounts for one test. */
export interface ToolWorld {
  readonly url: string;
  readonly vitrine: Vitrine;
  readonly a: ToolAccount;
  readonly b: ToolAccount;
  /** Connects a client. It is closed after the test. */
  connect(era: Era, key: string): Promise<ToolClient>;
}

export interface ToolAccount {
  readonly principal: Principal;
  readonly key: string;
  storeKey(storeId: string): Promise<string>;
}

/** Runs the tests on one storage by day, on every one at night, each with a server on a free port of the loopback address. */
export function withToolServers(define: (arrange: () => Promise<ToolWorld>) => void): void {
  describe.each(oneStorageKind)('on $name', ({ open }) => {
    let opened: OpenedStorage | undefined;
    let started: { server: RunningServer; vitrine: Vitrine } | undefined;
    let clients: ToolClient[] = [];

    beforeAll(async () => {
      opened = await open();
      const vitrine = await createVitrine({ storage: opened.storage });
      started = { vitrine, server: await startServer({ vitrine, port: 0 }) };
    });

    afterEach(async () => {
      await Promise.all(clients.map((client) => client.close()));
      clients = [];
    });

    afterAll(async () => {
      await started?.server.stop();
      await opened?.remove();
    });

    define(async () => {
      if (started === undefined) throw new Error('The server did not start.');
      const { server, vitrine } = started;
      return {
        url: server.url,
        vitrine,
        a: await createAccount(vitrine, 'A'),
        b: await createAccount(vitrine, 'B'),
        async connect(era, key) {
          const client = await connectTools(era, server.url, key);
          clients.push(client);
          return client;
        },
      };
    });
  });
}

async function createAccount(vitrine: Vitrine, name: string): Promise<ToolAccount> {
  const principal = accountPrincipal((await vitrine.accounts.create(name)).id);
  return {
    principal,
    key: (await vitrine.apiKeys.create(principal, { name: 'account' })).key,
    storeKey: async (storeId) => (await vitrine.apiKeys.create(principal, { name: 'store', storeId })).key,
  };
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Sends a request with any headers, including Host and Origin, which `fetch` does not let callers set. */
export function sendRaw(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string | null,
  method = 'POST',
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL('/store_mcp', url), { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body ?? undefined);
  });
}

/** Returns headers and body of a JSON-RPC request as clients of an era send it, with an id of the caller's choice. */
export function rawRequest(
  era: Era,
  key: string | null,
  method: string,
  params: Readonly<Record<string, unknown>>,
  id: number | string = 1,
): { headers: Record<string, string>; body: string } {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(key === null ? {} : { authorization: `Bearer ${key}` }),
  };
  if (era === 'older') return { headers, body: JSON.stringify({ jsonrpc: '2.0', id, method, params }) };
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': NEWEST,
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  headers['mcp-protocol-version'] = NEWEST;
  headers['mcp-method'] = method;
  if (typeof params.name === 'string') headers['mcp-name'] = params.name;
  return { headers, body: JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta } }) };
}

export interface RpcMessage {
  readonly id: number | string | null;
  readonly result?: {
    readonly isError?: boolean;
    readonly content?: readonly { readonly text: string }[];
    readonly structuredContent?: Readonly<Record<string, unknown>>;
    readonly [member: string]: unknown;
  };
  readonly error?: { readonly code: number; readonly message: string };
}

/** Returns the message in a response: JSON in the newest revision, an event in older ones. */
export function readMessage(text: string): RpcMessage {
  const data = /^data: (.*)$/m.exec(text)?.[1];
  return JSON.parse(data ?? text) as RpcMessage;
}
