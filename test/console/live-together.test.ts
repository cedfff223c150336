import type { LiveDesignChanges } from '@vitrine/core/contracts';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { connectTools } from '../e2e/tool-client.ts';
import { verifies } from '../requirements.ts';
import { consoleTests } from './browser.ts';
import { openConsole } from './chromium.ts';
import { untilSent } from './leaving.ts';

const { inBrowser } = consoleTests();

/** The server has to draw each change on a busy machine. */
const SLOWLY = { interval: 200, timeout: 30_000 };

/** Holds the changes that a page sends until the returned function is called. */
async function holdChanges(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/v2/live-image-drafts/*', async (route) => {
    if (route.request().method() === 'PATCH') await promise;
    await route.continue();
  });
  return resolve;
}

inBrowser(
  'two people and an agent change the same text at the same time: each sees what the others had set, and nothing is saved unseen',
  async ({ page, open, server, context, allowErrors }) => {
    // A change that is based on an earlier revision is refused, and sent again.
    allowErrors(/status of (?:400|503)/);
    const { vitrine, principal } = server;
    const { draftId, conversationId } = await vitrine.liveImageDrafts.create(principal, {
      name: 'Hello',
      design: {
        ...{ width: 400, height: 200 },
        layers: { Hello: { type: 'text', text: 'Hello' }, Badge: { type: 'shape', y: 120 } },
      },
    });
    const path = `/live-images/new?draft=${draftId}&conversation=${conversationId}&part=layer:Hello`;
    const design = async () =>
      (await vitrine.liveImageDrafts.get(principal, draftId, { conversationId })).design;
    const agent = await connectTools('newest', server.url, server.key, '/design_mcp');
    const changeByAgent = (changes: LiveDesignChanges) =>
      agent.call('live_change', { draftId, conversationId, changes });
    const text = (of: Page) => of.getByLabel('Text', { exact: true });
    const others = (of: Page) => of.getByRole('group', { name: 'What others have changed' });

    // The first person does not watch. An agent sets the text that they type, and another layer.
    await open(path);
    await text(page).waitFor();
    const send = await holdChanges(page);
    await text(page).fill('By the first');
    await changeByAgent({ layers: { Hello: { text: 'By an agent' }, Badge: { x: 44 } } });
    send();
    await page
      .getByText('Someone else has changed this at the same time: layers.Hello.text.')
      .first()
      .waitFor();
    const ofText = others(page).getByRole('listitem').filter({ hasText: 'layers.Hello.text' }).last();
    expect(await ofText.textContent()).toBe('layers.Hello.text Hello → By an agent (yours is kept)');
    await others(page).getByText('layers.Badge.x').waitFor();
    expect(await text(page).inputValue()).toBe('By the first');
    const both = { Hello: { text: 'By the first' }, Badge: { x: 44 } };
    await expect.poll(design, SLOWLY).toMatchObject({ layers: both });

    // The second person watches, and types the same text while the first one does.
    const second = await (await context.browser())?.newContext();
    if (second === undefined) throw new Error('There is no browser.');
    try {
      const other = await second.newPage();
      await openConsole(other, server, `${path}&watch=1`);
      await text(other).waitFor();
      expect(await text(other).inputValue()).toBe('By the first');
      const sendOther = await holdChanges(other);
      await text(other).fill('By the second');
      await text(page).fill('By the first, again');
      await expect.poll(design, SLOWLY).toMatchObject({ layers: { Hello: { text: 'By the first, again' } } });
      sendOther();
      await others(other).getByText('By the first, again').waitFor();
      await expect.poll(design, SLOWLY).toMatchObject({ layers: { Hello: { text: 'By the second' } } });

      // The first one saves: what the second one has set is shown first.
      await page.keyboard.press('Control+s');
      await page.getByText('Others have changed the draft meanwhile.').first().waitFor();
      await others(page).getByText('By the second').waitFor();
      expect(await text(page).inputValue()).toBe('By the second');
      await page.keyboard.press('Control+s');
      await page.waitForURL(/\/live-images\/\d+\?/);
      await other.getByText('The draft is saved as a live image').waitFor();
    } finally {
      await second.close();
      await agent.close();
    }
    const { items } = await vitrine.liveImages.list(principal, {});
    const saved = await vitrine.liveImages.get(principal, items[0]?.id ?? 0);
    expect(saved.design.layers).toMatchObject({ ...both, Hello: { text: 'By the second' } });
  },
  verifies('console.live-drafts'),
);

inBrowser(
  'new names of a variable and a layer leave what others have made of the layers, and so does their undo',
  async ({ page, open, server: { vitrine, principal }, allowErrors }) => {
    // A change that is based on an earlier revision is refused, and sent again.
    allowErrors(/status of (?:400|503)/);
    const { draftId, conversationId } = await vitrine.liveImageDrafts.create(principal, {
      design: {
        ...{ width: 400, height: 200, variables: { name: { sample: 'Ann' } } },
        layers: { Title: { type: 'text', text: 'Hello {{ name }}' }, Foot: { type: 'text', text: 'Bye' } },
      },
    });
    const change = (changes: LiveDesignChanges) =>
      vitrine.liveImageDrafts.update(principal, draftId, { conversationId, changes });
    const rename = async (kind: string, from: string, to: string) => {
      await open(`/live-images/new?draft=${draftId}&conversation=${conversationId}&part=${kind}:${from}`);
      const name = page.locator('.live-selected').getByLabel(/^Name/);
      await name.fill(to);
      return async () => {
        await name.press('Enter');
        await untilSent(page);
        return (await change({})).design;
      };
    };
    const end = await rename('variable', 'name', 'first_name');
    await change({ layers: { Foot: { text: 'Bye {{ name }}' }, Title: { x: 44 } } });
    expect(await end()).toMatchObject({
      variables: { first_name: { sample: 'Ann' } },
      layers: { Title: { text: 'Hello {{ first_name }}', x: 44 }, Foot: { text: 'Bye {{ first_name }}' } },
    });

    const endLayer = await rename('layer', 'Title', 'Head');
    await change({ layers: { Title: { x: 55 } } });
    const { layers } = await endLayer();
    expect([Object.keys(layers).sort(), layers.Head?.x]).toEqual([['Foot', 'Head'], 55]);
    await change({ layers: { Head: { x: 66 } } });
    await page.getByRole('button', { name: 'Undo' }).click();
    await untilSent(page);
    const undone = (await change({})).design.layers;
    expect([Object.keys(undone).sort(), undone.Title?.x]).toEqual([['Foot', 'Title'], 66]);
  },
  verifies('console.live-drafts'),
);
