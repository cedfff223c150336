import type { Page } from 'playwright-core';
import { addProducts } from '../sample-data.ts';
import type { PictureSet } from './picture.ts';

let storeKeyId = '';

async function openAgent(page: Page, open: (path: string) => Promise<void>): Promise<void> {
  await open(`/keys/${storeKeyId}/agent?tool=store_summarize`);
  await page.getByRole('button', { name: 'Use a temporary key' }).click();
  await page.getByRole('heading', { name: 'store_summarize' }).waitFor();
  // Otherwise the pointer is over another tool.
  await page.mouse.move(0, 0);
}

export const agents: PictureSet = {
  async arrange(server) {
    const { vitrine, principal } = server;
    const storeId = await addProducts(server);
    const created = await vitrine.apiKeys.create(principal, { name: 'Claude on my laptop', storeId });
    storeKeyId = created.keyId;
  },
  pictures: [
    {
      name: 'agent-access',
      async show({ page, open }) {
        await open(`/keys/${storeKeyId}/agent`);
        await page.getByRole('button', { name: 'Use a temporary key' }).waitFor();
      },
    },
    {
      name: 'agent',
      async show({ page, open }) {
        await openAgent(page, open);
      },
    },
    {
      name: 'agent-call',
      async show({ page, open }) {
        await openAgent(page, open);
        await page.getByText('What the agent reads').click();
        await page.getByRole('button', { name: 'Add to measures' }).click();
        const measure = page.getByRole('group', { name: 'measures 1' });
        await measure.getByLabel('op (required)').selectOption('avg');
        await measure.getByLabel('field').fill('price');
        await page.getByRole('button', { name: 'Add to groupBy' }).click();
        const grouping = page.getByRole('group', { name: 'groupBy 1' });
        await grouping.getByLabel('field (required)').fill('released');
        await grouping.getByLabel('bucket').fill('month');
        await page.getByRole('button', { name: 'Call the tool' }).click();
        await page.getByRole('region', { name: 'What the agent gets' }).waitFor();
        await page.locator('[data-busy]').waitFor({ state: 'detached' });
      },
    },
    {
      name: 'agent-connect',
      async show({ page, open }) {
        await open(`/keys/${storeKeyId}/agent?view=connect`);
        await page.getByRole('tab', { name: 'Claude Code' }).waitFor();
      },
    },
  ],
};
