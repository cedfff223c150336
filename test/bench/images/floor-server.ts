import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

// `node floor-server.ts <file> <content type> <port>`: serves the bytes from memory, with the headers that a browser
// needs.

const [file = '', type = '', port = '0'] = process.argv.slice(2);
const bytes = new Uint8Array(readFileSync(file));
const app = new Hono();
app.get('/i/:name', () => {
  const headers = { 'Content-Type': type, ETag: '"floor"', 'Cache-Control': 'public, max-age=300' };
  return new Response(bytes, { headers });
});
const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(port) });
process.once('SIGTERM', () => {
  server.close();
  process.exit(0);
});
