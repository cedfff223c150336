import { readFileSync } from 'node:fs';
import type { LiveDesign, LiveDesignChanges } from '@vitrine/core/contracts';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { connectTools } from '../e2e/tool-client.ts';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import { openConsole } from './chromium.ts';
import type { ConsoleServer } from './console-server.ts';
import { addShop, type SampleShop } from './sample-shop.ts';
import { addTimers } from './sample-timers.ts';

let shop: SampleShop | undefined;
const { inBrowser } = consoleTests(async (server) => {
  shop = await addShop(server);
  await addTimers(server);
});

/** The server has to draw each change on a busy machine. */
const SLOWLY = { interval: 200, timeout: 30_000 };

const DESIGN: LiveDesignChanges = {
  width: 400,
  height: 200,
  variables: { who: { sample: 'Jana', default: 'friend' } },
  layers: {
    Ground: { type: 'shape', order: 1, x: 0, y: 0, width: 400, height: 200, color: '#eef3ff' },
    Badge: { type: 'shape', order: 2, x: 20, y: 20, width: 100, height: 40 },
    Hello: { type: 'text', order: 3, x: 150, y: 90, width: 200, height: 60, text: 'Hello {{ who }}' },
  },
  rules: { gold: { when: [{ field: 'who', op: 'eq', value: 'nobody' }], layers: { Hello: { size: 30 } } } },
};

/** Creates a draft. Its `design` is what the server has. */
async function createDraft({ vitrine, principal }: ConsoleServer, design: LiveDesignChanges = DESIGN) {
  const { draftId, conversationId } = await vitrine.liveImageDrafts.create(principal, {
    name: 'Hello',
    design,
  });
  const state = new URLSearchParams({ draft: draftId, conversation: conversationId });
  return {
    path: `/live-images/new?${state}`,
    draftId,
    conversationId,
    design: async (): Promise<LiveDesign> =>
      (await vitrine.liveImageDrafts.get(principal, draftId, { conversationId })).design,
  };
}

const picture = (page: Page) => page.getByAltText('The live image as the server draws it now');
const focused = (page: Page) =>
  page.evaluate<string>(
    "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent",
  );
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

