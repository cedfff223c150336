import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { type NodeBindings, requestHeader } from './header.ts';

const app = new Hono<{ Bindings: NodeBindings }>().all('*', (c) =>
  c.json([
    requestHeader(c, 'x-one'),
    c.req.raw.headers.get('x-one'),
    requestHeader(c, 'authorization'),
    c.req.raw.headers.get('authorization'),
  ]),
);

test.each<[string, Record<string, string | string[]>]>([
  ['none', {}],
  ['one of each', { 'X-ONE': 'a', Authorization: 'Bearer b' }],
  ['several of one name', { 'x-one': ['a', 'b'], authorization: ['Bearer b', 'Bearer c'] }],
  ['blanks and similar names', { 'x-on': 'c', 'x-onee': 'd', 'x-one': ' a ' }],
])('%s: returns the same as the standard Headers', async (_, headers) => {
  const server = serve({ fetch: app.fetch, port: 0, createServer });
  const { port } = server.address() as AddressInfo;
  const body = await new Promise<string>((resolve, reject) => {
    request({ port, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      response.once('end', () => resolve(text));
    })
      .once('error', reject)
      .end();
  });
  server.close();
  const [own, standard, authorization, standardAuthorization] = JSON.parse(body);
  expect([own, authorization]).toEqual([standard, standardAuthorization]);
});

test('reads the standard Headers on other servers than Node', async () => {
  const response = await app.request('/', { headers: { 'X-One': 'a' } });
  expect(await response.json()).toEqual(['a', 'a', null, null]);
});
