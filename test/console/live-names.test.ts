import type { LiveDesignChanges } from '@vitrine/core/contracts';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests } from './browser.ts';
import type { ConsoleServer } from './console-server.ts';
import { holdRequests } from './hold-requests.ts';

const { inBrowser } = consoleTests();

const SLOWLY = { interval: 200, timeout: 30_000 };

/** Creates a draft. Its `design` is what the server has; `change` is what a colleague does. */
async function createDraft({ vitrine, principal }: ConsoleServer, design: LiveDesignChanges) {
  const { draftId, conversationId } = await vitrine.liveImageDrafts.create(principal, { design });
  return {
    path: `/live-images/new?draft=${draftId}&conversation=${conversationId}`,
    design: async () => (await vitrine.liveImageDrafts.get(principal, draftId, { conversationId })).design,
    change: (changes: LiveDesignChanges) =>
      vitrine.liveImageDrafts.update(principal, draftId, { conversationId, changes }),
  };
}

const parts = (page: Page) => page.locator('.live-parts');
const add = (page: Page, name: string) => parts(page).getByRole('button', { name, exact: true }).click();

inBrowser(
  'a rule that is added while the removal of another one is on its way has nothing of that one',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/status of 503/);
    const { path, design } = await createDraft(server, {
      layers: { Badge: { type: 'shape' } },
      rules: { Rule: { order: 1, when: [{ client: ['gmail'] }], layers: { Badge: false } } },
    });
    await open(`${path}&part=rule:Rule`);
    const remove = page.getByRole('button', { name: 'Delete the rule' });
    await remove.waitFor();
    const sending = await holdRequests(page, 'PATCH', /\/v2\/live-image-drafts\//);
    await remove.click();
    await add(page, 'Add a rule');
    await page.getByLabel('Name of the rule').waitFor();
    sending.release();
    await expect.poll(async () => Object.keys((await design()).rules), SLOWLY).toEqual(['Rule 2']);
    expect((await design()).rules['Rule 2']).toMatchObject({ when: [], layers: {} });
    // The name is free again.
    await page.getByRole('button', { name: 'Delete the rule' }).click();
    await expect.poll(async () => Object.keys((await design()).rules), SLOWLY).toEqual([]);
    await expect.poll(() => page.getByText('Not applied').count()).toBe(0);
    await add(page, 'Add a rule');
    await expect.poll(async () => Object.keys((await design()).rules), SLOWLY).toEqual(['Rule']);
  },
  verifies('console.typed', 'console.live-rules'),
);