inBrowser(
  'layers are moved, sized, ordered, hidden, locked, copied, renamed and deleted, and each step is undone',
  async ({ page, open, server, allowErrors }) => {
    // A very busy server refuses drawings, which are asked for again.
    allowErrors(/status of 503/);
    const { path, design } = await createDraft(server);
    const layer = async (name: string) => (await design()).layers[name];
    const order = () => page.locator('.layer-list .part-row').allTextContents();
    await open(path);
    await picture(page).waitFor();
    expect(await order()).toEqual(['Hello', 'Badge', 'Ground']);

    const row = (name: string) => page.locator('.layer-list').getByRole('button', { name, exact: true });
    // By keys: 1 pixel, with Shift 10. A drag jumps to the line of another layer.
    await row('Badge').click();
    await button(page, 'Move Badge').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(() => layer('Badge'), SLOWLY).toMatchObject({ x: 21, y: 30 });
    expect(new URL(page.url()).searchParams.get('part')).toBe('layer:Badge');
    await button(page, 'Size of Badge, bottom right').focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => layer('Badge'), SLOWLY).toMatchObject({ width: 110, height: 40 });
    const box = await button(page, 'Move Badge').boundingBox();
    const [x, y] = [(box?.x ?? 0) + 30, (box?.y ?? 0) + 20];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 16, y + 57, { steps: 4 });
    await expect.poll(() => page.locator('.guide').count()).toBeGreaterThan(0);
    await page.mouse.up();
    await expect.poll(() => page.locator('.guide').count()).toBe(0);
    await expect.poll(() => layer('Badge'), SLOWLY).toMatchObject({ x: 40, y: 90 });
    await expectAccessible(page);
    await page.keyboard.press('Control+z');
    await expect.poll(() => layer('Badge'), SLOWLY).toMatchObject({ x: 21, y: 30 });

    await row('Ground').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(order).toEqual(['Hello', 'Ground', 'Badge']);
    await page.keyboard.press('Control+z');
    await expect.poll(order).toEqual(['Hello', 'Badge', 'Ground']);
    // Tab reaches one layer of the list with its buttons, arrow keys the others.
    await row('Ground').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Hide Hello');
    await row('Ground').dragTo(row('Hello'));
    await expect.poll(order).toEqual(['Ground', 'Hello', 'Badge']);
    // Also a low layer below another one can be taken once it is selected in the list.
    await row('Badge').click();
    await page.getByRole('spinbutton', { name: 'Height' }).fill('8');
    await button(page, 'Move Badge').click({ trial: true });
    await row('Badge').focus();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(order).toEqual(['Hello', 'Badge', 'Ground']);

    await row('Hello').click();
    await button(page, 'Hide Hello').click();
    await expect.poll(async () => (await layer('Hello'))?.show, SLOWLY).toBe('');
    await expect.poll(() => button(page, 'Move Hello').count()).toBe(0);
    await button(page, 'Show Hello').click();
    await expect.poll(async () => (await layer('Hello'))?.show, SLOWLY).toBeNull();
    await button(page, 'Move Hello').waitFor();
    await button(page, 'Lock Hello').click();
    await expect.poll(() => button(page, 'Move Hello').count()).toBe(0);
    await page.reload();
    await picture(page).waitFor();
    await button(page, 'Unlock Hello').waitFor();
    expect(await button(page, 'Move Hello').count()).toBe(0);
    await button(page, 'Unlock Hello').click();
    await button(page, 'Move Hello').waitFor();

    await button(page, 'Actions for Hello').click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByLabel('Name of the layer').fill('Badge');
    await page.getByText('Another layer has this name.').waitFor();
    await page.getByLabel('Name of the layer').fill('Second');
    await page.keyboard.press('Enter');
    await expect.poll(order).toEqual(['Second', 'Hello', 'Badge', 'Ground']);
    await expect.poll(() => layer('Second'), SLOWLY).toMatchObject({ text: 'Hello {{ who }}', x: 166 });
    await row('Second').focus();
    await page.keyboard.press('Delete');
    await expect.poll(order).toEqual(['Hello', 'Badge', 'Ground']);
    expect(await focused(page)).toBe('Hello');
    await page.keyboard.press('Control+z');
    await expect.poll(order).toEqual(['Second', 'Hello', 'Badge', 'Ground']);
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(async () => Object.keys((await design()).layers), SLOWLY).toHaveLength(3);

    // What the server refuses is said at the field, and the picture stays.
    await row('Hello').click();
    await page.getByLabel('Text', { exact: true }).fill('Hello {{ whom }}');
    await page
      .getByText(/Neither a variable nor a source is named "whom"/)
      .first()
      .waitFor();
    await page.getByLabel('Text', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Value into Text' }).click();
    await page.getByRole('menuitem', { name: 'who', exact: true }).click();
    await expect.poll(async () => layer('Hello'), SLOWLY).toMatchObject({ text: '{{ who }}' });
    allowErrors(/status of 400/);

    // A rule is seen as if it matched. What is done to a layer then is what the rule does.
    const ofRule = async () => (await design()).rules.gold?.layers;
    const before = await layer('Hello');
    await page.getByRole('button', { name: 'gold', exact: true }).click();
    await page.getByText('Has no effect now').waitFor();
    await page.getByRole('switch', { name: 'See this rule' }).click();
    await page.getByText('Matches now', { exact: true }).waitFor();
    await button(page, 'Hide Badge by this rule').click();
    await row('Badge').click();
    await page.getByText('Badge, as the rule “gold” shows it.').waitFor();
    expect(await button(page, 'Move Badge').count()).toBe(0);
    await row('Hello').click();
    await button(page, 'Move Hello').focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await page.getByText('Hello, as the rule “gold” shows it.').waitFor();
    await page.getByRole('spinbutton', { name: 'Width' }).fill('220');
    const changed = { Badge: false, Hello: { size: 30, x: 140, width: 220 } };
    await expect.poll(ofRule, SLOWLY).toEqual(changed);
    expect(await layer('Hello')).toEqual(before);
    await expectAccessible(page);
    await page.reload();
    await page.getByText('Hello, as the rule “gold” shows it.').waitFor();
    await button(page, 'Size of Hello, right').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(ofRule, SLOWLY).toEqual({ ...changed, Hello: { ...changed.Hello, width: 221 } });
    await page.keyboard.press('Control+z');
    await expect.poll(ofRule, SLOWLY).toEqual(changed);
    await button(page, 'Back to the picture without it').click();
    expect(await focused(page)).toBe('Preview');
    await row('Badge').click();
    await button(page, 'Move Badge').waitFor();
    await row('Hello').click();

    // A double press on a text leads to what it says.
    await button(page, 'Move Hello').dblclick();
    await page.locator('textarea:focus').waitFor();

    // On a phone, what is selected is far below the picture.
    await page.setViewportSize({ width: 390, height: 844 });
    await button(page, 'Change Hello').click();
    expect(await focused(page)).toBe('Text');
  },
  verifies('console.live-layers', 'console.live-rules', 'live.rules.chosen'),
);

