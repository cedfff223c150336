import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangePropertyTypeRequest, PropertyTypeChange, StoreDetail } from '@vitrine/core/contracts';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { openStore } from '../lists/named-resources.ts';
import { printItem } from '../lists/print-item.ts';
import { CommandError, EXIT } from '../terminal/command-error.ts';
import { formatCount, formatNumberOf, printNotice, type Terminal } from '../terminal/terminal.ts';
import { requireProperty } from './store-properties.ts';
import { printStore } from './stores.ts';

export interface ChangeTypeFlags extends AccountFlags {
  readonly decimal?: 'point' | 'comma';
  readonly dates?: 'dmy' | 'mdy';
  readonly unset?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Milliseconds between two looks at a change that a server makes. */
const LOOK_EVERY = 100;

/**
 * Runs `vitrine stores properties change-type`, and converts the values itself unless a server does. If it is stopped, a server
 * or another run goes on.
 */
export function changeType(
  terminal: Terminal,
  storeGiven: string,
  property: string,
  type: string,
  flags: ChangeTypeFlags,
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const store = await openStore({ vitrine, principal }, storeGiven);
    requireProperty(store, property);
    const { decimal, dates, unset, dryRun = false } = flags;
    // The service refuses an unknown type and names the known ones.
    const request = { type, decimal, dates, unset, dryRun } as ChangePropertyTypeRequest;
    const change = await vitrine.stores.changePropertyType(principal, store.id, property, request);
    if (dryRun) return printTrial(terminal, change, flags);
    for (;;) {
      const current = await vitrine.stores.get(principal, store.id);
      if (!isBecoming(current, property)) {
        requireType(current, property, change);
        if (change.refused > 0)
          printNotice(terminal, `${formatNumberOf(change.refused, 'value')} did not fit and became unset`);
        return printStore(terminal, current, flags);
      }
      if ((await vitrine.runDueJobs()) === 0) await sleep(LOOK_EVERY);
    }
  });
}

function isBecoming({ properties }: StoreDetail, property: string): boolean {
  return properties.some(({ name, becoming }) => name === property && becoming !== undefined);
}

/** @throws CommandError if the change was given up */
function requireType({ properties }: StoreDetail, property: string, { to }: PropertyTypeChange): void {
  if (properties.some(({ name, type }) => name === property && type === to)) return;
  const why = 'a value that does not fit was written meanwhile, or somebody has given the change up';
  throw new CommandError(EXIT.refused, `The type was not changed: ${why}. Try again with --dry-run.`);
}

function printTrial(
  terminal: Terminal,
  change: PropertyTypeChange,
  flags: { readonly json?: boolean },
): void {
  const { property, from, to, values, converted, unset, refused, unit } = change;
  printItem(terminal, flags, change, [
    ['property', `${property}: ${from} to ${to}`],
    ['values', formatCount(values)],
    ['converted', formatCount(converted)],
    ['blank', formatCount(unset)],
    ['do not fit', formatCount(refused)],
    ['unit dropped', unit ?? undefined],
    ...change.examples
      .slice(0, SHOWN)
      .map(({ from: before, to: after }): [string, string] => [
        'for example',
        `${JSON.stringify(before)} becomes ${JSON.stringify(after)}`,
      ]),
    ...change.refusedExamples
      .slice(0, SHOWN)
      .map(({ id, value, message }): [string, string] => [
        'does not fit',
        `${JSON.stringify(value)} of ${id}: ${message}`,
      ]),
  ]);
}

/** Examples of each kind that people see. */
const SHOWN = 3;
