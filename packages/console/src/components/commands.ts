import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { IconName } from './icon.tsx';

/** Something that the palette offers. */
export interface Command {
  readonly label: string;
  readonly icon: IconName;
  readonly run: () => void;
}

/** Whether the command palette is open. */
export const isPaletteOpen = signal(false);

export function openPalette(): void {
  isPaletteOpen.value = true;
}

/** The commands of the screen that is shown. */
export const screenCommands = signal<readonly Command[]>([]);

/**
 * Offers commands in the palette, such as "New store", while the screen is shown. The list must stay the same object
 * from one render to the next: a constant, or the result of `useMemo`.
 */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    screenCommands.value = commands;
    return () => {
      if (screenCommands.peek() === commands) screenCommands.value = [];
    };
  }, [commands]);
}
