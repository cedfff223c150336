import { type AnyStore, createClient, type Store } from '@vitrine/client';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { ACCOUNT_KEY } from '../faults/versioned-records.ts';
import { isNightly } from '../nightly.ts';
import { consoleTests } from './browser.ts';
import { openKillable } from './killable-server.ts';

// Two tabs edit a store at random while its server is killed again and again. Afterwards every text that was typed was
// stored, or was given up on purpose, and the tabs show what the server has. `SOAK_MINUTES` and `SOAK_SEED` select the
// length and repeat a run.

const MINUTES = Number(process.env.SOAK_MINUTES ?? 5);
const SEED = Number(process.env.SOAK_SEED ?? Date.now() % 1_000_000);
const ROWS = 24;
const ALIVE_MS = 50_000;
const DEAD_MS = 10_000;

const { inBrowser } = consoleTests();

/** Returns numbers from 0 to below 1, the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A tab in which somebody edits. */
class Editor {
  /** The texts that were typed and confirmed, each with how and when, and those of them that were given up on purpose. */
  readonly typed: Map<string, string> = new Map();
  readonly givenUp: Set<string> = new Set();
  readonly #page: Page;
  readonly #name: string;
  readonly #random: () => number;
  readonly #address: string;
  #count = 0;

  constructor(page: Page, name: string, random: () => number, address: string) {
    this.#page = page;
    this.#name = name;
    this.#random = random;
    this.#address = address;
  }

  async open(): Promise<void> {
    // The same address with another key behind # would not be loaded anew.
    await this.#page.goto('about:blank');
    await this.#page.goto(this.#address);
    await this.#page.locator('#cell-0-1').waitFor();
  }

  /** Does something at random. */
  async act(isAlive: () => boolean): Promise<void> {
    await this.decide();
    const choice = this.#random();
    if (choice < 0.47) await this.#editCell();
    else if (choice < 0.55) await this.#changeView();
    else if (choice < 0.7) await this.#editLine();
    else if (choice < 0.8) await this.#paste();
    else if (choice < 0.88) await this.#editInPanel();
    else if (choice < 0.94) await this.#lookElsewhere();
    else if (isAlive()) await this.#page.reload().catch(() => {});
    // The server may have been killed while the page was loaded.
    if ((await this.#page.locator('.shell').count()) === 0 && isAlive()) await this.open().catch(() => {});
  }

  /** Answers a question about a conflict, either way. */
  async decide(): Promise<void> {
    const dialog = this.#page.locator('dialog[open]').filter({ hasText: 'Someone else' });
    if ((await dialog.count()) === 0) return;
    if (this.#random() < 0.5) {
      await dialog
        .getByRole('button', { name: 'Write mine' })
        .click({ timeout: 2_000 })
        .catch(() => {});
      return;
    }
    // What the question shows can change until the press, because the other tab types too: both are one step here.
    const mine = await this.#page.evaluate<string[]>(KEEP_THEIRS).catch(() => []);
    for (const text of mine) this.givenUp.add(text);
  }

  /** Sorts or searches, and does not wait for the rows: the next act may begin to type before they are there. */
  async #changeView(): Promise<void> {
    const among = (texts: readonly string[]) => texts[Math.floor(this.#random() * texts.length)] ?? '';
    const [field, text] = [among(['key', 'text', 'note']), among(['', '', 'k', 'k1'])];
    const change =
      this.#random() < 0.5
        ? this.#page.getByTitle(`Sort by ${field}`).click({ timeout: 1_500 })
        : this.#page.getByLabel(/^Search/).fill(text, { timeout: 1_500 });
    await change.catch(() => {});
  }

  /** Waits until a view that was chosen has taken effect, for acts that look at rows and then write to them. */
  async #settle(): Promise<void> {
    await this.#page.waitForTimeout(400);
    const settled = this.#page.locator('.grid-scroll:not([aria-busy])');
    await settled.waitFor({ timeout: 1_500 }).catch(() => {});
  }

  /**
   * Notes the texts of cells that are about to be overtyped before the server has got them. They may be of the other tab, which
   * has typed them a moment ago, so that this one does not show them yet.
   */
  async #overtype(rows: readonly number[], fields: readonly string[]): Promise<void> {
    const kept = await this.#keptInTabs();
    const ids = await this.#page.evaluate<(string | null)[]>(idsOf(rows)).catch(() => []);
    this.#giveUp(kept, ids, fields);
  }

  #giveUp(kept: readonly KeptDraft[], ids: readonly (string | null)[], fields: readonly string[]): void {
    // The line of a record that is not added yet has no id.
    const isNew = ids.some((id) => id !== null && !/^k\d+$|^[ab]-\d+$/.test(id));
    for (const { id, field, text } of kept)
      if ((ids.includes(id) || (isNew && id.startsWith('new:'))) && fields.includes(field))
        this.givenUp.add(text);
  }

