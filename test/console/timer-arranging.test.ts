import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests, examineAccessibility } from './browser.ts';
import type { ConsoleServer } from './console-server.ts';

const { inBrowser } = consoleTests();

/** Each look at a draft costs the server a drawing. */
const SLOWLY = { interval: 300, timeout: 30_000 };

/** Creates a draft of one frame, which is drawn quickly. */
async function createDraft(
  { vitrine, principal }: ConsoleServer,
  size: { readonly width?: number; readonly height?: number } = {},
) {
  const { timerFrameId, conversationId } = await vitrine.timerFrames.create(principal, {
    design: { ...size, frames: 1 },
  });
  const state = new URLSearchParams({ draft: timerFrameId, conversation: conversationId });
  const design = async () =>
    (await vitrine.timerFrames.get(principal, timerFrameId, { conversationId })).design;
  return { path: `/timers/new?${state}`, design };
}

inBrowser(
  'moves units and the row, and sizes digits and the picture, by keys and by dragging',
  async ({ page, open, server, allowErrors }) => {
    // A very busy server refuses drawings, which are asked for again.
    allowErrors(/status of 503/);
    const { path, design } = await createDraft(server);
    await open(path);
    await page.getByRole('button', { name: 'Arrange by hand' }).focus();
    await page.keyboard.press('Enter');
    const grip = (name: string) => page.getByRole('button', { name, exact: true });
    await grip('Move seconds').waitFor();
    const seconds = grip('Move seconds');
    const box = await seconds.boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 60, y - 30, { steps: 3 });
    await page.mouse.up();
    const [, percent] = /left: ([\d.]+)%/.exec((await seconds.getAttribute('style')) ?? '') ?? [];
    const moved = Math.round((Number(percent) * 600) / 100);
    await expect.poll(async () => (await design()).units.seconds.x, SLOWLY).toBe(moved);
    await seconds.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await design()).units.seconds.x, SLOWLY).toBe(moved + 1);
    await examineAccessibility(page);
    await page.reload();
    await seconds.focus();
    await page.keyboard.press('Delete');
    await expect.poll(async () => (await design()).units.seconds.x, SLOWLY).toBeNull();
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await design()).units.seconds.x, SLOWLY).toBe(moved + 1);

    await grip('Size of the picture').focus();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(design, SLOWLY).toMatchObject({ width: 599, height: 160 });
    await grip('Size of the digits').focus();
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(async () => (await design()).digits.size, SLOWLY).toBeLessThan(72);
    await grip('Move the row').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await design()).layout.align, SLOWLY).toBe('right');
    expect((await design()).units.days.y).toBeNull();
    await page.keyboard.press('Shift+ArrowUp');
    await expect.poll(async () => (await design()).units.days.y, SLOWLY).toBeLessThan(80);
    await page.keyboard.press('Delete');
    await expect.poll(async () => (await design()).units.days.y, SLOWLY).toBeNull();
  },
  { ...verifies('console.timer-arranging') },
);

inBrowser(
  'the handles of a small picture do not cover each other',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/status of 503/);
    const { path, design } = await createDraft(server, { width: 150, height: 50 });
    await open(`${path}&arrange=1`);
    const minutes = page.getByRole('button', { name: 'Move minutes', exact: true });
    await minutes.waitFor();
    await examineAccessibility(page);
    await minutes.click({ trial: true });
    const { x = 0, y = 0 } = (await minutes.boundingBox()) ?? {};
    await page.mouse.move(x + 12, y + 12);
    await page.mouse.down();
    await page.mouse.move(x + 2, y + 17, { steps: 3 });
    await page.mouse.up();
    await expect.poll(async () => (await design()).units.minutes.x, SLOWLY).not.toBeNull();
  },
  { ...verifies('console.timer-arranging') },
);
