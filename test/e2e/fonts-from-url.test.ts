import type { FontSummary } from '@vitrine/core/contracts';
import { describe, expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { expectRefused } from './arrange.ts';
import type { Client, Problem } from './client.ts';
import { fontServer } from './font-server.ts';
import { onOneStorage } from './world.ts';

function add(client: Client, url: unknown) {
  return client.post<FontSummary>('/v2/fonts/from-url', { url });
}

describe('where private addresses are allowed', () => {
  onOneStorage(
    (arrange) => {
      test(
        'fetches a font of any content type over at most three redirects',
        verifies(
          'operation.add-font-from-url',
          'fonts.from-url',
          'fonts.from-url.limits',
          'fonts.upload.again',
        ),
        async () => {
          const { a } = await arrange();
          const { url } = await fontServer({
            '/1': (_, response) => response.writeHead(302, { location: '/2' }).end(),
            '/2': (_, response) => response.writeHead(307, { location: '/3' }).end(),
            '/3': (_, response) => response.writeHead(301, { location: '/font' }).end(),
            '/0': (_, response) => response.writeHead(302, { location: '/1' }).end(),
            '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
          });
          const { status, body } = await add(a, `${url}/font`);
          expect({ status, body }).toMatchObject({
            status: 201,
            body: { id: 1_000, family: 'Bebas Neue', format: 'woff2', scope: 'custom' },
          });
          expect((await add(a, `${url}/1`)).body.id).toBe(1_000);
          for (const path of ['/0', '/loop']) expectRefused(await add(a, `${url}${path}`), ['url']);
        },
      );

      test(
        'returns 400 under url for anything but a font, a file that is too long, and a failed download',
        verifies('operation.add-font-from-url', 'fonts.from-url', 'fonts.from-url.limits'),
        async () => {
          const { a } = await arrange();
          const { url } = await fontServer({
            '/css': (_, response) =>
              response.setHeader('content-type', 'text/css').end('@font-face{src:url(font.woff2)}'),
            '/gone': (_, response) => response.writeHead(404).end('gone'),
            '/empty': (_, response) => response.end(),
            '/cut': (_, response) => {
              response.writeHead(200, { 'content-length': '100000' });
              response.write('OTTO', () => response.destroy());
            },
            '/long': (_, response) => response.end(Buffer.alloc(10 * 1024 * 1024 + 1)),
          });
          for (const path of ['/css', '/gone', '/empty', '/cut', '/long']) {
            expectRefused(await add(a, `${url}${path}`), ['url']);
          }
          const { host } = new URL(url);
          for (const wrong of [
            '',
            'font',
            `//${host}/font`,
            `ftp://${host}/font`,
            `http://user:secret@${host}/font`,
            `http://user@${host}/font`,
            `http://${host}/${'x'.repeat(3_000)}`,
            'data:font/ttf;base64,AAEAAAA',
            'file:///etc/passwd',
            7,
            null,
            undefined,
          ]) {
            expectRefused(await add(a, wrong), ['url']);
          }
          expectRefused(await a.post('/v2/fonts/from-url', { url: `${url}/font`, name: 'x' }), ['name']);
          expect((await a.get('/v2/fonts?scope=custom')).body).toEqual([]);
        },
      );
    },
    { allowPrivateFetch: true },
  );
});

onOneStorage((arrange) => {
  test(
    'connects to no address that is not public, and reveals nothing of the network',
    verifies('fonts.from-url.guarded'),
    async () => {
      const { a } = await arrange();
      const { url, connections } = await fontServer();
      const { port } = new URL(url);
      const hosts = [
        '127.0.0.1',
        'localhost',
        '127.1',
        '0x7f.1',
        '2130706433',
        '0177.0.0.1',
        '[::1]',
        '[::ffff:127.0.0.1]',
        '[64:ff9b::7f00:1]',
        '[2002:7f00:1::]',
        '0.0.0.0',
        '[::]',
      ];
      const details = new Set<string>();
      for (const host of hosts) {
        const result = await add(a, `http://${host}:${port}/font`);
        expectRefused(result, ['url']);
        const problem = result.body as unknown as Problem;
        details.add(JSON.stringify(problem.errors));
        expect(result.text).not.toMatch(/ECONN|127\.|loopback|private/);
      }
      expect(details.size).toBe(1);
      expect(connections()).toBe(0);
    },
  );
});
