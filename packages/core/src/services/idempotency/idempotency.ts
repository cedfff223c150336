import { sealText, sha256Hex, sha256HexOfBytes, unsealText } from '../../ground/crypto.ts';
import {
  KeyInFlightError,
  KeyTakenError,
  UnavailableError,
  ValidationError,
  VitrineError,
} from '../../ground/errors.ts';
import { canonicalJson } from '../../ground/json.ts';
import type { Principal } from '../../ports/access.ts';
import type { IdempotencyKeyRow, Millis, WriteOptions } from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';

/** How long a key is kept after its request has succeeded. */
const KEPT_FOR: Millis = 24 * 3_600_000;

/** 1 to 255 printable ASCII characters. */
const KEY = /^[\x20-\x7e]{1,255}$/;

/** The last parameter of calls that may be made under an idempotency key (docs/rules.md#idempotency-keys). */
export interface OnceOptions {
  /**
   * Under one key a call takes effect once: the same call returns the response of the first one for 24 hours. 1 to 255
   * printable ASCII characters, such as a UUID.
   *
   * Calls with a key also throw `idempotency_mismatch` if another call has succeeded with it, and `KeyInFlightError` while a
   * call with it is in flight in this process. On other servers the second of two racing calls returns the response of the
   * first.
   */
  readonly idempotencyKey?: string | undefined;
  /** What distinguishes the request besides the arguments of the call: over HTTP its method and path. Default: nothing. */
  readonly request?: string | undefined;
  /** Called if the call returns the response of an earlier one. */
  readonly onReplay?: (() => void) | undefined;
}

/** A call of a service that may be made under an idempotency key, and how it is repeated. */
export interface RepeatableCall<Plan, Result, Response> {
  /** `service.call`. */
  readonly name: string;
  /**
   * Present: the response has a secret that no other call returns. It is repeated for the API key that made the request, because
   * another key of the account may have fewer rights than the secret gives.
   */
  readonly isSecret?: true;
  /**
   * Renders the response of the first call from the plan, which that made before its write, and the result of the write. Both
   * may be a day old, and from an older release: a member that is added to them is absent there.
   */
  show(context: ServiceContext, written: { readonly plan: Plan; readonly result: Result }): Response;
}

/** Makes the write of a call, with its author, and with its key and plan if it has a key. A call makes only one. */
export type CallWrite<Plan> = <Result>(
  plan: Plan,
  write: (options: WriteOptions) => Promise<Result>,
) => Promise<Result>;

export interface CallArguments {
  readonly principal: Principal;
  /** The arguments between the principal and the options. */
  readonly inputs: readonly unknown[];
  readonly options: OnceOptions | undefined;
}

/** @throws ValidationError unless the text is 1 to 255 printable ASCII characters. */
export function requireIdempotencyKey(key: string): void {
  if (KEY.test(key)) return;
  throw new ValidationError([
    { path: 'Idempotency-Key', message: 'Expected 1 to 255 printable ASCII characters.' },
  ]);
}

/** Makes the call, or returns the response of the same call if that has succeeded under its key. */
export function once<Plan, Result, Response>(
  context: ServiceContext,
  call: RepeatableCall<Plan, Result, Response>,
  given: CallArguments,
  make: (write: CallWrite<Plan>) => Promise<Response>,
): Promise<Response> {
  const { principal, inputs, options = {} } = given;
  const { idempotencyKey: key } = options;
  if (key === undefined || failsEarly(principal, inputs)) {
    return make((_plan, write) => write({ by: principal.key }));
  }
  return onceUnder(context, call, { ...options, principal, inputs, key }, make);
}

async function onceUnder<Plan, Result, Response>(
  context: ServiceContext,
  { name, isSecret, show }: RepeatableCall<Plan, Result, Response>,
  given: Omit<CallArguments, 'options'> & OnceOptions & { readonly key: string },
  make: (write: CallWrite<Plan>) => Promise<Response>,
): Promise<Response> {
  const { principal, inputs, key, request = '', onReplay } = given;
  requireIdempotencyKey(key);
  const { storage, clock, quotas, keysInFlight } = context;
  const { accountId } = principal;
  const keyHash = sha256Hex(`${accountId}\n${key}`);
  const keyId = isSecret === true ? [principal.key?.id ?? null] : [];
  const requestText = textOfRequest([request, name, ...inputs, ...keyId]);
  const requestHash = sha256Hex(requestText);

  function repeat(row: IdempotencyKeyRow): Response {
    if (row.request !== requestHash) {
      const message = 'The Idempotency-Key was used for another request; use a new key for each request.';
      throw new VitrineError('idempotency_mismatch', message);
    }
    const written = { plan: JSON.parse(unsealText(key, row.plan)), result: JSON.parse(row.result) };
    const response = show(context, written);
    onReplay?.();
    return response;
  }

  const known = await storage.idempotencyKeys.get(accountId, keyHash, clock());
  if (known !== null) return repeat(known);
  const place = `${accountId} ${keyHash}`;
  if (keysInFlight.has(place)) throw new KeyInFlightError();
  keysInFlight.add(place);
  try {
    return await make((plan, write) => {
      const createdAt = clock();
      const sealed = sealText(key, JSON.stringify(plan));
      const row = { accountId, key: keyHash, request: requestHash, plan: sealed, createdAt };
      // The result, which is not known yet, is about as long as the request.
      const wanted = { idempotencyBytes: sealed.length + requestText.length };
      return quotas.use(accountId, wanted, () =>
        write({ by: principal.key, key: { ...row, expiresAt: createdAt + KEPT_FOR } }),
      );
    });
  } catch (error) {
    if (!(error instanceof KeyTakenError)) throw error;
    const winner = await storage.idempotencyKeys.get(accountId, keyHash, clock());
    if (winner === null) throw new UnavailableError('The Idempotency-Key has just expired; try again.');
    return repeat(winner);
  } finally {
    keysInFlight.delete(place);
  }
}

/** Returns whether the call fails before it writes: it is foreign, or has a body that could not be read. */
function failsEarly(principal: Principal, inputs: readonly unknown[]): boolean {
  return isForeign(principal, inputs) || inputs.some((input) => input instanceof Error);
}

/** Returns whether a store key makes a call that is not of its store, so that it gets 404 or 403 and no response. */
function isForeign(principal: Principal, [storeId]: readonly unknown[]): boolean {
  return principal.kind === 'store' && storeId !== principal.storeId;
}

function textOfRequest(parts: readonly unknown[]): string {
  return canonicalJson(parts.map(withoutBytes));
}

/** Returns a request with a file as one with the hash of the file. */
function withoutBytes(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('file' in input)) return input;
  const { file } = input;
  if (typeof file !== 'object' || file === null || !('bytes' in file)) return input;
  const { bytes } = file;
  if (!(bytes instanceof Uint8Array)) return input;
  return { ...input, file: { ...file, bytes: sha256HexOfBytes(bytes) } };
}
