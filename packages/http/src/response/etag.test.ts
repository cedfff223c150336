import { expect, test } from 'vitest';
import { matchesEtag } from './etag.ts';

test.each(['"abc"', 'W/"abc"', '*', ' * ', '"x", "abc"', '"x",W/"abc" , "y"', '"a,b", "abc"'])(
  'If-None-Match: %s names the tag',
  (header) => {
    expect(matchesEtag(header, '"abc"')).toBe(true);
  },
);

test.each([null, '', 'abc', '"ab"', '"abcd"', 'W/"x"', '"x, abc"', '"abc', '""'])(
  'If-None-Match: %s does not name it',
  (header) => {
    expect(matchesEtag(header, '"abc"')).toBe(false);
  },
);

test('a header of quotes only is read in no time', () => {
  const startedAt = performance.now();
  expect(matchesEtag('"'.repeat(32_001), '"abc"')).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(100);
});
