import { createClient } from '../client.ts';
import { ConnectionError, TimeoutError, ValidationError } from '../errors.ts';
import type { StoreDetail } from '../generated/contracts.ts';
import { TypesError } from './types-error.ts';

/** The environment variable with the key. Not a flag, because other users of a machine can read the flags of a process. */
const KEY_VARIABLE = 'VITRINE_KEY';

/** Returns the stores that a key reaches on a server. @throws TypesError if the server or the key is wrong. */
export async function readStores(
  url: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<StoreDetail[]> {
  const key = env[KEY_VARIABLE];
  if (!key) throw new TypesError(64, `--url needs a key of the server in ${KEY_VARIABLE}.`);
  try {
    const client = createClient({ url, key });
    const found: StoreDetail[] = [];
    for await (const { id } of client.stores.list({ limit: 100 })) {
      found.push(await client.call('GET /v2/stores/{storeId}', { params: { storeId: id } }));
    }
    return found;
  } catch (error) {
    if (error instanceof ConnectionError || error instanceof TimeoutError) {
      throw new TypesError(74, `Can't reach ${url}.`, { cause: error });
    }
    const { message } = error as Error;
    throw error instanceof ValidationError
      ? new TypesError(64, message, { cause: error })
      : new TypesError(1, `${url}: ${message}`, { cause: error });
  }
}