inBrowser(
  'a live image is seen as a record, without one, at a moment, in a mail program and in a look, by its address',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/status of 503/);
    const { path } = await createDraft(server, {
      ...DESIGN,
      variables: { sku: { sample: 'A-1' }, who: { default: 'friend', sample: 'Jana' } },
      sources: { product: { kind: 'record', storeId: shop?.storeId ?? '', key: { sku: '{{ sku }}' } } },
      layers: { Title: { type: 'text', text: '{{ who }}: {{ product.name }}, {{ now | date: "%Y" }}' } },
      rules: { outlook: { when: [{ client: ['outlook'] }], link: 'https://shop.example/outlook' } },
    });
    const values = page.getByRole('region', { name: 'Values that are shown' });
    const seeAs = page.getByRole('region', { name: 'See it as' });
    const parameters = () => Object.fromEntries(new URL(page.url()).searchParams);
    await open(path);
    await values.getByText(/^Jana: Tote/).waitFor();
    await seeAs.getByLabel('See it as').selectOption('unfilled');
    await values.getByText(/^friend: , \d{4}$/).waitFor();
    await values.getByText('its default').waitFor();
    expect(parameters()).toMatchObject({ reader: 'unfilled' });

    await seeAs.getByLabel('See it as').selectOption('record');
    await seeAs.getByLabel('Record', { exact: true }).fill('brass');
    await page.getByRole('option', { name: /Brass lamp/ }).click();
    await values.getByText(/^Jana: Brass lamp/).waitFor();
    await expectAccessible(page);
    const before = await picture(page).getAttribute('src');
    const longest = 'Longest name: Headphones for long evenings, with a ca…';
    expect(await seeAs.getByRole('option', { name: longest, includeHidden: true }).count()).toBe(1);
    await seeAs.getByLabel('By length').selectOption({ label: 'Shortest name: Mug' });
    await values.getByText(/^Jana: Mug/).waitFor();
    await expect.poll(() => picture(page).getAttribute('src')).not.toBe(before);
    await seeAs.getByLabel('Opened at').fill('2031-07-01T09:00');
    await values.getByText('Jana: Mug, 2031').waitFor();
    await seeAs.getByLabel('Mail program').selectOption('outlook');
    await values.getByRole('link', { name: 'https://shop.example/outlook' }).waitFor();
    await seeAs.getByLabel('Width').selectOption('320');
    await seeAs.getByLabel('Dark mail').check();
    await seeAs.getByLabel('2×').check();
    const shown = { at: '2031-07-01T09:00', client: 'outlook', width: '320', dark: '1', dense: '1' };
    expect(parameters()).toMatchObject(shown);
    // The picture stays where it is while the records are loaded.
    const records = Promise.withResolvers<void>();
    await page.route('**/records/query', async (route) => {
      await records.promise;
      await route.continue();
    });
    await page.reload();
    await values.getByText('Jana: Mug, 2031').waitFor();
    const placeOfPicture = () => picture(page).boundingBox();
    const place = await placeOfPicture();
    records.resolve();
    await expect.poll(() => seeAs.getByLabel('Record', { exact: true }).inputValue()).toBe('Mug');
    expect(await placeOfPicture()).toEqual(place);
    expect(parameters()).toMatchObject({ ...shown, record: shop?.records.get('A-3') });
    await seeAs.getByLabel('Pictures off').check();
    await page.locator('.stage-off').getByText('Hello').waitFor();
  },
  verifies('console.live-see-as'),
);

