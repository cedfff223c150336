import { ConnectionError } from '@vitrine/client';
import { SERVER_URL } from '../router/location.ts';
import { watchedFetch } from './connection.ts';
import { ReplacedConsoleError } from './describe-error.ts';

/**
 * Loads code of the console. Throws `ConnectionError` if the server does not answer, and `ReplacedConsoleError` if it does
 * and has no such file: the files of another version have other names.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (cause) {
    await watchedFetch(`${SERVER_URL}healthz`, { cache: 'no-store' }).catch((error: unknown) => {
      throw new ConnectionError('network', 'The code of the screen could not be loaded.', { cause: error });
    });
    throw new ReplacedConsoleError({ cause });
  }
}
