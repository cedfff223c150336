import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fontFile } from '../../../../test/e2e/samples.ts';
import { verifies } from '../../../../test/requirements.ts';
import { Shop } from '../../test/command-line.ts';

let font: string;
let shop: Shop;
beforeEach(async () => {
  shop = await Shop.open();
  font = shop.line.write('font.woff2', fontFile());
});
afterEach(() => shop.close());

test('fonts are added from a file, listed, and deleted by name after --yes', async () => {
  const { line } = shop;
  expect(await line.succeed('fonts', 'add', font)).toBe('font 1000  Bebas Neue Regular\n');
  expect(JSON.parse(await line.succeed('fonts', 'add', font, '--json'))).toMatchObject({ id: 1000 });
  const lines = (await line.succeed('fonts', 'list')).trimEnd().split('\n');
  expect(lines[0]).toMatch(/^ +ID {2}SCOPE +WEIGHT {2}STYLE +FORMAT +GLYPHS +BYTES {2}DIGITS {2}NAME$/);
  expect(lines[1]).toMatch(/^ +1 {2}builtin +400/);
  expect(lines.at(-1)).toMatch(/^1000 {2}custom +400 {2}Regular.* yes {5}Bebas Neue Regular$/);
  const custom = JSON.parse(await line.succeed('fonts', 'list', '--scope', 'custom', '--json'));
  expect(custom).toMatchObject([{ id: 1000, scope: 'custom' }]);
  expect(JSON.parse(await line.succeed('fonts', 'list', '--limit', '3', '--json'))).toHaveLength(3);
  const { bytes } = custom[0];
  const asked = await line.run('fonts', 'delete', '1000');
  expect(asked.code).toBe(64);
  expect(asked.err).toContain(
    `This deletes font 1000 "Bebas Neue Regular" of ${bytes.toLocaleString('en-US')} bytes permanently.`,
  );
  expect(await line.succeed('fonts', 'delete', '1000', '--yes')).toBe('deleted  1000\n');
  expect(JSON.parse(await line.succeed('fonts', 'list', '--scope', 'custom', '--json'))).toEqual([]);
});

test('fonts refuse what is no font, a missing file, a private URL and a built-in font in one line', async () => {
  const { line } = shop;
  for (const [args, code, message] of [
    [['add', line.write('a.ttf', 'no font')], 1, /^error: file: /],
    [['add', line.path('none.ttf')], 74, /none\.ttf: no such file/],
    [['add', line.write('large.ttf', Buffer.alloc(10 * 1024 * 1024 + 1))], 1, /at most 10 MB/],
    [['add', 'http://127.0.0.1:9/a.ttf'], 1, /^error: url: /],
    [['delete', '1', '--yes'], 1, /No such font/],
    [['delete', 'Comic', '--yes'], 1, /No such font in this account: none has the id or the name "Comic"/],
  ] as const) {
    const outcome = await line.run('fonts', ...args);
    expect({ args, code: outcome.code }).toEqual({ args, code });
    expect(outcome.err.split('\n').find((text) => text.startsWith('error: '))).toMatch(message);
  }
});

test('fonts and images are stored where VITRINE_BLOBS says', async () => {
  shop.line.env.VITRINE_BLOBS = 's3://pictures';
  const { code, err } = await shop.line.run('fonts', 'add', font);
  expect(code).toBe(64);
  expect(err).toMatch(/VITRINE_BLOBS .*AWS_ACCESS_KEY_ID/);
});

test('a sample of a font is written to a file', verifies('cli.others'), async () => {
  const file = shop.line.path('sample.webp');
  expect(await shop.line.succeed('fonts', 'preview', '1', file)).toMatch(/sample\.webp {2}[\d,]+ bytes\n$/);
  expect(readFileSync(file).toString('latin1', 8, 12)).toBe('WEBP');
});