inBrowser(
  'two people and an agent change one draft; it is left, found again and deleted',
  async ({ page, open, server, context, allowErrors }) => {
    allowErrors(/status of (?:400|404|503)/);
    const { path, draftId, conversationId, design } = await createDraft(server);
    const agent = await connectTools('newest', server.url, server.key, '/design_mcp');
    const change = (changes: LiveDesignChanges) =>
      agent.call('live_change', { draftId, conversationId, changes });
    await open(`${path}&part=layer:Hello`);
    await picture(page).waitFor();
    await page.getByRole('switch', { name: 'Watch changes by others' }).click();
    await page.getByText('Revision 1. Nobody else has changed it since you opened it.').waitFor();
    const other = await context.newPage();
    await openConsole(other, server, `${path}&part=layer:Badge`);
    await other.getByLabel('From the left').fill('33');
    const changes = page.getByRole('group', { name: 'What others have changed' });
    await changes.getByText('layers.Badge.x').waitFor();
    await change({ layers: { Hello: { text: '<b>By an agent</b>' } } });
    await changes.getByText('<b>By an agent</b>').waitFor();
    await button(page, 'Move Hello').focus();
    await page.keyboard.press('ArrowRight');
    await expect
      .poll(design, SLOWLY)
      .toMatchObject({ layers: { Hello: { text: '<b>By an agent</b>', x: 151 }, Badge: { x: 33 } } });
    await page.keyboard.press('Control+z');
    await expect
      .poll(design, SLOWLY)
      .toMatchObject({ layers: { Hello: { text: '<b>By an agent</b>', x: 150 }, Badge: { x: 33 } } });
    // Nothing that one has not seen is saved: the other page does not watch.
    await other.keyboard.press('Control+s');
    await other.getByText('Others have changed the draft meanwhile.').first().waitFor();
    await other.getByText('<b>By an agent</b>').first().waitFor();
    await other.close();
    await agent.close();

    await page.getByLabel('Name', { exact: true }).fill('Hello all');
    await page.getByRole('link', { name: 'Live images' }).first().click();
    const left = page.getByRole('region', { name: 'Drafts that were left' });
    const card = left.getByRole('article').filter({ hasText: 'Hello all' }).first();
    await card.getByText('Not saved yet').waitFor();
    await expectAccessible(page);
    await card.getByRole('link', { name: 'Hello all' }).click();
    await picture(page).waitFor();
    await page.goBack();
    await card.waitFor();
    const count = await left.getByRole('article').count();
    await card.getByRole('button', { name: 'Delete the draft Hello all' }).click();
    await page.getByRole('dialog', { name: 'Delete the draft “Hello all”?' }).waitFor();
    await page.getByRole('button', { name: 'Delete it' }).click();
    await expect.poll(() => left.getByRole('article').count()).toBe(count - 1);
    expect(await page.evaluate('document.activeElement !== document.body')).toBe(true);

    const { previewUrl } = await server.vitrine.liveImageDrafts.create(server.principal, { design: DESIGN });
    await button(page, 'Watch a draft').click();
    await page.getByLabel('Preview URL of the draft').fill(previewUrl);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/live-images\/new\?draft=.*&watch=1/);
  },
  verifies('console.live-drafts'),
);

