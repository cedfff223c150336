import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { templateParser } from '../templates/template.ts';
import { buildLink } from './links.ts';

const parse = await templateParser('en', 'UTC');

const TRUSTED = new Set([
  'https://shop.example',
  'https://shop.example/boots?id=1',
  'HTTP://shop.example/a b',
]);

function link(source: string, values: Readonly<Record<string, string>> = {}): string | null {
  const template = parse(source);
  return buildLink(template.render(values), (value) => TRUSTED.has(value) || template.quoted.has(value));
}

/** Values that try to lead to another host. */
const HOSTILE = [
  ...['https://evil.example', '//evil.example', '/\\evil.example', '\\\\evil.example', '@evil.example'],
  ...[
    '.evil.example',
    ':443@evil.example',
    'evil.example',
    '?@evil.example',
    '#@evil.example',
    '%2f%2fevil.example',
  ],
  ...['javascript:alert(1)', 'data:text/html,x', '\tjavascript:alert(1)', 'java\nscript:x', 'ｅvil.example'],
  ...[
    '..',
    '../..',
    '%2e%2e',
    '.',
    './',
    '\u0000//evil.example',
    '\r\nLocation: https://evil.example',
    '。evil.example',
  ],
  ...[
    'xn--evil-9ja.example',
    'https:evil.example',
    'https:/evil.example',
    'http://[::1]/',
    '127.0.0.1',
    ' ',
    '\ud800',
  ],
  ...[
    '／／evil.example',
    'https://shop.example@evil.example',
    'shop.example.evil.example',
    '&url=https://evil.example',
  ],
];

describe('the link of a live image', () => {
  test.each<[string, Record<string, string>, string | null]>([
    [
      'https://shop.example/a/{{ x }}?q={{ y }}',
      { x: 'ä b', y: 'c&d=e' },
      'https://shop.example/a/%C3%A4%20b?q=c%26d%3De',
    ],
    ['{{ page }}', { page: 'https://shop.example/boots?id=1' }, 'https://shop.example/boots?id=1'],
    [
      '{{ page }}&from={{ x }}',
      { page: 'https://shop.example/boots?id=1', x: 'a' },
      'https://shop.example/boots?id=1&from=a',
    ],
    ['{{ page }}/sale', { page: 'https://shop.example' }, 'https://shop.example/sale'],
    ['{{ page }}?a=1', { page: 'https://shop.example' }, 'https://shop.example?a=1'.replace('?', '/?')],
    ['  https://shop.example/x \n', {}, 'https://shop.example/x'],
    ['{% if x %}https://a.example/{{ x }}{% else %}https://b.example{% endif %}', {}, 'https://b.example/'],
    ['{{ page | default: "https://shop.example/all" }}', {}, 'https://shop.example/all'],
    ['https://shop.example/{{ x }}', {}, 'https://shop.example/'],
  ])('%s', verifies('live.links.encoded'), (source, values, expected) => {
    expect(link(source, values)).toBe(expected);
  });

  test.each(['{{ page }}', '', '  ', '{{ page }}?a=1', '{{ page }}/x'])(
    '%j without a value is no link',
    verifies('live.links.none'),
    (source) => {
      expect(link(source)).toBeNull();
    },
  );

  test.each(HOSTILE)('%j never decides the scheme or the host', verifies('live.links.host'), (x) => {
    const hosts = [
      '{{ x }}',
      '{{ x }}/path',
      'https://{{ x }}',
      'https://shop.example{{ x }}',
      'https://{{ x }}.shop.example/',
      '{{ x }}://shop.example/',
      'https://shop.example/{{ x }}',
      'https://shop.example/a/{{ x }}/b',
      'https://shop.example/a?{{ x }}',
      'https://shop.example/#{{ x }}',
      '{{ page }}{{ x }}',
    ].map((source) => link(source, { x, page: 'https://shop.example' }));
    for (const found of hosts) {
      if (found !== null) expect(new URL(found)).toMatchObject({ protocol: 'https:', host: 'shop.example' });
    }
    expect(hosts.slice(0, 6)).toEqual([null, null, null, null, null, null]);
  });

  test('a value stays in its part of the link', verifies('live.links.encoded', 'live.links.host'), () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[./\\?#@:%&=a-z2ef\s]{0,12}$/));
    fc.assert(
      fc.property(text, text, (x, y) => {
        const found = link('https://shop.example/a/{{ x }}/b?y={{ y }}#c', { x, y });
        if (found === null) return;
        const url = new URL(found);
        const shown = (value: string) => value.replaceAll('\0', '').toWellFormed();
        expect(url.host).toBe('shop.example');
        expect(url.hash).toBe('#c');
        expect([...url.searchParams]).toEqual([['y', shown(y)]]);
        expect(url.pathname.split('/').map(decodeURIComponent)).toEqual(['', 'a', shown(x), 'b']);
      }),
    );
  });

  test('a value of another source or type is not the beginning', verifies('live.links.host'), () => {
    expect(link('{{ page }}', { page: 'https://other.example' })).toBeNull();
    expect(link('{{ page | append: "x" }}', { page: 'https://shop.example' })).toBeNull();
  });
});
