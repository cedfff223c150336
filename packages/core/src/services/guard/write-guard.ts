import { ForbiddenError } from '../../ground/errors.ts';
import type { Principal } from '../../ports/access.ts';

/** Whether a call of a service changes something. */
type Effect = 'reads' | 'writes';

/**
 * Returns a service with a check before all calls that write: they throw `forbidden` for a principal with a read-only
 * key, before any lookup. Each call needs an effect, so that a new one is not forgotten. Calls that write have the
 * principal as their first argument and return a promise.
 */
export function guardWrites<Service extends object>(
  service: Service,
  effects: Readonly<Record<keyof Service & string, Effect>>,
): Service {
  const guarded: Record<string, unknown> = Object.fromEntries(Object.entries(service));
  for (const [name, effect] of Object.entries<Effect>(effects)) {
    if (effect === 'reads') continue;
    const call = guarded[name] as (principal: Principal, ...rest: unknown[]) => Promise<unknown>;
    guarded[name] = (principal: Principal, ...rest: unknown[]) => {
      try {
        requireWriter(principal);
        return call(principal, ...rest);
      } catch (error) {
        return Promise.reject(error);
      }
    };
  }
  return guarded as Service;
}

/** @throws ForbiddenError for a read-only key. */
export function requireWriter({ key }: Principal): void {
  if (key?.readOnly === true) throw new ForbiddenError('This API key is read-only.');
}