inBrowser(
  'the first field of a condition or filter that was added has the focus',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/status of 503/);
    const storeId = shop?.storeId ?? '';
    const { path, design } = await createDraft(server, {
      ...DESIGN,
      sources: {
        newest: { kind: 'query', storeId, filters: [], match: 'all', sortBy: null, sortDir: 'asc' },
      },
    });
    const focusedLabel = () =>
      page.evaluate<string>("document.activeElement.labels?.[0]?.textContent ?? 'no field'");
    await open(`${path}&part=rule:gold`);
    const added = {
      'A value': 'Value',
      'Before or after a moment': 'From',
      'On weekdays': 'Mon',
      // The only program that is checked can't be unchecked.
      'In a mail program': 'Gmail',
      'For a share of the readers': 'Percent',
    };
    for (const [at, [kind, label]] of Object.entries(added).entries()) {
      await button(page, 'Add a condition').press('Enter');
      await page.getByRole('menuitem', { name: kind, exact: true }).press('Enter');
      await page
        .locator('.condition')
        .nth(at + 1)
        .locator(':focus')
        .waitFor();
      expect(await focusedLabel()).toBe(label);
    }
    await page.goto(page.url().replace(/rule(:|%3A)gold/, 'source:newest'));
    await button(page, 'Add a filter').click();
    await expect.poll(focusedLabel).toBe('Property');
    await expect
      .poll(async () => (await design()).sources.newest, SLOWLY)
      .toMatchObject({ filters: [{ op: 'eq' }] });
  },
  verifies('console.live-layers'),
);

inBrowser(
  'the press that ends a rename does what it says, for each kind of part, also when the name is refused',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/status of 503/);
    const storeId = shop?.storeId ?? '';
    const { path, design } = await createDraft(server, {
      ...DESIGN,
      variables: { who: { sample: 'Jana' }, other: { sample: 'B' } },
      sources: {
        newest: { kind: 'query', storeId, filters: [], match: 'all', sortBy: null, sortDir: 'asc' },
      },
    });
    const panel = page.getByRole('group', { name: 'What is selected' });
    const name = panel.getByLabel(/^Name /);
    /** The button goes down and up some time apart, as under a finger. */
    const press = (target: Locator) => target.click({ delay: 60 });
    const opened = async (part: string) => {
      await page.goto(`${server.url}/console${path}&part=${part}`);
      await name.waitFor();
    };

    await open(`${path}&part=rule:gold`);
    await name.fill('silver');
    await press(button(page, 'Add a condition'));
    await page.getByRole('menuitem', { name: 'On weekdays' }).click();
    await expect.poll(async () => (await design()).rules.silver?.when.length, SLOWLY).toBe(2);
    // A name that is refused stays with its reason, so that nothing moves below the pointer.
    await name.fill('');
    await press(button(page, 'Add a condition'));
    await page.getByRole('menuitem', { name: 'In a mail program' }).click();
    await expect.poll(async () => (await design()).rules.silver?.when.length, SLOWLY).toBe(3);

    await opened('variable:other');
    await name.fill('extra');
    await press(panel.getByLabel('Sample', { exact: true }));
    await page.keyboard.type('more ');
    await expect.poll(async () => (await design()).variables.extra?.sample, SLOWLY).toMatch(/more /);

    await opened('source:newest');
    await name.fill('latest');
    await press(button(page, 'Add a filter'));
    await expect
      .poll(async () => (await design()).sources.latest, SLOWLY)
      .toMatchObject({ filters: [{ op: 'eq' }] });

    await opened('layer:Badge');
    await name.fill('Ground');
    await name.press('Tab');
    await page.getByText('Another layer has this name.').waitFor();
    await name.fill('Label');
    await name.press('Tab');
    expect(await page.evaluate("document.activeElement.closest('.live-selected') !== null")).toBe(true);
    await expect.poll(async () => Object.keys((await design()).layers), SLOWLY).toContain('Label');
  },
  verifies('console.live-layers'),
);

