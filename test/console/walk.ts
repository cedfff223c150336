import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Returns the key that leads from the focus towards an element, or null if it has the focus: by the link that skips the
 * navigation, and by F6 in the designer. Runs in the page, whose types the tests do not have.
 */
const nextKey = new Function(
  'target',
  `const focus = document.activeElement;
  if (focus === target) return null;
  if (target.closest('[role="menu"]')?.contains(focus)) return 'ArrowDown';
  const isSkipped = document.querySelector('#main').contains(target) && focus.matches('.skip');
  if (isSkipped) return 'Enter';
  const panes = Array.from(
    document.querySelectorAll('.live-parts, .see-as, .stage, .values, .mail-panel, .live-selected'),
  );
  const [from, to] = [focus, target].map((one) => panes.findIndex((pane) => pane.contains(one)));
  if (to !== -1 && from !== to) {
    return (to - from + panes.length) % panes.length <= panes.length / 2 ? 'F6' : 'Shift+F6';
  }
  return focus.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_PRECEDING ? 'Shift+Tab' : 'Tab';`,
) as (target: unknown) => string | null;

const isPressed = new Function('target', 'return target.matches("button, a")') as (
  target: unknown,
) => boolean;

interface Step {
  readonly step: string;
  clicks: number;
  keys: number;
}

const TABS_MAX = 150;
/** Whoever walks by keys waits for what is loaded, as a click does. */
const ENABLED_TIMEOUT = 90_000;

/**
 * A person who walks through the console, with a pointer or by keys alone: counts the clicks and keys of each step. By
 * keys, each Tab on the way counts.
 */
export class Walk {
  readonly steps: Step[] = [];
  readonly #page: Page;
  readonly #hand: 'pointer' | 'keys';

  constructor(page: Page, hand: 'pointer' | 'keys' = 'pointer') {
    this.#page = page;
    this.#hand = hand;
  }

  /** Begins a step. What follows is counted for it. */
  begin(step: string): void {
    this.steps.push({ step, clicks: 0, keys: 0 });
  }

  async click(target: Locator): Promise<void> {
    if (this.#hand === 'pointer') {
      await target.click();
      this.#count({ clicks: 1 });
      return;
    }
    await this.reach(target);
    // Enter does not submit a field.
    if (await target.evaluate(isPressed)) await this.press('Enter');
  }

  /**
   * Clicks a button. By keys, finds the command of the palette that does the same.
   * @param words that it is found by.
   */
  async clickOrFind(target: Locator, words: string, command: string): Promise<void> {
    return await (this.#hand === 'pointer' ? this.click(target) : this.find(words, command));
  }

  /** Runs the first command of the palette that some words find. */
  async find(words: string, command: string): Promise<void> {
    await this.press('Control+k');
    await this.#page.getByRole('combobox', { name: 'Search and commands' }).waitFor();
    await this.type(words);
    const chosen = this.#page.getByRole('option', { selected: true });
    await chosen.getByText(command, { exact: true }).waitFor();
    await this.press('Enter');
  }

  /** Chooses in a native list. */
  async choose(target: Locator, value: string): Promise<void> {
    if (this.#hand === 'pointer') {
      await target.selectOption(value);
      this.#count({ clicks: 2 });
      return;
    }
    await this.reach(target);
    const label = await target.locator(`option[value="${value}"]`).textContent();
    for (const letter of label ?? '') {
      if ((await target.inputValue()) === value) return;
      await this.press(letter === ' ' ? 'Space' : letter);
    }
    expect(await target.inputValue()).toBe(value);
  }

  /** Moves the focus to an element: by Tab, in a menu by arrows, and by F6 between the panes of a designer. */
  async reach(target: Locator): Promise<void> {
    await expect.poll(() => target.isEnabled(), { timeout: ENABLED_TIMEOUT }).toBe(true);
    for (let pressed = 0; pressed < TABS_MAX; pressed++) {
      const key = await target.evaluate(nextKey);
      if (key === null) return;
      await this.press(key);
    }
    throw new Error(`${target} is not reached by ${TABS_MAX} keys.`);
  }

  /** Presses keys, such as `TX` or `Enter`. */
  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
    this.#count({ keys: text.length });
  }

  async press(key: string): Promise<void> {
    await this.#page.keyboard.press(key);
    this.#count({ keys: 1 });
  }

  /** Drops a file, which counts as a click. */
  async drop(target: Locator, path: string): Promise<void> {
    await target.setInputFiles(path);
    this.#count({ clicks: 1 });
  }

  /** Adds a file by the dialog that a button opens. By keys, Enter chooses it there. */
  async add(button: Locator, path: string): Promise<void> {
    const dialog = this.#page.waitForEvent('filechooser');
    await this.click(button);
    await (await dialog).setFiles(path);
    this.#count(this.#hand === 'pointer' ? { clicks: 1 } : { keys: 1 });
  }

  /** Opens a pasted link: the paste and Enter. */
  async follow(link: string): Promise<void> {
    await this.#page.goto(link);
    this.#count({ keys: 2 });
  }

  /** Returns the clicks and keys of all steps. */
  total(): Step {
    const sum = (of: 'clicks' | 'keys') => this.steps.reduce((total, step) => total + step[of], 0);
    return { step: 'all', clicks: sum('clicks'), keys: sum('keys') };
  }

  /** Counts a choice in a native list, which a test makes without pressing. */
  count(done: { readonly clicks?: number; readonly keys?: number }): void {
    this.#count(done);
  }

  #count({ clicks = 0, keys = 0 }: { readonly clicks?: number; readonly keys?: number }): void {
    const step = this.steps.at(-1);
    if (step === undefined) throw new Error('No step has begun.');
    step.clicks += clicks;
    step.keys += keys;
  }
}
