import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { typesOfStores } from '@vitrine/client/types';
import { startServer } from '@vitrine/http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { Shop } from '../../test/command-line.ts';
import { EXIT } from '../terminal/command-error.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await Shop.open();
});
afterEach(() => shop.close());

test('writes the types of the stores of a database', verifies('cli.types'), async () => {
  await shop.vitrine.stores.create(shop.principal, {
    name: 'all types',
    properties: [
      { name: 'sku', type: 'string', unique: true },
      { name: 'open since', type: 'datetime', description: 'UTC' },
    ],
  });
  const printed = await shop.line.succeed('types');
  expect(printed).toContain('export interface AllTypes {');
  expect(printed).toContain('    /** UTC */\n    "open since": string | null;\n');
  expect(printed).toContain('    "open since"?: string | Date | null | undefined;\n');
  const file = shop.line.path('stores.ts');
  expect(await shop.line.succeed('types', '--out', file)).toBe(`${file}: the types of 1 store.\n`);
  expect(readFileSync(file, 'utf8')).toBe(printed);
  const unwritable = join(file, 'no-folder');
  expect(await shop.line.run('types', '--out', unwritable)).toEqual({
    code: EXIT.io,
    out: '',
    err: `error: Can't write ${unwritable}: part of the path is not a folder.\n`,
  });
});

test('says whether a file is current, and what differs', verifies('cli.types'), async () => {
  const file = shop.line.path('stores.ts');
  const check = () => shop.line.run('types', '--out', file, '--check');
  const again = `Run \`vitrine types --out ${file}\` again.`;
  const missing = `error: ${file} does not exist. ${again}\n`;
  expect(await check()).toEqual({ code: EXIT.refused, out: '', err: missing });
  const text = typesOfStores([]);
  writeFileSync(file, text);
  expect(await check()).toEqual({ code: EXIT.ok, out: `${file} is current.\n`, err: '' });
  const last = text.split('\n').length;
  writeFileSync(file, `${text}// changed\n`);
  const changed = `error: ${file} is not current: line ${last} is \`// changed\`, and should be \`\`. ${again}\n`;
  expect(await check()).toEqual({ code: EXIT.refused, out: '', err: changed });
  writeFileSync(file, text.trimEnd());
  expect((await check()).err).toContain(`: line ${last} is missing, and should be \`\`. `);
  expect((await shop.line.run('types', '--check')).code).toBe(EXIT.usage);
});

test('checks a file against a running server, by its URL and key', verifies('cli.types'), async () => {
  const { vitrine, principal, line } = shop;
  const server = await startServer({ vitrine, port: 0 });
  try {
    const storeId = await shop.createStore([{ name: 'price', type: 'number' }]);
    const file = line.path('stores.ts');
    const run = (...flags: string[]) => line.run('types', '--url', server.url, '--out', file, ...flags);
    expect(await run()).toEqual({
      code: EXIT.usage,
      out: '',
      err: 'error: --url needs a key of the server in VITRINE_KEY.\n',
    });
    line.env.VITRINE_KEY = 'account-unknown';
    const refused = await run();
    expect(refused.code).toBe(EXIT.refused);
    expect(refused.err).toMatch(new RegExp(`^error: ${server.url}: .*key`));

    line.env.VITRINE_KEY = (await vitrine.apiKeys.create(principal, { name: 'types' })).key;
    expect(await run()).toEqual({ code: EXIT.ok, out: `${file}: the types of 1 store.\n`, err: '' });
    expect(readFileSync(file, 'utf8')).toBe(await line.succeed('types'));
    expect(await run('--check')).toEqual({ code: EXIT.ok, out: `${file} is current.\n`, err: '' });

    await vitrine.stores.addProperty(principal, storeId, { name: 'size', type: 'number' });
    const stale = await run('--check');
    expect(stale.code).toBe(EXIT.refused);
    const lines = readFileSync(file, 'utf8').split('\n');
    const number = lines.findIndex((text) => text.includes('"price": number')) + 2;
    expect(stale.err).toBe(
      `error: ${file} is not current: line ${number} is \`date_created: string;\`, and should be ` +
        `\`"size": number | null;\`. Run \`vitrine types --url ${server.url} --out ${file}\` again.\n`,
    );
    expect(readFileSync(file, 'utf8').split('\n')).toEqual(lines);
  } finally {
    await server.stop();
  }
  const gone = await line.run('types', '--url', server.url);
  expect(gone).toEqual({ code: EXIT.io, out: '', err: `error: Can't reach ${server.url}.\n` });
});

test('refuses an address that is not that of a Vitrine server', async () => {
  const other = createServer((_request, response) => response.end('<html>'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  shop.line.env.VITRINE_KEY = 'account-key';
  try {
    expect(await shop.line.run('types', '--url', url)).toEqual({
      code: EXIT.refused,
      out: '',
      err: `error: ${url}: Not a response of Vitrine.\n`,
    });
  } finally {
    other.close().closeAllConnections();
  }
});
