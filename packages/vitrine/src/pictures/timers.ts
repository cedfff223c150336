import type { TimerPresetSummary, TimerSummary } from '@vitrine/core/contracts';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { findTimerId } from '../lists/named-resources.ts';
import { readPages } from '../lists/pages.ts';
import { printItem } from '../lists/print-item.ts';
import { type ListFlags, printList } from '../lists/print-list.ts';
import type { Column } from '../lists/table.ts';
import { printLine, type Terminal } from '../terminal/terminal.ts';
import { printImage } from './images.ts';

export interface SetTargetFlags extends AccountFlags {
  readonly timeZone?: string;
  readonly json?: boolean;
}

/** Runs `vitrine timers list`: prints the saved timers, newest first. */
export function listTimers(terminal: Terminal, flags: AccountFlags & ListFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const pages = readPages((query) => vitrine.timers.list(principal, query), flags.limit);
    await printList(terminal, flags, TIMER_COLUMNS, pages);
  });
}

const TIMER_COLUMNS: readonly Column<TimerSummary>[] = [
  { header: 'ID', cell: ({ id }) => id, whole: true },
  { header: 'TARGET', cell: ({ targetDate }) => targetDate },
  { header: 'TIME ZONE', cell: ({ timeZone }) => timeZone },
  { header: 'KIND', cell: ({ targetKind }) => targetKind },
  { header: 'EXPIRED', cell: ({ expired }) => (expired ? 'yes' : 'no') },
  { header: 'NAME', cell: ({ name }) => name },
  { header: 'URL', cell: ({ productionUrl }) => productionUrl },
];

/** Runs `vitrine timers presets`. */
export function listPresets(terminal: Terminal, flags: AccountFlags & ListFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    await printList(terminal, flags, PRESET_COLUMNS, [vitrine.timerPresets.list(principal)]);
  });
}

const PRESET_COLUMNS: readonly Column<TimerPresetSummary>[] = [
  { header: 'NAME', cell: ({ name }) => name, whole: true },
  { header: 'TITLE', cell: ({ title }) => title },
];

/** Runs `vitrine timers delete`. */
export function deleteTimer(terminal: Terminal, given: string, flags: AccountFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const id = await findTimerId({ vitrine, principal }, given);
    await vitrine.timers.delete(principal, id);
    printLine(terminal.stdout, `deleted the timer ${id}; "vitrine images restore ${id}" brings it back`);
  });
}

/** Runs `vitrine timers show`. */
export function showTimer(
  terminal: Terminal,
  given: string,
  flags: AccountFlags & { readonly json?: boolean },
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const id = await findTimerId({ vitrine, principal }, given);
    printImage(terminal, await vitrine.images.get(principal, id), flags);
  });
}

/** Runs `vitrine timers set-target`: the next open of the picture shows the new target. */
export function setTarget(
  terminal: Terminal,
  given: string,
  targetDate: string,
  flags: SetTargetFlags,
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const id = await findTimerId({ vitrine, principal }, given);
    const { timeZone } = flags;
    const timer = await vitrine.timers.setTargetDate(principal, id, {
      targetDate,
      ...(timeZone === undefined ? {} : { timeZone }),
    });
    printItem(terminal, flags, timer, [
      ['id', timer.id],
      ['name', timer.name],
      ['target', timer.targetDate],
      ['local', timer.localTargetDate],
      ['time zone', timer.timeZone],
      ['expired', timer.expired],
      ['url', timer.productionUrl],
    ]);
  });
}
