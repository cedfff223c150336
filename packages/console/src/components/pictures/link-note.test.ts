import { expect, test } from 'vitest';
import { linkTexts } from '../../texts/en/access/reach.ts';
import { linkWarning } from './link-note.tsx';

test.each([
  ['https://example.com/', linkTexts.example('example.com')],
  ['https://www.example.org/{{ sku }}', linkTexts.example('www.example.org')],
  ['HTTP://EXAMPLE.NET', linkTexts.example('example.net')],
  ['https://shop.example:8443/p?x={{ x }}', linkTexts.example('shop.example:8443')],
  ['http://localhost:3000/', linkTexts.local('localhost:3000')],
  ['http://127.0.0.1/', linkTexts.local('127.0.0.1')],
  ['http://192.168.1.4/', linkTexts.local('192.168.1.4')],
  ['https://vitrine.dev/{{ sku }}', null],
  ['https://notexample.com/', null],
  ['https://example.com.shop.dev/', null],
  ['{{ product.page }}', null],
  ['https://{{ host }}/', null],
  ['', null],
])('the link %j', (link, warning) => {
  expect(linkWarning(link)).toBe(warning);
});
