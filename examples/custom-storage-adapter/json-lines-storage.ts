import { memoryStorage } from '@vitrine/core';
import type { Storage } from '@vitrine/core/storage';
import { LogFile } from './log-file.ts';

/** The methods that change data, by facet of the storage. The type rejects names that are not in the interface. */
const WRITES: { readonly [Facet in LoggedFacet]: readonly (keyof Storage[Facet])[] } = {
  accounts: ['insert'],
  apiKeys: ['insert', 'revoke', 'exchange', 'touch'],
  stores: [
    'insert',
    'insertUnlessNamed',
    'update',
    'changeSchema',
    'markDeleted',
    'restore',
    'releaseSlots',
    'removeDeleted',
  ],
  records: [
    'insert',
    'upsert',
    'patch',
    'delete',
    'deleteUnchanged',
    'commit',
    'restore',
    'purge',
    'purgeExpired',
    'clearSlots',
  ],
  jobs: ['enqueue', 'claim', 'extend', 'complete', 'retry', 'bury'],
  settings: ['getOrInsert'],
  accountNumbers: ['raise'],
  blobs: ['put', 'purgeUnused', 'discard'],
  blobObjects: ['touch', 'note', 'bind', 'sweep', 'forget'],
  images: ['insert', 'restore', 'update', 'setTarget', 'setThumbnail'],
  fonts: ['insert', 'restore', 'delete'],
  drafts: ['insert', 'restore', 'update', 'save', 'replace', 'delete', 'purgeExpired'],
  maps: ['insert', 'restore', 'update', 'markDeleted', 'removeDeleted'],
  locations: ['insert', 'update', 'delete', 'restore', 'purge'],
  geocoding: ['claim', 'extend', 'settle', 'retry', 'purgeAnswers', 'takeTurns'],
  requestCounts: ['add'],
  changes: ['turnOn', 'turnOff', 'markUsed', 'purgeHistory', 'trim', 'purge', 'logNewStores'],
  imports: ['insert', 'advance', 'finish', 'trim'],
  restores: ['insert', 'advance', 'finish', 'purge'],
  idempotencyKeys: ['purgeExpired'],
};

type LoggedFacet =
  | 'accounts'
  | 'apiKeys'
  | 'stores'
  | 'records'
  | 'jobs'
  | 'settings'
  | 'accountNumbers'
  | 'blobs'
  | 'blobObjects'
  | 'images'
  | 'fonts'
  | 'drafts'
  | 'maps'
  | 'locations'
  | 'geocoding'
  | 'requestCounts'
  | 'changes'
  | 'imports'
  | 'restores'
  | 'idempotencyKeys';
type Method = (...args: readonly unknown[]) => Promise<unknown>;

/**
 * Opens a storage that holds all data in memory and writes every change as a line of a file first. A storage receives
 * time, ids and decisions as arguments, so the same calls in the same order lead to the same state. Opening the file
 * repeats the calls.
 *
 * Only one process may open the file at a time.
 */
export async function jsonLinesStorage(path: string): Promise<Storage> {
  const memory = memoryStorage();
  const log = LogFile.open(path);
  for (const line of log.lines()) {
    const [facet, name, args] = readCall(line);
    // A call that failed fails again, and changes nothing.
    await methodOf(memory, facet, name)(...args).catch(() => undefined);
  }

  /** Logs first, so that nothing changes if the line can't be written. No other code runs between the two calls. */
  function loggedMethod(method: Method, facet: string, name: PropertyKey): Method {
    return async (...args) => {
      log.append(JSON.stringify([facet, name, args.map(toLine)]));
      return method(...args);
    };
  }

  function logged<Facet extends LoggedFacet>(facet: Facet): Storage[Facet] {
    const writes = new Set<PropertyKey>(WRITES[facet]);
    return new Proxy(memory[facet], {
      get(_, name) {
        // Throws after `close`, before anything is logged.
        const method = methodOf(memory, facet, name);
        return writes.has(name) ? loggedMethod(method, facet, name) : method;
      },
    });
  }

  return {
    ...memory,
    name: 'json-lines',
    accounts: logged('accounts'),
    apiKeys: logged('apiKeys'),
    stores: logged('stores'),
    records: logged('records'),
    jobs: logged('jobs'),
    settings: logged('settings'),
    accountNumbers: logged('accountNumbers'),
    blobs: logged('blobs'),
    blobObjects: logged('blobObjects'),
    images: logged('images'),
    fonts: logged('fonts'),
    drafts: logged('drafts'),
    maps: logged('maps'),
    locations: logged('locations'),
    geocoding: logged('geocoding'),
    requestCounts: logged('requestCounts'),
    changes: logged('changes'),
    imports: logged('imports'),
    idempotencyKeys: logged('idempotencyKeys'),
    async close() {
      await memory.close();
      log.close();
    },
  };
}

function methodOf(storage: object, facet: string, name: PropertyKey): Method {
  return Reflect.get(Reflect.get(storage, facet), name);
}

function readCall(line: string): [LoggedFacet, string, unknown[]] {
  const [facet, name, args] = JSON.parse(line);
  if (!(facet in WRITES) || !Array.isArray(args))
    throw new Error(`Not a line of this log: ${line.slice(0, 80)}`);
  return [facet, name, args.map(fromLine)];
}

/** Encodes bytes, which JSON can't represent. All other arguments are plain JSON. */
function toLine(argument: unknown): unknown {
  return argument instanceof Uint8Array ? { base64: Buffer.from(argument).toString('base64') } : argument;
}

function fromLine(argument: unknown): unknown {
  return typeof argument === 'object' && argument !== null && 'base64' in argument
    ? Buffer.from(String(argument.base64), 'base64')
    : argument;
}
