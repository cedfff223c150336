import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { blocksIn } from '../docs/code-blocks.ts';
import { freePort } from '../free-port.ts';
import { type ServerProcess, startProcess } from './server-process.ts';

const KEY = `account-${'p'.repeat(43)}`;
const HOST = 'vitrine.example';
const RECORDS = 20_000;
const hasNginx = spawnSync('nginx', ['-v']).status === 0;
if (!hasNginx)
  console.warn('SKIPPED: nginx is not installed, so the block of docs/operations.md is not tested.');

let folder: string;
let server: ServerProcess;
let nginx: ChildProcess;
let port: number;

interface ProxyResponse {
  readonly status: number;
  readonly type: string | undefined;
  readonly body: string;
  /** The number of chunks in which the body arrived. */
  readonly pieces: number;
}

/** Sends a request through the proxy. `fetch` would not send the name of a host that does not exist. */
function send(method: string, path: string, body: string | Buffer | null = null, type = 'application/json') {
  return new Promise<ProxyResponse>((resolve, reject) => {
    const headers = {
      host: HOST,
      authorization: `Bearer ${KEY}`,
      accept: 'application/json, text/event-stream',
      'content-type': type,
    };
    const sent = httpRequest({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      let text = '';
      let pieces = 0;
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
        pieces++;
      });
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'],
          body: text,
          pieces,
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
}

const post = (path: string, body: object) => send('POST', path, JSON.stringify(body));

function isOpen(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

describe.skipIf(!hasNginx)('behind nginx, with the unchanged block of docs/operations.md', () => {
  let storeId: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vitrine-nginx-'));
    server = await startProcess({
      VITRINE_DATABASE_URL: 'memory:',
      VITRINE_ACCOUNT_KEY: KEY,
      VITRINE_BASE_URL: `http://${HOST}`,
    });
    port = await freePort();
    const [block = ''] = blocksIn('docs/operations.md', 'nginx', 1);
    const location = block.replace('http://127.0.0.1:8080', server.url);
    expect(location).not.toBe(block);
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(folder, name)};`,
    );
    writeFileSync(
      join(folder, 'nginx.conf'),
      `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${join(folder, 'pid')}; events {}
       http { access_log off; ${places.join(' ')} server { listen 127.0.0.1:${port}; ${location} } }`,
    );
    nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', 'stderr'], { stdio: 'inherit' });
    await vi.waitUntil(isOpen, { timeout: 10_000 });
    const made = await post('/v2/stores', {
      name: 'S',
      properties: [
        { name: 'code', type: 'string', unique: true },
        { name: 'text', type: 'string' },
      ],
    });
    storeId = (JSON.parse(made.body) as { id: string }).id;
  });

  afterAll(async () => {
    nginx.kill('SIGTERM');
    await server.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(['a/b', 'a//b', '../up', 'per%cent', 'plus+ blank', 'Ö?#'])(
    'a record with the id %j is served under its path',
    async (code) => {
      const added = await post(`/v2/stores/${storeId}/records`, { code });
      expect(added.status).toBe(201);
      const { id } = JSON.parse(added.body) as { id: string };
      const read = await send('GET', `/v2/stores/${storeId}/records/${encodeURIComponent(id)}`);
      expect(JSON.parse(read.body)).toMatchObject({ code });
    },
  );

  test('an export is streamed in many chunks', async () => {
    const records = Array.from({ length: RECORDS }, (_, i) => ({ code: `r${i}`, text: 'x'.repeat(100) }));
    for (let i = 0; i < RECORDS; i += 100) {
      const { status } = await post(`/v2/stores/${storeId}/records/batch`, {
        records: records.slice(i, i + 100),
      });
      expect(status).toBe(200);
    }
    const { status, body, pieces } = await send('GET', `/v2/stores/${storeId}/records/export?format=csv`);
    console.log({ exported: body.length, pieces });
    expect(status).toBe(200);
    // Including the header line.
    expect(body.split('\n').filter(Boolean)).toHaveLength(10_001);
    expect(pieces).toBeGreaterThan(5);
  });

  test('a file of 24 MB reaches the server, and one of 28 MB is refused', async () => {
    const upload = (megabytes: number) => {
      const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="f.png"\r\n\r\n';
      const body = Buffer.concat([
        Buffer.from(head),
        Buffer.alloc(megabytes * 1_000_000),
        Buffer.from('\r\n--b--\r\n'),
      ]);
      return send('POST', '/admin/images', body, 'multipart/form-data; boundary=b');
    };
    const taken = await upload(24);
    expect(taken).toMatchObject({ status: 400, type: 'application/problem+json' });
    expect((await upload(28)).status).toBe(413);
  });

  test('the tools for agents respond under the host of VITRINE_BASE_URL', async () => {
    const answer = await send(
      'POST',
      '/store_mcp',
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 'proxy', version: '1' },
        },
      }),
    );
    expect(answer.status).toBe(200);
    expect(answer.body).toContain('serverInfo');
  });
});
