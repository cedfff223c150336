import { ConnectionError } from '@vitrine/client';
import type { ComponentType } from 'preact';
import { watchedFetch } from '../requests/connection.ts';
import { ReplacedConsoleError } from '../requests/describe-error.ts';
import { SERVER_URL } from '../router/location.ts';
import type { ScreenEntry, ScreenProps } from './screens.ts';

export type LoadedScreen = ComponentType<ScreenProps>;

const loaded = new Map<ScreenEntry, LoadedScreen>();

/** Returns a screen whose code is here, else null. */
export function readyScreen(entry: ScreenEntry): LoadedScreen | null {
  return loaded.get(entry) ?? null;
}

/**
 * Loads the code of a screen. Throws `ConnectionError` if the server does not answer, and `ReplacedConsoleError` if it
 * does and has no such file: the files of another version have other names.
 */
export async function loadScreen(entry: ScreenEntry): Promise<LoadedScreen> {
  let screen: LoadedScreen;
  try {
    ({ default: screen } = await entry.load());
  } catch (cause) {
    await watchedFetch(`${SERVER_URL}healthz`, { cache: 'no-store' }).catch((error: unknown) => {
      throw new ConnectionError('network', 'The code of the screen could not be loaded.', { cause: error });
    });
    throw new ReplacedConsoleError({ cause });
  }
  loaded.set(entry, screen);
  return screen;
}
