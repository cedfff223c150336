import { expect, test } from 'vitest';
import { processorTime } from '../../../../test/processor-time.ts';
import { verifies } from '../../../../test/requirements.ts';
import { createFixture } from '../../test/app-fixture.ts';
import { matchesEtag } from './reply.ts';

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
  expect(matchesEtag('"'.repeat(320_001), '"abc"')).toBe(false);
  expect(processorTime() - before).toBeLessThan(1_000);
});

const PAGE_BYTES = 4 * 1024 * 1024;

interface ShownPage {
  readonly items: readonly { readonly id: string }[];
  readonly limit: number;
  readonly cursor?: string;
  readonly truncated?: boolean;
}

test(
  'a page of large records ends at 4 MiB with a cursor, and the pages contain every record once',
  verifies('page.bytes'),
  async () => {
    const { send, secondStoreId } = await createFixture();
    const path = `/v2/stores/${secondStoreId}/records`;
    // In JSON every one of these characters is an escape of six bytes.
    const text = '\u0001'.repeat(60_000);
    for (let i = 0; i < 30; i++) expect((await send('POST', path, { json: { text } })).status).toBe(201);

    const seen: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const body = await (await send('GET', `${path}?limit=100&cursor=${cursor}`)).text();
      expect(body.length).toBeLessThan(PAGE_BYTES + 1_000);
      const page: ShownPage = JSON.parse(body);
      expect(page.limit).toBe(100);
      expect(page.items.length).toBeGreaterThan(0);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.cursor;
    }
    expect(new Set(seen).size).toBe(30);
    expect(seen).toHaveLength(30);

    const response = await send('POST', `${path}/search`, { json: { limit: 100 } });
    const found: ShownPage = JSON.parse(await response.text());
    expect(found.items).toHaveLength(11);
    expect(found.truncated).toBe(true);
  },
);
