import { expect, test } from 'vitest';
import { sealText, unsealText } from './crypto.ts';

const texts = ['', '{}', 'a secret', '漢字 🎉', 'x'.repeat(100_000)];

test.each(texts)('a sealed text is returned for its password and is different each time', (text) => {
  const sealed = sealText('password', text);
  expect(unsealText('password', sealed)).toBe(text);
  expect(sealText('password', text)).not.toBe(sealed);
  if (text !== '') expect(Buffer.from(sealed, 'base64url').includes(text)).toBe(false);
});

test('a sealed text is not returned for another password or after a change', () => {
  const sealed = sealText('password', 'a secret');
  expect(() => unsealText('passwort', sealed)).toThrow();
  const bytes = Buffer.from(sealed, 'base64url');
  for (let i = 0; i < bytes.length; i++) {
    const changed = Buffer.from(bytes);
    changed[i] = (changed[i] ?? 0) ^ 1;
    expect(() => unsealText('password', changed.toString('base64url'))).toThrow();
  }
  expect(() => unsealText('password', bytes.subarray(0, -1).toString('base64url'))).toThrow();
});
