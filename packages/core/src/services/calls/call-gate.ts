import { UnavailableError } from '../../ground/errors.ts';
import { CallsInFlight } from '../../ground/promises.ts';

/**
 * The entry of all calls of a Vitrine, or of a transaction. A call is accepted when the program makes it, before it
 * reaches the storage, so that `close` has one meaning on every storage: calls that were made before it finish, later
 * ones are refused. The arguments after the first one, the principal, are read as JSON would carry them (`asJson`).
 */
export interface CallGate {
  /** Aborts when `close` is called, with the error of refused calls. Ends what no call waits for: work, and exports. */
  readonly closing: AbortSignal;
  /** Returns the call with the gate before it. It returns a promise; once closed, one that rejects with `unavailable`. */
  guard<Args extends unknown[], Result>(
    call: (...args: Args) => Promise<Result>,
  ): (...args: Args) => Promise<Result>;
  /** Returns the service with all calls guarded. */
  guardAll<Service extends object>(service: Service): Service;
  /** Returns the service with all calls guarded. They may return at once, and throw at once once closed. */
  guardSoon<Service extends object>(service: Service): Service;
  /** Refuses later calls with `unavailable` and waits for those in flight, for at most this many milliseconds. */
  close(within: number): Promise<void>;
}

type Call = (...args: unknown[]) => unknown;

/** @param refusal the message of refused calls. */
export function callGate(refusal = 'Vitrine is closed.'): CallGate {
  const closing = new AbortController();
  const calls = new CallsInFlight();

  function guarded(call: Call, refuse: (error: UnavailableError) => unknown): Call {
    return (caller, ...args) => {
      if (closing.signal.aborted) return refuse(new UnavailableError(refusal));
      const result = call(caller, ...args.map(asJson));
      return result instanceof Promise ? calls.track(result) : result;
    };
  }

  function guardEach<Service extends object>(service: Service, refuse: typeof reject): Service {
    return Object.fromEntries(
      Object.entries(service).map(([name, call]) => [name, guarded(call as Call, refuse)]),
    ) as Service;
  }

  return {
    closing: closing.signal,
    guard: (call) => guarded(call as Call, reject) as typeof call,
    guardAll: (service) => guardEach(service, reject),
    guardSoon: (service) => guardEach(service, fail),
    close(within) {
      closing.abort(new UnavailableError(refusal));
      return calls.settled(within);
    },
  };
}

function reject(error: UnavailableError): unknown {
  return Promise.reject(error);
}

function fail(error: UnavailableError): unknown {
  throw error;
}

/** Levels that are examined. No request has as many, and input from outside may have millions. */
const DEPTH_MAX = 16;

/**
 * Returns an argument of a call as JSON would carry it, so that a program may call the library like the client: a member that
 * is undefined is absent, and a valid Date is its text. Everything else stays: readers refuse it at its path, an invalid Date
 * too. Copies nothing if nothing changes.
 */
export function asJson(argument: unknown): unknown {
  return isJson(argument, 0) ? argument : copyAsJson(argument, 0);
}

function isJson(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX)
    return value !== undefined || depth === 0;
  if (Array.isArray(value))
    return value.every((element) => element === undefined || isJson(element, depth + 1));
  if (isDate(value)) return Number.isNaN(value.getTime());
  if (!hasMembers(value)) return true;
  const members = value as Readonly<Record<string, unknown>>;
  return Object.keys(members).every((name) => isJson(members[name], depth + 1));
}

function copyAsJson(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return value;
  if (Array.isArray(value)) return value.map((element) => copyAsJson(element, depth + 1));
  if (isDate(value)) return Number.isNaN(value.getTime()) ? value : value.toISOString();
  if (!hasMembers(value)) return value;
  const given = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(given.map(([name, member]) => [name, copyAsJson(member, depth + 1)]));
}

/** Returns whether a value is an object of members, also an instance of a class: no bytes, signal, error or sequence. */
function hasMembers(value: object): boolean {
  return (
    Object.getPrototypeOf(value) === Object.prototype ||
    (tagOf(value) === 'Object' && !(Symbol.asyncIterator in value) && !(Symbol.iterator in value))
  );
}

/** Also true for a Date of another realm, such as a test runner has. */
function isDate(value: object): value is Date {
  return Object.getPrototypeOf(value) !== Object.prototype && tagOf(value) === 'Date';
}

function tagOf(value: object): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}
