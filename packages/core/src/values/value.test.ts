import { describe, expect, test } from 'vitest';
import type { PropertyType } from '../ground/rows.ts';
import { canonicalText, readValue, showValue } from './value.ts';

const EMOJI = '😀';

describe('readValue stores', () => {
  test.each<[PropertyType, unknown, string | number | null]>([
    ['string', '', ''],
    ['string', ' untrimmed ', ' untrimmed '],
    ['string', EMOJI.repeat(65_536), EMOJI.repeat(65_536)],
    ['number', 0.1, 0.1],
    ['number', -0, 0],
    ['number', 5e-324, 5e-324],
    ['number', 9007199254740991, 9007199254740991],
    ['number', -9007199254740991, -9007199254740991],
    ['boolean', true, 1],
    ['boolean', false, 0],
    ['datetime', '2026-01-02', Date.UTC(2026, 0, 2)],
    ['datetime', '2026-01-02T03:04:05', Date.UTC(2026, 0, 2, 3, 4, 5)],
    ['url_link', 'HTTPS://user:pw@Example.com/a b?q=%zz#f', 'HTTPS://user:pw@Example.com/a b?q=%zz#f'],
    ['url_image', `http://e.com/${'x'.repeat(2035)}`, `http://e.com/${'x'.repeat(2035)}`],
  ])('%s %j', (type, input, stored) => {
    expect(readValue(type, input)).toEqual({ ok: true, value: stored });
  });

  test.each<PropertyType>(['string', 'number', 'boolean', 'datetime', 'url_image', 'url_link'])(
    'null and, except for a string, an empty string as unset: %s',
    (type) => {
      expect(readValue(type, null)).toEqual({ ok: true, value: null });
      expect(readValue(type, '')).toEqual({ ok: true, value: type === 'string' ? '' : null });
    },
  );
});

describe('readValue rejects', () => {
  test.each<[PropertyType, unknown]>([
    ['string', 5],
    ['string', ['a']],
    ['string', 'a\0b'],
    ['string', '\ud800'],
    ['string', 'x'.repeat(65_537)],
    ['number', '5'],
    ['number', Number.POSITIVE_INFINITY],
    ['number', 9007199254740992],
    ['number', 1e300],
    ['boolean', 1],
    ['boolean', 'true'],
    ['datetime', 1_700_000_000_000],
    ['datetime', 'tomorrow'],
    ['url_link', 'ftp://example.com/'],
    ['url_link', 'example.com'],
    ['url_link', '//example.com/a'],
    ['url_link', 'http:example.com'],
    ['url_link', 'http://'],
    ['url_link', 'http://exa mple.com/'],
    ['url_link', ' http://example.com/'],
    ['url_link', 'http://example.com/ '],
    ['url_link', 'http://example.com/\n'],
    ['url_link', 'javascript:alert(1)'],
    ['url_link', 'http://example.com/\0'],
    ['url_link', 'http://example.com/\0a'],
    ['url_link', 'http://example.com/\u0001'],
    ['url_link', 'http://example.com/\u007f'],
    ['url_image', 'http://example.com/\u0085'],
    ['url_image', 'http://example.com/\u009f'],
    ['url_image', 'http://example.com/\u2028'],
    ['url_link', 'http://example.com/\ud800'],
    ['url_link', `http://e.com/${'x'.repeat(2036)}`],
    ['url_image', {}],
  ])('%s %j', (type, input) => {
    expect(readValue(type, input)).toMatchObject({ ok: false, message: expect.stringContaining('Expected') });
  });
});

describe('stored values', () => {
  test('showValue returns the JSON form of the type', () => {
    expect(showValue('boolean', 1)).toBe(true);
    expect(showValue('boolean', 0)).toBe(false);
    expect(showValue('datetime', 0)).toBe('1970-01-01T00:00:00.000Z');
    expect(showValue('number', 1.5)).toBe(1.5);
    expect(showValue('string', null)).toBeNull();
  });

  test('canonicalText returns the text that ids are derived from', () => {
    expect(canonicalText('number', 1e21 / 1e21)).toBe('1');
    expect(canonicalText('number', 0.1)).toBe('0.1');
    expect(canonicalText('number', 1e-7)).toBe('1e-7');
    expect(canonicalText('boolean', 1)).toBe('true');
    expect(canonicalText('datetime', Date.UTC(2026, 0, 2))).toBe('2026-01-02T00:00:00.000Z');
    expect(canonicalText('url_link', 'http://E.com')).toBe('http://E.com');
  });
});
