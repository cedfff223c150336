import { memoryStorage, type Storage } from '@vitrine/core';
import { LogFile } from './log-file.ts';

/**
 * The methods that change anything, by the part of the storage that they belong to. Typed so that a name that is not in the
 * interface does not compile.
 */
const WRITES: { readonly [Part in LoggedPart]: readonly (keyof Storage[Part])[] } = {
  accounts: ['insert'],
  apiKeys: ['insert', 'revoke', 'touch'],
  stores: ['insert', 'update', 'changeSchema', 'markDeleted', 'releaseSlots', 'removeDeleted'],
  records: ['insert', 'upsert', 'patch', 'delete', 'restore', 'purge', 'purgeExpired', 'clearSlots'],
  jobs: ['enqueue', 'claim', 'extend', 'complete', 'retry', 'bury'],
  settings: ['getOrInsert'],
  accountNumbers: ['raise'],
  blobs: ['put', 'purgeUnused'],
  blobObjects: ['touch', 'note', 'bind', 'sweep', 'forget'],
  images: ['insert', 'restore', 'update', 'setTarget', 'setThumbnail'],
  fonts: ['insert', 'restore', 'delete'],
  timerFrames: ['insert', 'restore', 'update', 'save', 'delete', 'purgeExpired'],
  maps: ['insert', 'restore', 'update', 'markDeleted', 'removeDeleted'],
  locations: ['insert', 'update', 'delete', 'restore', 'purge'],
  geocoding: ['claim', 'extend', 'settle', 'retry', 'purgeAnswers', 'takeTurns'],
  requestCounts: ['add'],
};

type LoggedPart =
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
  | 'timerFrames'
  | 'maps'
  | 'locations'
  | 'geocoding'
  | 'requestCounts';
type Method = (...args: readonly unknown[]) => Promise<unknown>;

/**
 * Everything in memory, and every change as a line of a file first. Time, ids and decisions reach a storage as arguments, so
 * the same calls in the same order lead to the same state: opening the file makes them again.
 *
 * One process at a time may have the file open.
 */
export async function jsonLinesStorage(path: string): Promise<Storage> {
  const memory = memoryStorage();
  const log = LogFile.open(path);
  for (const line of log.lines()) {
    const [part, name, args] = readCall(line);
    await methodOf(memory, part, name)(...args);
  }

  function logged<Part extends LoggedPart>(part: Part): Storage[Part] {
    const writes = new Set<PropertyKey>(WRITES[part]);
    return new Proxy(memory[part], {
      get(_, name) {
        // Memory refuses after close, here already, so nothing is logged then.
        const method = methodOf(memory, part, name);
        if (!writes.has(name)) return method;
        return async (...args: readonly unknown[]) => {
          // Before it is done: when the line can't be written, nothing has happened. Nothing runs between the two.
          log.append(JSON.stringify([part, name, args.map(toLine)]));
          return method(...args);
        };
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
    timerFrames: logged('timerFrames'),
    maps: logged('maps'),
    locations: logged('locations'),
    geocoding: logged('geocoding'),
    requestCounts: logged('requestCounts'),
    async close() {
      await memory.close();
      log.close();
    },
  };
}

function methodOf(storage: Storage, part: LoggedPart, name: PropertyKey): Method {
  return Reflect.get(storage[part], name);
}

function readCall(line: string): [LoggedPart, string, unknown[]] {
  const [part, name, args] = JSON.parse(line);
  if (!(part in WRITES) || !Array.isArray(args))
    throw new Error(`Not a line of this log: ${line.slice(0, 80)}`);
  return [part, name, args.map(fromLine)];
}

/** Bytes have no form of their own in JSON; the other arguments are plain. */
function toLine(argument: unknown): unknown {
  return argument instanceof Uint8Array ? { base64: Buffer.from(argument).toString('base64') } : argument;
}

function fromLine(argument: unknown): unknown {
  return typeof argument === 'object' && argument !== null && 'base64' in argument
    ? Buffer.from(String(argument.base64), 'base64')
    : argument;
}
