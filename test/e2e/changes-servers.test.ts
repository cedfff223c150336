import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { openTwoServers, type TwoServers } from './two-servers.ts';

let servers: TwoServers;
beforeAll(async () => {
  servers = await openTwoServers();
});
afterAll(() => servers.close());

const WRITERS = 4;
const WRITES = 40;

test(
  'each server follows what both write, without a gap and in one order',
  verifies('follow.library'),
  async () => {
    const { first, second, principal } = servers;
    const { id } = await first.vitrine.stores.create(principal, {
      name: 'shared',
      properties: [
        { name: 'sku', type: 'string', unique: true },
        { name: 'n', type: 'number' },
      ],
    });
    const { cursor } = await second.vitrine.changes.list(principal, id);
    const total = 2 * WRITERS * WRITES;

    async function follow({ vitrine }: TwoServers['first']): Promise<string[]> {
      const seen: string[] = [];
      for await (const { recordId, type, position } of vitrine.changes.follow(principal, id, {
        since: cursor,
      })) {
        seen.push(`${position} ${type} ${recordId}`);
        if (seen.length === total) break;
      }
      return seen;
    }

    const followed = [follow(first), follow(second)];
    const writing = [first, second].flatMap(({ vitrine }, server) =>
      Array.from({ length: WRITERS }, async (_, writer) => {
        for (let n = 0; n < WRITES; n++)
          await vitrine.records.add(principal, id, { sku: `${server}-${writer}-${n}`, n });
      }),
    );
    await Promise.all(writing);
    const [one = [], other = []] = await Promise.all(followed);
    expect(other).toEqual(one);
    expect(new Set(one.map((entry) => entry.split(' ').at(-1))).size).toBe(total);
    expect(one).toEqual(one.toSorted());
    // Each writer's own order is kept.
    for (const writer of ['0-0', '1-3']) {
      const own = one
        .filter((entry) => entry.includes(` ${writer}-`))
        .map((entry) => Number(entry.split('-').at(-1)));
      expect(own).toEqual(Array.from({ length: WRITES }, (_, n) => n));
    }
    expect(servers.serverErrors).toEqual([]);
  },
);

test('a poll hears what another server writes', verifies('feed.wait'), async () => {
  const { first, second, principal, key } = servers;
  const { id } = await first.vitrine.stores.create(principal, {
    name: 'polled',
    properties: [{ name: 'n', type: 'number' }],
  });
  const path = `/v2/stores/${id}/changes`;
  const { body } = await first.withKey(key).get<{ cursor: string }>(path);
  const poll = first.withKey(key).get<{ items: object[] }>(`${path}?since=${body.cursor}&wait=30`);
  await second.vitrine.records.add(principal, id, { n: 1 });
  expect((await poll).body.items).toMatchObject([{ type: 'record.created' }]);
  const deletion = first
    .withKey(key)
    .get<{ items: object[] }>(`${path}?since=${body.cursor}&wait=30&types=store.*`);
  await second.vitrine.stores.delete(principal, id);
  expect((await deletion).body.items).toMatchObject([{ type: 'store.deleted' }]);
});
