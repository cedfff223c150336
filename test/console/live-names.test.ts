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

async function addText(page: Page): Promise<void> {
  await add(page, 'Add a layer');
  await page.getByRole('menuitem', { name: 'Text' }).click();
}

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

inBrowser(
  'parts that are added with names which a colleague has given meanwhile get the next ones, and undo takes back only those',
  async ({ page, open, server, allowErrors }) => {
    // A change that is based on an earlier revision is refused, and sent again.
    allowErrors(/status of (?:400|503)/);
    const { path, design, change } = await createDraft(server, { layers: { Badge: { type: 'shape' } } });
    await open(path);
    await parts(page).getByRole('button', { name: 'Badge', exact: true }).waitFor();
    await change({
      layers: { Text: { type: 'text', text: 'A headline of the colleague' } },
      rules: { Rule: { when: [{ client: ['gmail'] }], link: 'https://shop.example/' } },
    });
    await addText(page);
    await page.getByText('Someone else has added “Text” meanwhile. Yours is “Text 2” now.').first().waitFor();
    const field = page.getByLabel('Text', { exact: true });
    await field.fill('Mine');
    await expect
      .poll(async () => (await design()).layers, SLOWLY)
      .toMatchObject({
        Text: { text: 'A headline of the colleague' },
        'Text 2': { text: 'Mine' },
      });
    await change({ variables: { first_name: { sample: 'Jana' } } });
    await add(page, 'Add a variable');
    await page.getByLabel('Sample').fill('Ada');
    await expect
      .poll(async () => (await design()).variables, SLOWLY)
      .toMatchObject({
        first_name: { sample: 'Jana' },
        first_name_2: { sample: 'Ada' },
      });
    expect((await design()).rules.Rule).toMatchObject({ link: 'https://shop.example/' });

    const undo = page.getByRole('button', { name: 'Undo (Ctrl+Z)' });
    for (const steps of [1, 2, 3, 4, 5]) {
      if ((await undo.getAttribute('aria-disabled')) === 'true') break;
      await undo.click();
      expect(steps).toBeLessThan(5);
    }
    await expect
      .poll(async () => Object.keys((await design()).layers).sort(), SLOWLY)
      .toEqual(['Badge', 'Text']);
    expect((await design()).layers.Text).toMatchObject({ text: 'A headline of the colleague' });
    await expect.poll(async () => Object.keys((await design()).variables), SLOWLY).toEqual(['first_name']);
  },
  verifies('console.typed', 'console.live-drafts'),
);
