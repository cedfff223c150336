import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { builtinFiles } from '../font/builtin-fonts.ts';
import { systemNetwork } from './checked-request.ts';
import { closeServers, fetched, network, PUBLIC, serve, UNREACHABLE } from './loopback-servers.ts';

/** Counts the connections to this machine, where none are allowed. */
const canary = createServer((socket) => {
  visits++;
  socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi');
});
let visits = 0;
let canaryPort = 0;
let font = Buffer.alloc(0);

beforeAll(async () => {
  [font = Buffer.alloc(0)] = (await builtinFiles(2)).map((bytes) => Buffer.from(bytes));
  canary.listen(0);
  await once(canary, 'listening');
  canaryPort = (canary.address() as AddressInfo).port;
});
afterAll(() => canary.close());
afterEach(() => {
  closeServers();
  expect(visits, 'connections to the canary').toBe(0);
});

function redirectTo(location: string): RequestListener {
  return (_request, response) => response.writeHead(302, { location }).end();
}

describe('connects to nothing', () => {
  test('except where private addresses are allowed, which proves that the canary counts', async () => {
    await fetched(`http://127.0.0.1:${canaryPort}/`, systemNetwork(true));
    expect(visits).toBe(1);
    visits = 0;
  });

  const spellings = [
    '127.0.0.1',
    '127.1',
    '0177.0.0.1',
    '0x7f.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '①②⑦.⓪.⓪.①',
    '127.0.0.1.',
    '127。0。0。1',
    '0.0.0.0',
    '0',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
    'localhost',
    'localhost.',
    'LOCALHOST',
    'ip6-localhost',
  ];
  test.each(spellings)('for this machine spelt as %s', async (host) => {
    expect(await fetched(`http://${host}:${canaryPort}/a.ttf`, systemNetwork(false))).toBe(UNREACHABLE);
    expect(await fetched(`https://${host}:${canaryPort}/a.ttf`, systemNetwork(false))).toBe(UNREACHABLE);
  });

  test.each([
    'http:\\\\127.0.0.1:PORT\\a',
    'http:127.0.0.1:PORT',
    ' http://127.0.0.1:PORT ',
    'HTTP://127.0.0.1:PORT',
  ])('for a URL in a form that only browsers accept: %s', async (url) => {
    expect(await fetched(url.replace('PORT', `${canaryPort}`), systemNetwork(false))).toBe(UNREACHABLE);
  });

  test.each(['127.0.0.1', '169.254.169.254', '10.0.0.1', '::1', 'fd00:ec2::254', '::ffff:127.0.0.1'])(
    'for a name that resolves to %s, alone or with a public address',
    async (address) => {
      const names = network({ 'a.example': [[address]], 'b.example': [[PUBLIC, address]] });
      expect(await fetched(`http://a.example:${canaryPort}/`, names)).toBe(UNREACHABLE);
      expect(await fetched(`http://b.example:${canaryPort}/`, names)).toBe(UNREACHABLE);
    },
  );

  test(
    'for a name that resolves to another address at the second look-up',
    verifies('fonts.from-url.guarded'),
    async () => {
      let requests = 0;
      const port = await serve((_request, response) => {
        requests++;
        response.end(font);
      });
      const names = network({ 'rebind.example': [[PUBLIC], ['127.0.0.1']] });
      expect(await fetched(`http://rebind.example:${port}/`, names)).toBe(`${font.length} bytes`);
      expect(await fetched(`http://rebind.example:${canaryPort}/`, names)).toBe(UNREACHABLE);
      expect(requests).toBe(1);
    },
  );

  test('for a redirect to a name that now resolves to this machine', async () => {
    const port = await serve(redirectTo(`http://rebind.example:${canaryPort}/`));
    const names = network({ 'rebind.example': [[PUBLIC], ['127.0.0.1']] });
    expect(await fetched(`http://rebind.example:${port}/`, names)).toBe(UNREACHABLE);
  });

  test.each([
    ['http://127.0.0.1:PORT/', UNREACHABLE],
    ['//127.0.0.1:PORT/', UNREACHABLE],
    ['http://[::1]:PORT/', UNREACHABLE],
    ['http://169.254.169.254/latest/meta-data/', UNREACHABLE],
    ['http://2130706433:PORT/', UNREACHABLE],
    ['file:///etc/passwd', 'Fonts are fetched from http and https URLs only.'],
    ['gopher://127.0.0.1:PORT/', 'Fonts are fetched from http and https URLs only.'],
    ['data:font/ttf;base64,AAEAAA==', 'Fonts are fetched from http and https URLs only.'],
    ['http://user:secret@127.0.0.1:PORT/', 'The URL must not contain a user name or a password.'],
    ['http://', 'This is not an absolute http or https URL.'],
  ])('for a redirect to %s', async (location, reason) => {
    const port = await serve(redirectTo(location.replace('PORT', `${canaryPort}`)));
    expect(await fetched(`http://fonts.example:${port}/`)).toBe(reason);
  });

  test.each([
    ['file:///etc/passwd', 'Fonts are fetched from http and https URLs only.'],
    ['ftp://127.0.0.1/a.ttf', 'Fonts are fetched from http and https URLs only.'],
    ['http://user@127.0.0.1/', 'The URL must not contain a user name or a password.'],
    ['a.ttf', 'This is not an absolute http or https URL.'],
    ['', 'This is not an absolute http or https URL.'],
  ])('for %j', async (url, reason) => {
    expect(await fetched(url)).toBe(reason);
  });
});
