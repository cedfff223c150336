import { expect, test } from 'vitest';
import { processorTime } from '../../../../test/processor-time.ts';
import { matchesEtag } from './etag.ts';

test.each(['"abc"', 'W/"abc"', '*', ' * ', '"x", "abc"', '"x",W/"abc" , "y"', '"a,b", "abc"'])(
  'If-None-Match: %s matches the tag',
  (header) => {
    expect(matchesEtag(header, '"abc"')).toBe(true);
  },
);

test.each([null, '', 'abc', '"ab"', '"abcd"', 'W/"x"', '"x, abc"', '"abc', '""'])(
  'If-None-Match: %s does not match the tag',
  (header) => {
    expect(matchesEtag(header, '"abc"')).toBe(false);
  },
);

test('a long header of quotes is read in linear time', () => {
  const before = processorTime();
  expect(matchesEtag('"'.repeat(32_001), '"abc"')).toBe(false);
  expect(processorTime() - before).toBeLessThan(100);
});
