import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests } from './browser.ts';
import { drawPicture } from './sample-images.ts';

const { inBrowser } = consoleTests();

const LISTS = ['stores', 'images', 'timers', 'maps', 'keys', 'webhooks'] as const;

inBrowser(
  'a list shows what others have made when its tab is shown again',
  async ({ page, open, server }) => {
    const { vitrine, principal } = server;
    const make: Record<(typeof LISTS)[number], (name: string) => Promise<unknown>> = {
      stores: (name) =>
        vitrine.stores.create(principal, { name, properties: [{ name: 'n', type: 'number' }] }),
      images: async (name) => {
        const bytes = await drawPicture({ width: 40, height: 30, colors: ['#336699', '#66ccff'] });
        return vitrine.images.add(principal, { file: { bytes, name: 'a.png' }, name });
      },
      timers: async (name) => {
        const { timerFrameId, conversationId } = await vitrine.timerFrames.create(principal, { name });
        return vitrine.timerFrames.save(principal, timerFrameId, { conversationId });
      },
      maps: (name) => vitrine.maps.create(principal, { name }),
      keys: (name) => vitrine.apiKeys.create(principal, { name }),
      webhooks: (name) =>
        vitrine.webhooks.create(principal, {
          url: `https://${name.toLowerCase()}.example/`,
          events: ['record.*'],
        }),
    };
    for (const list of LISTS) {
      await make[list](`First-${list}`);
      await open(`/${list}`);
      const named = (name: string) => page.getByText(new RegExp(`${name}-${list}`, 'i')).first();
      await named('First').waitFor();
      await make[list](`Second-${list}`);
      // What the browser does when a tab is shown.
      await page.locator('html').dispatchEvent('visibilitychange', { bubbles: true });
      await named('Second').waitFor();
      expect(await named('First').isVisible()).toBe(true);
    }
  },
  verifies('console.F27'),
);
