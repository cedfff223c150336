import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodePercent, readProductionUrl } from './image-urls.ts';

const base = 'https://img.example.com';
const id = 'AbC-_0123456';
const ours = `${base}/i/${id}`;
const proxy = 'https://ci4.googleusercontent.com/proxy/abc=s0-d-e1-ft';

describe('a production URL', () => {
  test.each([
    ours,
    `${ours}.gif`,
    `${ours}.png`,
    `${ours}.jpg`,
    `${ours}.webp`,
    `${ours}/`,
    `${ours}.GIF`,
    `${ours}.jpeg`,
    `${ours}%20`,
    `${ours}"`,
    `${ours}.`,
    `${ours}%3Fstart=1`,
    `${ours}%`,
    `${ours}%20%ff`,
    `${ours}/more`,
    `${base}/i//${id}`,
    `${ours}.gif/`,
    `${ours}?email=a@b.c&v=2`,
    `${ours}?a=1&amp;b=2`,
    `${ours}#top`,
    `${ours}#https://elsewhere.example.com/i/BBBBBBBBBBBB`,
    `  ${ours}\n`,
    `http://img.example.com/i/${id}`,
    `HTTPS://IMG.EXAMPLE.COM/i/${id}`,
    `https://img.example.com:443/i/${id}`,
    `//img.example.com/i/${id}?x=1`,
    `/i/${id}.png`,
    `/i/${id}?v=3`,
    `${proxy}#${ours}.gif?x=1`,
    `${proxy}#http://img.example.com/i/${id}`,
  ])('%j identifies its image', (url) => {
    expect(readProductionUrl(url, base)).toBe(id);
  });

  test.each([
    `https://elsewhere.example.com/i/${id}`,
    `https://img.example.com.evil.test/i/${id}`,
    `https://evil.test/img.example.com/i/${id}`,
    `https://img.example.com@evil.test/i/${id}`,
    `https://img.example.com:8443/i/${id}`,
    `ftp://img.example.com/i/${id}`,
    `//elsewhere.example.com/i/${id}`,
    `https://evil.test/#/i/${id}`,
    `${proxy}#https://elsewhere.example.com/i/${id}`,
    `${base}/i/`,
    `${base}/i/short`,
    `${base}/i/${id}x`,
    `${base}/i/${id}-`,
    `${base}/i/more/${id}`,
    `${base}/j/${id}`,
    `${base}/x/i/${id}`,
    `${base}/`,
    '/',
    '/v2/images/1',
    'mailto:someone@example.com',
    'data:image/gif;base64,R0lGODlhAQAB',
  ])('%j identifies no image', (url) => {
    expect(readProductionUrl(url, base)).toBeNull();
  });

  test.each([
    '',
    ' ',
    'picture',
    'img.example.com/i/AbC',
    'i/AbC-_0123456',
    'http://',
    'https://[::1',
    '//',
    'http://a b/',
  ])('%j is rejected because it is not a URL', (text) => {
    expect(() => readProductionUrl(text, base)).toThrow('Expected a URL');
  });

  test('begins with the path of the base URL', () => {
    const below = 'http://127.0.0.1:8080/media';
    expect(readProductionUrl(`${below}/i/${id}`, below)).toBe(id);
    expect(readProductionUrl(`/media/i/${id}`, below)).toBe(id);
    expect(readProductionUrl(`http://127.0.0.1:8080/i/${id}`, below)).toBeNull();
  });
});

test.each([
  ['Jana%20Marie', 'Jana Marie'],
  ['%C5%BDofie%F0%9F%8E%89', 'Žofie🎉'],
  // Latin-1 stays, and what is beside it is decoded.
  ['Andr%E9%20Marie', 'Andr%E9 Marie'],
  ['%FF%C3%A9%C3', '%FFé%C3'],
  ['100%', '100%'],
  ['100%25%', '100%%'],
  ['%zz%4', '%zz%4'],
  ['%2523', '%23'],
  ['%C0%80 %ED%A0%80 %F7%BF%BF%BF', '%C0%80 %ED%A0%80 %F7%BF%BF%BF'],
  ['%e2%82%AC', '€'],
])('decodes %s', (text, decoded) => {
  expect(decodePercent(text)).toBe(decoded);
});

test('decodes what encodeURIComponent has made, and never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, other) => {
      const written = text.toWellFormed();
      expect(decodePercent(encodeURIComponent(written))).toBe(written);
      expect(typeof decodePercent(`%${other}%`)).toBe('string');
    }),
  );
});
