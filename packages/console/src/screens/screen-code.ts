import type { ComponentType } from 'preact';
import { loadCode } from '../requests/load-code.ts';
import type { ScreenEntry, ScreenProps } from './screens.ts';

export type LoadedScreen = ComponentType<ScreenProps>;

const loaded = new Map<ScreenEntry, LoadedScreen>();

/** Returns a screen whose code is here, else null. */
export function readyScreen(entry: ScreenEntry): LoadedScreen | null {
  return loaded.get(entry) ?? null;
}

/** Loads the code of a screen. Throws what `loadCode` throws. */
export async function loadScreen(entry: ScreenEntry): Promise<LoadedScreen> {
  const { default: screen } = await loadCode(entry.load);
  loaded.set(entry, screen);
  return screen;
}
