import { ValidationError } from '../ground/errors.ts';
import type { Principal } from '../ports/access.ts';
import type { TypedStores } from './typed-stores/typed-store.ts';
import type { VitrineServices } from './vitrine-services.ts';

/** Returns whether a call takes a principal first. */
type TakesPrincipal<Call> = Call extends (...given: infer Given) => unknown
  ? Given extends [Principal, ...unknown[]]
    ? true
    : false
  : false;

/** A service without its first argument, the principal. Calls that take none are left out. */
type Bound<Service> = {
  readonly [Call in keyof Service as TakesPrincipal<Service[Call]> extends true
    ? Call
    : never]: Service[Call] extends (principal: Principal, ...given: infer Given) => infer Result
    ? (...given: Given) => Result
    : never;
};

/** The services of which no call takes a principal. */
type Public = 'thumbnails' | 'publicImages';

/** All services for one principal. */
export type BoundServices = {
  readonly [Name in Exclude<keyof VitrineServices, Public | 'stores'>]: Bound<VitrineServices[Name]>;
} & {
  // The types of a call with type parameters can't be derived.
  readonly stores: Omit<Bound<VitrineServices['stores']>, 'open'> & TypedStores<[]>;
};

type UnboundCall<Name extends keyof BoundServices> = Exclude<
  keyof VitrineServices[Name],
  keyof BoundServices[Name]
>;

/** The calls that take no principal. The type requires each of them. */
const WITHOUT_PRINCIPAL: {
  readonly [Name in keyof BoundServices as [UnboundCall<Name>] extends [never] ? never : Name]: Readonly<
    Record<UnboundCall<Name>, true>
  >;
} & Readonly<Record<Public, null>> = {
  accounts: { create: true, first: true, ensure: true, list: true, changeLimits: true },
  identity: { authenticate: true },
  fonts: { openPreview: true },
  timerFrames: { preview: true },
  timerPresets: { preview: true },
  liveImageDrafts: { preview: true },
  oauth: { register: true, takesDocuments: true, open: true, exchange: true, revoke: true },
  status: { measure: true },
  thumbnails: null,
  publicImages: null,
};

type Call = (...given: readonly unknown[]) => unknown;

/** Returns the services with a principal as the first argument of each call. @throws ValidationError without one. */
export function bindServices(services: VitrineServices, principal: Principal): BoundServices {
  // For programs that the compiler does not check.
  if (typeof (principal as Partial<Principal> | undefined)?.accountId !== 'string') {
    throw new ValidationError([
      { path: 'principal', message: 'Expected a principal, such as accountPrincipal(account.id).' },
    ]);
  }
  const unbound: Readonly<Record<string, object | null | undefined>> = WITHOUT_PRINCIPAL;
  const bound = Object.entries(services).flatMap(([name, service]) => {
    const without = unbound[name];
    return without === null ? [] : [[name, bindService(service, principal, without ?? {})] as const];
  });
  return Object.fromEntries(bound) as unknown as BoundServices;
}

function bindService(service: object, principal: Principal, without: object): object {
  const calls = Object.entries<Call>({ ...service }).filter(([name]) => !Object.hasOwn(without, name));
  return Object.fromEntries(
    calls.map(([name, call]) => [name, (...given: readonly unknown[]) => call(principal, ...given)]),
  );
}
