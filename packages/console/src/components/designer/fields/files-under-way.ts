import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { designerTexts } from '../../../texts/en/images/designer.ts';

const underWay = signal<readonly AbortController[]>([]);

/** Whether files for the design that is open are on their way, also if their field is not shown any more. */
export const hasFilesUnderWay: ReadonlySignal<boolean> = computed(() => underWay.value.length > 0);

/** Sends a file for the design that is open. */
export async function sendFile<Sent>(send: (signal: AbortSignal) => Promise<Sent>): Promise<Sent> {
  const aborting = new AbortController();
  underWay.value = [...underWay.peek(), aborting];
  try {
    const sent = await send(aborting.signal);
    aborting.signal.throwIfAborted();
    return sent;
  } finally {
    underWay.value = underWay.peek().filter((one) => one !== aborting);
  }
}

/** Gives up the files that are on their way. */
export function giveUpFiles(): void {
  for (const aborting of underWay.peek()) aborting.abort(new Error(designerTexts.left));
}
