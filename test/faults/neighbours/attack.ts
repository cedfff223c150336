import type { Account } from './account.ts';
import { type Attack, createAssault, type Program } from './assault.ts';
import { DISK_ATTACKS } from './disk-attacks.ts';
import { LOOP_ATTACKS } from './loop-attacks.ts';
import { PICTURE_ATTACKS } from './picture-attacks.ts';
import { QUEUE_ATTACKS } from './queue-attacks.ts';
import { SOCKET_ATTACKS } from './socket-attacks.ts';

const ATTACKS: Readonly<Record<string, Attack>> = {
  ...QUEUE_ATTACKS,
  ...SOCKET_ATTACKS,
  ...LOOP_ATTACKS,
  ...DISK_ATTACKS,
  ...PICTURE_ATTACKS,
};

export const ATTACK_NAMES = Object.keys(ATTACKS);

const armed: Program[] = [];

/** Creates the resources for the named attacks. */
export async function arm(account: Account, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const attack = ATTACKS[name];
    if (attack === undefined) throw new Error(`There is no attack ${name}.`);
    armed.push(await attack(account));
  }
}

/** Runs all armed attacks at once until the signal. Returns the number of responses by kind and status. */
export async function attack(account: Account, signal: AbortSignal): Promise<Record<string, number>> {
  const assault = createAssault(account, signal);
  await Promise.all(armed.map((run) => run(assault)));
  return assault.statuses;
}
