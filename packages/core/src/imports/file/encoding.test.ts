import { describe, expect, test } from 'vitest';
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
