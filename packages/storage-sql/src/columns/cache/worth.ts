/** Milliseconds after which a worth counts half. */
const HALF_LIFE = 60_000;

/** An amount that decays. */
export class Worth {
  #amount: number;
  #at: number;

  constructor(amount: number, now: number) {
    this.#amount = amount;
    this.#at = now;
  }

  add(amount: number, now: number): void {
    this.#amount = this.at(now) + amount;
    this.#at = now;
  }

  at(now: number): number {
    return this.#amount * 0.5 ** ((now - this.#at) / HALF_LIFE);
  }
}
