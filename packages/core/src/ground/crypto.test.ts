import { createCipheriv, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAC_BYTES, maskBytes, sealText, signText, unsealText } from './crypto.ts';

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

test('a mask is AES-256-CTR from the signature on, and a signature is HMAC-SHA-256', () => {
  const secret = fc.string({ minLength: 1, maxLength: 100 });
  // Counters that overflow are rare among random ones.
  const byte = fc.oneof(fc.constant(0xff), fc.nat(0xff));
  const signature = fc
    .array(byte, { minLength: MAC_BYTES, maxLength: MAC_BYTES })
    .map((bytes) => Buffer.from(bytes));
  fc.assert(
    fc.property(
      secret,
      signature,
      fc.uint8Array({ maxLength: 100 }),
      fc.string(),
      (key, start, bytes, text) => {
        const hmac = (of: string) => createHmac('sha256', key).update(of).digest();
        const plain = createCipheriv('aes-256-ctr', hmac('encryption key'), start).update(bytes);
        expect(maskBytes(key, start, bytes).equals(plain)).toBe(true);
        expect(signText(key, text).equals(hmac(text).subarray(0, MAC_BYTES))).toBe(true);
      },
    ),
  );
});
