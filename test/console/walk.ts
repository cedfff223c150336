import type { Locator, Page } from 'playwright-core';

interface Step {
  readonly step: string;
  clicks: number;
  keys: number;
}

/** A person who walks through the console: counts the clicks and keys of each step. */
export class Walk {
  readonly steps: Step[] = [];
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Begins a step. What follows is counted for it. */
  begin(step: string): void {
    this.steps.push({ step, clicks: 0, keys: 0 });
  }

  async click(target: Locator): Promise<void> {
    await target.click();
    this.#count({ clicks: 1 });
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
