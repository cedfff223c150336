import { canonicalJson } from '../../ground/canonical-json.ts';
import { sealText, sha256Hex, sha256HexOfBytes, unsealText } from '../../ground/crypto.ts';
import {
  KeyInFlightError,
  KeyTakenError,
  UnavailableError,
  ValidationError,
  VitrineError,
} from '../../ground/errors.ts';
import type { Principal } from '../../ports/access.ts';
import type { IdempotencyKeyRow, KeyedWrites, Millis } from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';
import type { Replay } from '../calls/replay.ts';
import { requireWriter } from '../guard/write-guard.ts';

/** How long a key is kept after its request has succeeded. */
const KEPT_FOR: Millis = 24 * 3_600_000;

/** 1 to 255 printable ASCII characters. */
const KEY = /^[\x20-\x7e]{1,255}$/;

/** A request that may be sent more than once and takes effect once (docs/rules.md#idempotency-keys). */
export interface IdempotentRequest {
  /** 1 to 255 printable ASCII characters, such as a UUID. */
  readonly key: string;
  /** What distinguishes the request besides the arguments of the call: over HTTP its method and path. Default: nothing. */
  readonly request?: string | undefined;
}

/** A call of a service under a key. */
export interface IdempotentCall {
  /** `service.call`. */
  readonly name: string;
  readonly principal: Principal;
  /** The arguments after the principal. */
  readonly args: readonly unknown[];
  readonly replay: Replay;
  /** Makes the call with a context whose `writing` stores the key. */
  make(context: ServiceContext): Promise<unknown>;
}

/** Makes calls under idempotency keys. One for each `Vitrine`, because it knows the calls in flight. */
export interface Idempotency {
  /**
   * Makes the call, or returns the response of the same call if that has succeeded.
   * @throws VitrineError `idempotency_mismatch` if another request has succeeded with the key.
   * @throws KeyInFlightError while a request with the key is in flight in this process. On other servers the second of two
   * racing requests returns the response of the first.
   */
  once(
    request: IdempotentRequest,
    call: IdempotentCall,
  ): Promise<{ readonly response: unknown; readonly isReplay: boolean }>;
}

/** @throws ValidationError unless the text is 1 to 255 printable ASCII characters. */
export function requireIdempotencyKey(key: string): void {
  if (KEY.test(key)) return;
  throw new ValidationError([
    { path: 'Idempotency-Key', message: 'Expected 1 to 255 printable ASCII characters.' },
  ]);
}

export function createIdempotency(context: ServiceContext): Idempotency {
  const { storage, clock } = context;
  const inFlight = new Set<string>();

  return {
    async once({ key, request = '' }, { name, principal, args, replay, make }) {
      requireWriter(principal);
      const inputs = args.slice(0, replay.inputs);
      // Both fail before they write: a store key that may not make the call, and a body that could not be read.
      if (isForeign(principal, inputs) || inputs.some((input) => input instanceof Error)) {
        return { response: await make(context), isReplay: false };
      }
      const { accountId } = principal;
      const keyHash = sha256Hex(`${accountId}\n${key}`);
      const keyId = replay.isSecret === true ? [principal.key?.id ?? null] : [];
      const requestText = textOfRequest([request, name, ...inputs, ...keyId]);
      const requestHash = sha256Hex(requestText);

      function show(row: IdempotencyKeyRow): { response: unknown; isReplay: true } {
        if (row.request !== requestHash) {
          const message = 'The Idempotency-Key was used for another request; use a new key for each request.';
          throw new VitrineError('idempotency_mismatch', message);
        }
        const written = { plan: JSON.parse(unsealText(key, row.plan)), result: JSON.parse(row.result) };
        return { response: replay.show(context, written), isReplay: true };
      }

      const known = await storage.idempotencyKeys.get(accountId, keyHash, clock());
      if (known !== null) return show(known);
      const place = `${accountId} ${keyHash}`;
      if (inFlight.has(place)) throw new KeyInFlightError();
      inFlight.add(place);
      try {
        const keyed: ServiceContext = {
          ...context,
          writing: (plan) => {
            const createdAt = clock();
            const sealed = sealText(key, JSON.stringify(plan?.() ?? null));
            const writes = storage.idempotencyKeys.writes({
              accountId,
              key: keyHash,
              request: requestHash,
              plan: sealed,
              createdAt,
              expiresAt: createdAt + KEPT_FOR,
            });
            // The result, which is not known yet, is about as long as the request.
            const wanted = { idempotencyBytes: sealed.length + requestText.length };
            return inside(writes, (write) => context.quotas.use(accountId, wanted, write));
          },
        };
        return { response: await make(keyed), isReplay: false };
      } catch (error) {
        if (!(error instanceof KeyTakenError)) throw error;
        const winner = await storage.idempotencyKeys.get(accountId, keyHash, clock());
        if (winner === null) throw new UnavailableError('The Idempotency-Key has just expired; try again.');
        return show(winner);
      } finally {
        inFlight.delete(place);
      }
    },
  };
}

/** Returns whether a store key makes a call that is not of its store, so that it gets 404 or 403 and no response. */
function isForeign(principal: Principal, [storeId]: readonly unknown[]): boolean {
  return principal.kind === 'store' && storeId !== principal.storeId;
}

/** Returns writes of which each runs inside `around`. */
function inside(
  writes: KeyedWrites,
  around: (write: () => Promise<unknown>) => Promise<unknown>,
): KeyedWrites {
  type Write = (...args: unknown[]) => Promise<unknown>;
  const facets = Object.entries<object>(writes as unknown as Record<string, object>).map(([name, facet]) => {
    const calls = Object.entries<Write>(facet as Record<string, Write>);
    return [
      name,
      Object.fromEntries(
        calls.map(([call, write]) => [call, (...args: unknown[]) => around(() => write(...args))]),
      ),
    ];
  });
  return Object.fromEntries(facets) as unknown as KeyedWrites;
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