inBrowser(
  'the designer keeps its layout after a visit of the designer of timers',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/status of 503/);
    const { path } = await createDraft(server);
    await open(path);
    await picture(page).waitFor();
    const layout = () =>
      page.evaluate(
        `Array.from(
          document.querySelectorAll(
            '.live-designer, .live-designer :is(fieldset, .stage-view, .stage-line, .stage-foot)'
          ),
          (part) => {
            const { left, width } = part.getBoundingClientRect();
            const { gap, padding, alignItems, maxHeight } = getComputedStyle(part);
            return [part.className, left, width, gap, padding, alignItems, maxHeight].join(' ');
          },
        )`,
      );
    const before = await layout();
    await page.getByRole('link', { name: 'Timers' }).click();
    await page.getByRole('link', { name: 'New timer' }).click();
    await page.getByAltText('The timer as the server draws it now').waitFor();
    await page.goBack();
    await page.goBack();
    await picture(page).waitFor();
    expect(await layout()).toEqual(before);
  },
  verifies('console.live-layers'),
);

inBrowser(
  'a picture, a timer and a map begin a live image, which is listed, deleted and restored',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/status of 503/);
    const template = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
    await open('/maps');
    await button(page, 'Actions for Shops').click();
    await page.getByRole('menuitem', { name: 'Use in a live image' }).click();
    await template('Nearest shop').waitFor();
    await expect.poll(() => page.locator('.template-card').count()).toBe(11);
    await page.locator('.template-picture img').first().waitFor();
    await expectAccessible(page);
    await page.getByText('Matched properties:').click();
    await page.getByLabel('Title', { exact: true }).selectOption('sku');
    await template('Product card').click();
    await page.getByRole('region', { name: 'Values that are shown' }).getByText('product.sku').waitFor();

    await open(`/images?image=${shop?.imageId}`);
    await page.getByRole('link', { name: 'Use in a live image' }).click();
    await template('The picture alone').click();
    await page.waitForURL(/draft=/);
    await expect.poll(() => page.locator('.layer-list .part-row').allTextContents()).toEqual(['Picture']);
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Meadow');

    await open('/timers');
    await button(page, 'Actions for Flash offer').click();
    await page.getByRole('menuitem', { name: 'Use in a live image' }).click();
    await template('The timer alone').click();
    await page.waitForURL(/draft=/);
    await button(page, 'start').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Flash');
    await button(page, 'Save').click();
    await page.waitForURL(/\/live-images\/\d+\?/);
    const { items } = await server.vitrine.liveImages.list(server.principal, {});
    expect(items.map(({ name, variables }) => [name, variables])).toEqual([['Flash', ['start']]]);

    await page.getByRole('link', { name: 'Live images' }).first().click();
    await button(page, 'Actions for Flash').click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await button(page, 'Delete the live image').click();
    await page.getByText('The live image “Flash” is deleted.').first().waitFor();
    await button(page, 'Undo').click();
    await page.getByRole('link', { name: 'Flash', exact: true }).waitFor();

    // Only the list has URLs of a signed image.
    const { vitrine, principal } = server;
    const background = { imageId: shop?.imageId };
    const signed = { ...DESIGN, background, access: 'signed' } as const;
    const { draftId, conversationId } = await createDraft(server, signed);
    const { imageId } = await vitrine.liveImageDrafts.save(principal, draftId, { conversationId });
    await open(`/images?image=${shop?.imageId}`);
    await page.getByRole('listitem').filter({ hasText: 'Hello background' }).waitFor();
    await page.getByRole('link', { name: 'Hello' }).click();
    await button(page, 'Copy HTML').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/console/live-images/${imageId}`);
    expect(await button(page, 'Copy URL').count()).toBe(0);
    await page.getByRole('link', { name: 'Try the click' }).waitFor();
    // Who each URL is for is in the list, too.
    await page.getByText('A list of URLs for your contacts').click();
    await page.getByLabel('Contacts in').selectOption({ label: 'Products' });
    const saved = page.waitForEvent('download');
    await button(page, 'Make the list').click();
    const [head = '', ...rows] = readFileSync(await (await saved).path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(head.split(',')).toEqual(expect.arrayContaining(['sku', 'name', 'liveUrl', 'liveClickUrl']));
    expect(rows).toHaveLength(4);
    for (const row of rows) expect(row).toMatch(/,http[^,]+[?&]s=[\w-]{22},http[^,]+[?&]s=[\w-]{22}$/);
  },
  verifies('console.live-start'),
);