  async #keptInTabs(): Promise<KeptDraft[]> {
    const tabs = this.#page.context().pages();
    return (await Promise.all(tabs.map((tab) => keptDrafts(tab).catch(() => [])))).flat();
  }

  #note(text: string, act: string): void {
    this.typed.set(text, `${text}: ${act}, ${new Date().toISOString().slice(11, 23)}`);
  }

  #next(): string {
    this.#count += 1;
    return `${this.#name}-${this.#count}`;
  }

  async #begin(row: number, column: number): Promise<boolean> {
    const cell = this.#page.locator(`#cell-${row}-${column}`);
    return cell.dblclick({ timeout: 1_500 }).then(
      () =>
        this.#page
          .locator('.cell-editor')
          .count()
          .then((count) => count === 1),
      () => false,
    );
  }

  async #editCell(): Promise<void> {
    const [row, column] = [Math.floor(this.#random() * 12), 1 + Math.floor(this.#random() * 2)];
    if (!(await this.#begin(row, column))) return;
    await this.#overtype([row], column === 1 ? ['text'] : ['note']);
    // The line of a record that is not added yet: nobody but this person has its texts.
    const added = this.#page.locator('.grid-row[data-new] .cell-editor');
    if ((await added.count()) === 1) this.givenUp.add(await added.inputValue());
    const text = this.#next();
    await this.#page.keyboard.press('ControlOrMeta+a');
    await this.#page.keyboard.type(text);
    const shown = await this.#page
      .locator('.cell-editor')
      .inputValue({ timeout: 500 })
      .catch(() => null);
    // Tells a text that was typed into nothing from one that was lost after it was shown.
    this.#note(text, `cell ${row}-${column}, the editor showed ${shown}`);
    await this.#page.keyboard.press('Enter');
  }

  /** Types a record into the last line, and leaves it. */
  async #editLine(): Promise<void> {
    await this.#settle();
    const { keyboard } = this.#page;
    await this.#page
      .getByRole('grid')
      .focus({ timeout: 1_500 })
      .catch(() => {});
    await keyboard.press('ControlOrMeta+End');
    await keyboard.press('Home');
    if ((await this.#page.locator('.grid-row[data-new] .grid-cell.active').count()) === 0) return;
    await keyboard.press('F2');
    if ((await this.#page.locator('.cell-editor').count()) === 0) return;
    const text = this.#next();
    await keyboard.type(text);
    this.#note(text, 'new line');
    await keyboard.press('Tab');
    await keyboard.press('ArrowUp');
  }

  async #paste(): Promise<void> {
    await this.#settle();
    const row = Math.floor(this.#random() * 8);
    const cell = this.#page.locator(`#cell-${row}-1`);
    const isThere = await cell.click({ timeout: 1_500 }).then(
      () => true,
      () => false,
    );
    if (!isThere) return;
    const kept = await this.#keptInTabs();
    const texts = [this.#next(), this.#next(), this.#next(), this.#next()];
    const [a, b, c, d] = texts;
    // The active cell may have followed its record to another row since: it is asked as the paste happens.
    const { isPasted, ids } = await this.#page.evaluate<{ isPasted: boolean; ids: (string | null)[] }>(
      `(() => {
        const [, active, column] = (document.querySelector('.grid-cell.active')?.id ?? '').split('-').map(Number);
        const ids = [active, active + 1].map(${KEY_OF_ROW});
        const grid = document.querySelector('.grid-scroll');
        // Rows that are not loaded take nothing, which the grid says.
        const isLoaded = [active, active + 1].every((row) => !document.querySelector('#cell-' + row + '-0 .grid-blank'));
        const isAsked = document.querySelector('dialog[open]') !== null;
        const isPasted = column === 1 && ids[0] !== null && isLoaded && !isAsked;
        if (!isPasted) return { ids, isPasted };
        const data = new DataTransfer();
        data.setData('text/plain', ${JSON.stringify(`${a}\t${b}\n${c}\t${d}`)});
        grid.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
        return { ids, isPasted };
      })()`,
    );
    if (!isPasted) return;
    this.#giveUp(kept, ids, ['text', 'note']);
    for (const text of texts) this.#note(text, `paste at row ${row}, into ${ids.join(' and ')}`);
  }

  async #editInPanel(): Promise<void> {
    await this.#settle();
    const row = 1 + Math.floor(this.#random() * 8);
    const open = this.#page.getByRole('button', { name: `Open row ${row}`, exact: true });
    const field = this.#page.locator('.record-panel textarea:not([readonly])').first();
    const isOpen = await open
      .click({ timeout: 1_500 })
      .then(
        () => field.waitFor({ timeout: 1_500 }).then(() => true),
        () => false,
      )
      .catch(() => false);
    if (!isOpen) return;
    await this.#overtype([row - 1], ['text']);
    const text = this.#next();
    await field.fill(text, { timeout: 1_500 }).catch(() => {});
    if ((await field.inputValue({ timeout: 1_500 }).catch(() => '')) !== text) return;
    this.#note(text, `panel of row ${row}`);
    const close = this.#page.locator('.record-panel').getByRole('button', { name: 'Close' }).first();
    await close.click({ timeout: 1_500 }).catch(() => {});
  }

  async #lookElsewhere(): Promise<void> {
    await this.#page
      .getByRole('link', { name: 'Schema', exact: true })
      .click({ timeout: 1_500 })
      .catch(() => {});
    await this.#page.goBack().catch(() => {});
  }
}

/** Returns the code that finds the ids of rows, null for those that are not there. */
function idsOf(rows: readonly number[]): string {
  return `${JSON.stringify(rows)}.map(${KEY_OF_ROW})`;
}

const KEY_OF_ROW = `(row) => document.querySelector('#cell-' + row + '-0')?.textContent ?? null`;

/** Gives up the values of the question that is open, and returns them. */
const KEEP_THEIRS = `(() => {
  const dialogs = [...document.querySelectorAll('dialog[open]')];
  const dialog = dialogs.find(({ textContent }) => textContent.includes('Someone else'));
  const buttons = [...(dialog?.querySelectorAll('button') ?? [])];
  const keep = buttons.find(({ textContent }) => textContent === 'Keep the server’s');
  if (keep === undefined) return [];
  const mine = [...dialog.querySelectorAll('td:last-child strong')].map(({ textContent }) => textContent);
  keep.click();
  return mine;
})()`;

interface KeptDraft {
  readonly id: string;
  readonly field: string;
  readonly text: string;
  readonly state: string;
}

/** Returns what is kept in the browser of a page. */
function keptDrafts(page: Page): Promise<KeptDraft[]> {
  return page.evaluate<KeptDraft[]>(
    `Object.keys(localStorage).filter((key) => key.startsWith('vitrine.draft/'))
      .map((key) => JSON.parse(localStorage.getItem(key)))`,
  );
}

/** Returns every text that the records of a store have or had. */
async function everStored(store: Store<AnyStore>): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const row of await store.query({ limit: 1_000 }).all()) {
    for (const { before, after } of await store.history.of(row.id, { limit: 100 }).all()) {
      for (const values of [before, after]) {
        for (const value of Object.values(values ?? {})) if (typeof value === 'string') found.add(value);
      }
    }
  }
  return found;
}

const soak = isNightly || process.env.SOAK_MINUTES !== undefined ? inBrowser : () => {};

soak(
  'two tabs edit at random while the server is killed: nothing typed is gone, and what is shown is stored',
  async ({ page, context, allowErrors }) => {
    console.log(`SOAK_SEED=${SEED} SOAK_MINUTES=${MINUTES}`);
    // The server of this test is not the one of the file, and is killed.
    allowErrors(/./);
    context.setDefaultTimeout(30_000);
    const server = await openKillable();
    const client = createClient({ url: server.url, key: ACCOUNT_KEY });
    const { id } = await client.stores.create({
      name: 'Soak',
      history: 'P30D',
      properties: [
        { name: 'key', type: 'string', unique: true },
        { name: 'text', type: 'string' },
        { name: 'note', type: 'string' },
      ],
    });
    const store = client.store<AnyStore>({ name: 'Soak', id });
    await store.upsertMany(
      Array.from({ length: ROWS }, (_, index) => ({ key: `k${index}`, text: `t${index}` })),
    );
    const random = createRandom(SEED);
    const address = `${server.url}/console/stores/${id}#key=${ACCOUNT_KEY}`;
    const other = await context.newPage();
    const editors = [new Editor(page, 'a', random, address), new Editor(other, 'b', random, address)];
    for (const editor of editors) await editor.open();

    const end = Date.now() + MINUTES * 60_000;
    let isAlive = true;
    let kills = 0;
    const killed: string[] = [];
    const killing = (async () => {
      while (Date.now() < end - ALIVE_MS / 2) {
        await new Promise((done) => setTimeout(done, Math.min(ALIVE_MS, (end - Date.now()) / 2)));
        isAlive = false;
        await server.kill();
        kills += 1;
        killed.push(new Date().toISOString().slice(11, 23));
        await new Promise((done) => setTimeout(done, DEAD_MS));
        await server.start();
        isAlive = true;
      }
    })();
    let acts = 0;
    while (Date.now() < end) {
      for (const editor of editors) await editor.act(() => isAlive);
      acts += 2;
    }
    await killing;

    // What was kept is sent, or asks.
    for (const editor of editors) await editor.open();
    await expect
      .poll(
        async () => {
          for (const editor of editors) await editor.decide();
          return (await keptDrafts(page)).filter(({ state }) => state === 'waiting');
        },
        { timeout: 90_000, interval: 500 },
      )
      .toEqual([]);
    const left = new Set((await keptDrafts(page)).map(({ text }) => text));
    const stored = await everStored(store);
    const typed = new Map(editors.flatMap((editor) => [...editor.typed]));
    const givenUp = new Set(editors.flatMap((editor) => [...editor.givenUp]));
    const gone = [...typed].flatMap(([text, how]) =>
      stored.has(text) || left.has(text) || givenUp.has(text) ? [] : [how],
    );
    console.log(
      `${acts} acts, ${kills} kills, ${typed.size} texts, ${givenUp.size} given up, ${left.size} kept`,
    );
    if (gone.length > 0) console.log('gone', gone, 'killed', killed.join(' '));
    expect(gone, `typed and gone (SOAK_SEED=${SEED})`).toEqual([]);

    const rows = await store.query({ limit: 1_000, sortBy: 'date_created' }).all();
    for (const editor of editors) await editor.open();
    for (const tab of [page, other]) {
      for (const [index, row] of rows.slice(0, 12).entries()) {
        for (const [place, field] of ['key', 'text', 'note'].entries()) {
          const cell = tab.locator(`#cell-${index}-${place}`);
          const classes = (await cell.getAttribute('class')) ?? '';
          if (/refused|typed/.test(classes)) continue;
          expect(await cell.textContent(), `${field} of ${row.id}`).toBe(String(row[field] ?? '–'));
        }
      }
    }
  },
  // On a busy machine the end, which reads every history, takes as long as the editing.
  { timeout: (2 * MINUTES + 10) * 60_000 },
);
