import type {
  LiveDesignChanges,
  LiveImageDraftResponse,
  LiveImageHtmlResponse,
  Page,
} from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { expectProblem, expectRefused } from './arrange.ts';
import type { Client } from './client.ts';
import { onEveryStorage } from './world.ts';

const conversationId = 'races';
const DESIGN: LiveDesignChanges = {
  variables: { name: { sample: 'Jana' } },
  layers: { title: { type: 'text', text: 'Hi {{ name }}' } },
};

async function draft(client: Client): Promise<string> {
  const json = { conversationId, design: DESIGN };
  const { status, body } = await client.post<LiveImageDraftResponse>('/v2/live-image-drafts', json);
  expect({ status, body }).toMatchObject({ status: 200 });
  return `/v2/live-image-drafts/${body.draftId}`;
}

const save = (client: Client, path: string) =>
  client.post<LiveImageHtmlResponse>(`${path}/save`, { conversationId });

/** Returns the sorted statuses of calls that are made at once. */
async function statusesOf(calls: readonly Promise<{ readonly status: number }>[]): Promise<number[]> {
  return (await Promise.all(calls)).map(({ status }) => status).sort();
}

onEveryStorage((arrange) => {
  test(
    'of racing changes of a revision one is made; without a revision all are, also of rules',
    verifies('live.drafts.shared', 'live.design.patch'),
    async () => {
      const { a } = await arrange();
      const path = await draft(a);
      const change = (changes: LiveDesignChanges, revision?: number) =>
        a.patch<LiveImageDraftResponse>(path, { conversationId, changes, revision });
      const names = ['a', 'b', 'c', 'd'];
      const ofRevision = names.map((name) =>
        change({ rules: { [name]: { link: 'https://a.example/' } } }, 1),
      );
      expect(await statusesOf(ofRevision)).toEqual([200, 400, 400, 400]);
      expectRefused(await change({}, 1), ['revision']);
      expect((await change({ rules: null })).status).toBe(200);
      const free = names.map((name, order) => change({ rules: { [name]: { order } } }));
      expect(await statusesOf(free)).toEqual([200, 200, 200, 200]);
      const { body } = await a.get<LiveImageDraftResponse>(`${path}?conversationId=${conversationId}`);
      expect(body).toMatchObject({ revision: 7 });
      expect(
        Object.entries(body.design.rules)
          .map(([name, { order }]) => `${name}${order}`)
          .sort(),
      ).toEqual(['a0', 'b1', 'c2', 'd3']);
    },
  );

  test(
    'racing saves make one live image; racing saves of its new design change it once',
    verifies('live.drafts.shared', 'live.drafts.replace'),
    async () => {
      const { a } = await arrange();
      const path = await draft(a);
      const saves = await Promise.all([1, 2, 3, 4].map(() => save(a, path)));
      expect(saves.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(new Set(saves.map(({ text }) => text)).size).toBe(1);
      const { imageId = 0 } = saves[0]?.body ?? {};
      const again = await a.post<LiveImageDraftResponse>(`/v2/live-images/${imageId}/draft`, {
        conversationId,
      });
      const replaced = `/v2/live-image-drafts/${again.body.draftId}`;
      await a.patch(replaced, { conversationId, changes: { width: 321 } });
      expect(await statusesOf([1, 2, 3].map(() => save(a, replaced)))).toEqual([200, 200, 200]);
      const { items } = (await a.get<Page<{ id: number; width: number }>>('/v2/live-images')).body;
      expect(items).toMatchObject([{ id: imageId, width: 321 }]);
    },
  );

  test(
    'racing saves of different drafts do not exceed the quota of images',
    verifies('quotas.reached', 'live.drafts.shared'),
    async () => {
      const { a, vitrine, accountId } = await arrange();
      const paths = [await draft(a), await draft(a), await draft(a)];
      await vitrine.accounts.changeLimits(accountId, { images: 1 });
      const saves = await Promise.all(paths.map((path) => save(a, path)));
      expect(saves.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
      for (const refused of saves.filter(({ status }) => status === 403))
        expectProblem(refused, 403, 'quota_exceeded');
      // The refused drafts are still drafts.
      await vitrine.accounts.changeLimits(accountId, { images: null });
      expect(await statusesOf(paths.map((path) => save(a, path)))).toEqual([200, 200, 200]);
      expect((await a.get<Page<unknown>>('/v2/live-images')).body.items).toHaveLength(3);
    },
  );
});
