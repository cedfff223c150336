import { BoundedMap } from '@vitrine/core/adapter';
import type { TextTest } from '@vitrine/storage-sql';

/** Tests of one text. Passed through SQL as JSON. */
export interface TextTests {
  readonly combine: 'all' | 'any';
  readonly tests: readonly TextTest[];
}

/** Returns whether a text passes. */
export type TestText = (text: string) => boolean;

const SPECS_KEPT = 50;

/** Reads tests from JSON. Caches the last ones, because a statement passes the same tests with each row. */
export function textTestReader(): (json: string) => TestText {
  const testsByJson = new BoundedMap<string, TestText>(SPECS_KEPT);
  let last: { readonly json: string; readonly test: TestText } | null = null;

  function read(json: string): TestText {
    const known = testsByJson.get(json);
    if (known !== undefined) return known;
    const test = tester(JSON.parse(json));
    testsByJson.set(json, test);
    return test;
  }

  return (json) => {
    // Comparing with one text is faster than hashing each of them.
    if (last?.json !== json) last = { json, test: read(json) };
    return last.test;
  };
}

function tester({ combine, tests }: TextTests): TestText {
  return combine === 'all'
    ? (text) => tests.every((test) => passes(test, text))
    : (text) => tests.some((test) => passes(test, text));
}

function passes({ op, value }: TextTest, text: string): boolean {
  switch (op) {
    case 'contains':
      return text.includes(value);
    case 'startsWith':
      return text.startsWith(value);
    case 'endsWith':
      return text.endsWith(value);
  }
}
