import { UnavailableError } from '../../ground/errors.ts';
import { CallsInFlight } from '../../turns/calls-in-flight.ts';
import { asJson } from './json-argument.ts';

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
