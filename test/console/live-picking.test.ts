import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests } from './browser.ts';
import type { ConsoleServer } from './console-server.ts';

const { inBrowser } = consoleTests();

/** The server has to draw each change on a busy machine. */
const SLOWLY = { interval: 200, timeout: 30_000 };

/** Creates a draft of 300 × 300: a small line over a card over a ground. */
async function createDraft({ vitrine, principal }: ConsoleServer) {
  const { draftId, conversationId } = await vitrine.liveImageDrafts.create(principal, {
    design: {
      ...{ width: 300, height: 300 },
      layers: {
        Ground: { type: 'shape', order: 1, x: 0, y: 0, width: 300, height: 300, color: '#eef3ff' },
        Line: { type: 'shape', order: 2, x: 60, y: 130, width: 90, height: 4 },
        Card: { type: 'shape', order: 3, x: 40, y: 100, width: 220, height: 100, color: '#d0d8ee' },
        Dot: { type: 'shape', order: 4, x: 225, y: 142, width: 16, height: 16 },
      },
    },
  });
  const design = async () =>
    (await vitrine.liveImageDrafts.get(principal, draftId, { conversationId })).design;
  return { path: `/live-images/new?draft=${draftId}&conversation=${conversationId}`, design };
}

const selected = (page: Page) => new URL(page.url()).searchParams.get('part');
const focused = (page: Page) => page.evaluate<string>('document.activeElement.ariaLabel');

/** Returns a function that gives the place in the page of a place in the picture. */
async function placesIn(page: Page) {
  const picture = page.getByAltText('The live image as the server draws it now');
  await picture.scrollIntoViewIfNeeded();
  const { x = 0, y = 0, width = 0 } = (await picture.boundingBox()) ?? {};
  return (left: number, top: number) => [x + (left * width) / 300, y + (top * width) / 300] as const;
}

inBrowser(
  'a press takes the uppermost layer, a further one the layer below it; what is pressed is dragged, and a double press leads to its members',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/status of 503/);
    const { path, design } = await createDraft(server);
    await open(path);
    const place = await placesIn(page);
    const press = async (left: number, top: number) => {
      await page.mouse.click(...place(left, top));
      await page.waitForFunction('document.activeElement.matches(".grip.box")');
      return selected(page);
    };
    // Only the selected layer is a button.
    expect(await page.getByRole('button', { name: /^Move / }).count()).toBe(0);
    expect(await press(100, 132)).toBe('layer:Card');
    expect(await focused(page)).toBe('Move Card');
    await expect.poll(() => press(100, 132)).toBe('layer:Line');
    expect(await focused(page)).toBe('Move Line');
    await expect.poll(() => press(100, 132)).toBe('layer:Ground');
    await expect.poll(() => press(100, 132)).toBe('layer:Card');
    // A small layer over the selected one, and beside its edge.
    expect(await press(233, 161)).toBe('layer:Dot');
    expect(await press(20, 20)).toBe('layer:Ground');
    expect(await press(233, 150)).toBe('layer:Dot');

    // Beside the picture is the entire picture.
    await page.mouse.click(...place(-6, 150));
    await expect.poll(() => selected(page)).toBeNull();
    expect(await press(233, 150)).toBe('layer:Dot');

    // The selected layer is dragged where others cover it; any other one by the same press.
    const drag = async (from: readonly [number, number], by: readonly [number, number]) => {
      await page.mouse.move(...place(...from));
      await page.mouse.down();
      await page.mouse.move(...place(from[0] + by[0], from[1] + by[1]), { steps: 3 });
      await page.mouse.up();
    };
    await page.locator('.layer-list').getByRole('button', { name: 'Line', exact: true }).click();
    await drag([100, 132], [20, 50]);
    await expect.poll(async () => (await design()).layers.Line, SLOWLY).toMatchObject({ x: 80, y: 180 });
    await drag([233, 150], [-17, 66]);
    await expect.poll(async () => (await design()).layers.Dot, SLOWLY).toMatchObject({ x: 208, y: 208 });
    expect([selected(page), await focused(page)]).toEqual(['layer:Dot', 'Move Dot']);
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await design()).layers.Dot, SLOWLY).toMatchObject({ x: 209, y: 208 });
    // A drag is no press: what is below is not selected.
    expect(selected(page)).toBe('layer:Dot');
    // A press in which the pointer moves a little is no drag.
    const [x, y] = place(217, 216);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 2, y + 2);
    await page.mouse.up();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await design()).layers.Dot, SLOWLY).toMatchObject({ x: 210, y: 208 });

    await page.mouse.move(...place(20, 20));
    await expect.poll(() => page.locator('.layer-area').getAttribute('title')).toBe('Ground');
    await page.mouse.dblclick(...place(60, 110));
    await page.waitForFunction('document.activeElement.closest(".live-selected")');
    expect(selected(page)).toBe('layer:Card');

    // A locked or hidden layer is passed over.
    await page.getByRole('button', { name: 'Lock Card', exact: true }).click();
    await page.getByRole('button', { name: 'Hide Line', exact: true }).click();
    expect(await press(120, 163)).toBe('layer:Ground');
    await page.keyboard.press('Delete');
    await expect.poll(async () => Object.keys((await design()).layers), SLOWLY).not.toContain('Ground');
    expect(await focused(page)).toBe('Preview');
  },
  verifies('console.live-layers'),
);

inBrowser(
  'a finger scrolls past the picture, selects a layer by a tap, and drags it then',
  async ({ page, open, server, allowErrors, context }) => {
    allowErrors(/status of 503/);
    const { path, design } = await createDraft(server);
    const before = await design();
    await open(path);
    const place = await placesIn(page);
    const devtools = await context.newCDPSession(page);
    const touch = async (...points: readonly (readonly [number, number])[]) => {
      for (const [at, [x, y]] of points.entries()) {
        const type = at === 0 ? 'touchStart' : 'touchMove';
        await devtools.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
      }
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    const scrolled = () => page.evaluate<number>("document.querySelector('main').scrollTop");
    const start = await scrolled();
    await touch(place(150, 160), place(150, 140), place(150, 110), place(150, 60));
    await expect.poll(scrolled).toBeGreaterThan(start);
    expect(selected(page)).toBeNull();

    // On a busy machine a tap may be too slow to be one, and the page may still scroll.
    await expect
      .poll(async () => {
        const now = await placesIn(page);
        if (selected(page) === null) await touch(now(60, 110));
        return selected(page);
      }, SLOWLY)
      .toBe('layer:Card');
    const again = await placesIn(page);
    await page.waitForFunction('document.activeElement.matches(".grip.box")');
    const stays = await scrolled();
    await touch(again(60, 110), again(60, 120), again(60, 130));
    await expect.poll(async () => (await design()).layers.Card, SLOWLY).toMatchObject({ x: 40, y: 120 });
    expect(await scrolled()).toBe(stays);
    expect({ ...(await design()).layers, Card: null }).toEqual({ ...before.layers, Card: null });
  },
  { width: 390, height: 844, ...verifies('console.live-layers') },
);
