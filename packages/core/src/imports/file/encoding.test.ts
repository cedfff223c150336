import { describe, expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import type { Encoding } from '../../ground/encodings.ts';
import { detectEncoding, toUtf8 } from './encoding.ts';

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function convert(bytes: Uint8Array, encoding: Encoding, size: number): Promise<string> {
  const text: Uint8Array[] = [];
  for await (const chunk of toUtf8(chunksOf(bytes, size), encoding)) text.push(chunk);
  return Buffer.concat(text).toString();
}

const TEXT = 'k,name\nä,€ 😀\n';

describe('toUtf8', () => {
  test.each([1, 2, 3, 5, 100])('converts text in chunks of %d bytes', async (size) => {
    const utf16 = Buffer.from(`\ufeff${TEXT}`, 'utf16le');
    expect(await convert(Buffer.from(`\ufeff${TEXT}`), 'utf-8', size)).toBe(TEXT);
    expect(await convert(utf16, 'utf-16le', size)).toBe(TEXT);
    expect(await convert(Buffer.from(utf16).swap16(), 'utf-16be', size)).toBe(TEXT);
    expect(await convert(Buffer.of(0x61, 0xfc, 0x80), 'windows-1252', size)).toBe('aü€');
  });

  test.each([
    ['a byte of Windows-1252', [0x61, 0x62, 0xfc, 0x63, 0x0a], 3],
    ['a byte of Windows-1252 at the end', [0x61, 0xfc], 2],
    ['the second byte of a character alone', [0xc3, 0xa4, 0xa4], 3],
    ['a character that a letter cuts', [0x61, 0xe2, 0x82, 0x61], 2],
    ['a surrogate', [0x61, 0x61, 0xed, 0xa0, 0x80, 0x61], 3],
  ])('names the first byte that is not UTF-8: %s', async (_name, bytes, position) => {
    for (const size of [1, 2, 3, 100]) {
      await expect(convert(Uint8Array.from(bytes), 'utf-8', size)).rejects.toThrow(
        `The file is not UTF-8 text at byte ${position}. Give its encoding`,
      );
    }
  });
});

test('warns only where the encoding is a guess', () => {
  expect(detectEncoding(Buffer.from(TEXT), true)).toEqual({ encoding: 'utf-8', warning: null });
  const utf16 = Buffer.from('key,name,city\na,一,😀\n', 'utf16le');
  expect(detectEncoding(utf16, true)).toEqual({ encoding: 'utf-16le', warning: null });
  expect(detectEncoding(Buffer.from(utf16).swap16(), true)).toEqual({ encoding: 'utf-16be', warning: null });
  const { encoding, warning } = detectEncoding(Buffer.of(0x61, 0xfc, 0x62), true);
  expect(encoding).toBe('windows-1252');
  expect(warning).toContain('is read as Windows-1252');
});

test.each([
  ['Windows-1251', 'c8ecff2ccceef1eae2e0'],
  ['KOI8-R', 'e9cdd12cedcfd3cbd7c1'],
  ['Windows-1253', 'cfedeffcec2cc1e8deede1'],
  ['Shift JIS', '96bc914f2c938c8b9e'],
  ['GBK', 'c3fbd7d62cb1b1bea9'],
  ['EUC-JP', 'ccbec1b02cc5ecb5fe'],
  ['code page 850', '4d816c6c6572'],
])('asks for the encoding of text in %s', verifies('detect.encoding'), (_, bytes) => {
  expect(() => detectEncoding(Buffer.from(bytes, 'hex'), true)).toThrow('Give its encoding');
});

test.each(['Müller, Café', 'jäääär ja öötöö', 'Größe: 5 €', 'Ärger über Öl', '“Spaß”'])(
  '%s is read as Windows-1252 with a warning',
  verifies('detect.encoding'),
  (text) => {
    const bytes = Buffer.from([...text].map((letter) => WINDOWS.get(letter) ?? letter.charCodeAt(0)));
    expect(detectEncoding(bytes, true)).toEqual({ encoding: 'windows-1252', warning: expect.any(String) });
  },
);

const WINDOWS = new Map([
  ['€', 0x80],
  ['“', 0x93],
  ['”', 0x94],
]);

test('a wrong byte among characters of UTF-8 is named', verifies('detect.encoding'), async () => {
  const bytes = Buffer.concat([Buffer.from('Müller, Größe, Caf'), Buffer.of(0xe9), Buffer.from('\n')]);
  const { encoding } = detectEncoding(bytes, true);
  expect(encoding).toBe('utf-8');
  await expect(convert(bytes, encoding, 100)).rejects.toThrow('not UTF-8 text at byte 22');
});

test('encodings that are named are converted', verifies('detect.encoding'), async () => {
  expect(await convert(Buffer.from('cceef1eae2e0', 'hex'), 'windows-1251', 1)).toBe('Москва');
  expect(await convert(Buffer.from('938c8b9e', 'hex'), 'shift_jis', 1)).toBe('東京');
  await expect(convert(Buffer.of(0x41, 0xff), 'shift_jis', 10)).rejects.toThrow('not SHIFT_JIS text');
});

test.each([
  ['a ZIP or Excel file', Buffer.from('PK\u0003\u0004')],
  ['a PDF file', Buffer.from('%PDF-1.7\n')],
  ['a PNG picture', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['a JPEG picture', Buffer.from('ffd8ffe000104a464946', 'hex')],
  ['a GIF picture', Buffer.from('GIF89a,1\n')],
])('says that a file is %s', (name, bytes) => {
  expect(() => detectEncoding(bytes, true)).toThrow(`The file is ${name}, not text.`);
});
