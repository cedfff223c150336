import type { ImageDetail } from '@vitrine/core/contracts';
import { type AccountFlags, withAccount } from './database.ts';
import { printImage } from './images.ts';
import { readPages } from './lists/pages.ts';
import { printItem } from './lists/print-item.ts';
import { type ListFlags, printList } from './lists/print-list.ts';
import type { Column } from './lists/table.ts';
import { type AccountAccess, findTimerId } from './named-resources.ts';
import type { Terminal } from './terminal.ts';

export interface SetTargetFlags extends AccountFlags {
  readonly timeZone?: string;
  readonly json?: boolean;
}

/** Runs `vitrine timers list`: prints the saved timers, newest first. */
export function listTimers(terminal: Terminal, flags: AccountFlags & ListFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    await printList(terminal, flags, TIMER_COLUMNS, readTimers({ vitrine, principal }, flags.limit));
  });
}

/** Yields the pages of the saved timers. Reads each one by itself, because a list of images has no targets. */
async function* readTimers(
  { vitrine, principal }: AccountAccess,
  limit: number | undefined,
): AsyncGenerator<ImageDetail[], void> {
  const pages = readPages((query) => vitrine.images.list(principal, { ...query, type: 'timer' }), limit);
  for await (const page of pages) {
    yield await Promise.all(page.map(({ id }) => vitrine.images.get(principal, id)));
  }
}

const TIMER_COLUMNS: readonly Column<ImageDetail>[] = [
  { header: 'ID', cell: ({ id }) => id, whole: true },
  { header: 'TARGET', cell: ({ timer }) => timer?.targetDate ?? null },
  { header: 'TIME ZONE', cell: ({ timer }) => timer?.timeZone ?? null },
  { header: 'EXPIRED', cell: ({ timer }) => (timer?.expired === true ? 'yes' : 'no') },
  { header: 'NAME', cell: ({ name }) => name },
  { header: 'URL', cell: ({ productionUrl }) => productionUrl },
];

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
