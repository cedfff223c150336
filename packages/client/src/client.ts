import type { AccountUsageResponse, StatusResponse, WhoAmIResponse } from './generated/contracts.ts';
import type { AnyStore, StoreRef, StoreTypes } from './generated/store-types.ts';
import { createMethods, type Methods } from './methods.ts';
import { createFonts, type Fonts } from './resources/fonts.ts';
import { createImageHosts, type ImageHosts } from './resources/image-hosts.ts';
import { createImages, type Images } from './resources/images.ts';
import type { Jobs } from './resources/jobs.ts';
import { createKeys, type Keys } from './resources/keys.ts';
import { createLiveImages, type LiveImages } from './resources/live-images.ts';
import { createLocations, type Locations } from './resources/locations.ts';
import { createMaps, type Maps } from './resources/maps.ts';
import { createStore, type Store } from './resources/stores/records.ts';
import { createStoreIds } from './resources/stores/store-ids.ts';
import { createStores, type Stores } from './resources/stores/stores.ts';
import { createTimers, type Timers } from './resources/timers.ts';
import { createWebhooks, type Webhooks } from './resources/webhooks.ts';
import { type CallOptions, type ClientOptions, createTransport } from './transport.ts';

/** References to stores by the name that the program uses, as `vitrine types` writes them. */
export type StoreMap = Readonly<Record<string, StoreRef>>;

type AnyStores = Readonly<Record<string, StoreRef<AnyStore>>>;

type TypesOf<Ref> = Ref extends StoreRef<infer Types> ? Types : never;

/** A Vitrine server, as one key sees it. */
export interface Client<Known extends StoreMap = AnyStores> {
  /** Returns the records of a store: by the name or id of the store, or by its definition. Requests nothing. */
  store<Name extends keyof Known & string>(name: Name): Store<TypesOf<Known[Name]>>;
  store<Types extends StoreTypes>(store: StoreRef<Types>): Store<Types>;
  readonly stores: Stores;
  readonly images: Images;
  readonly fonts: Fonts;
  readonly timers: Timers;
  readonly liveImages: LiveImages;
  readonly imageHosts: ImageHosts;
  readonly maps: Maps;
  readonly locations: Locations;
  readonly webhooks: Webhooks;
  readonly keys: Keys;
  readonly jobs: Jobs;
  /** Returns the identity of the key. */
  whoami(options?: CallOptions): Promise<WhoAmIResponse>;
  /** Returns the status of the server. */
  status(options?: CallOptions): Promise<StatusResponse>;
  /** Returns the usage and the quotas of the account. */
  usage(options?: CallOptions): Promise<AccountUsageResponse>;
  /** Sends a request to any route of the interface. */
  readonly call: Methods['call'];
}

/** Creates a client. Requests nothing. @throws ValidationError for a wrong `url` or an empty `key`. */
export function createClient<const Known extends StoreMap = AnyStores>({
  stores: known,
  ...options
}: ClientOptions & {
  /** The stores of a file that `vitrine types` has written: typed, and without a look-up of their ids. */
  readonly stores?: Known | undefined;
}): Client<Known> {
  const direct = createMethods(createTransport(options));
  const ids = createStoreIds(direct);
  const methods = createMethods(ids.call);
  const open = <Types extends StoreTypes>(store: StoreRef<Types>): Store<Types> =>
    createStore(store, store.id ? direct : methods, ids.resolve, stores.imports);
  const stores = createStores(methods, ids, open);
  return {
    store: (store: string | StoreRef) =>
      open(typeof store === 'string' ? (known?.[store] ?? { name: store }) : store) as never,
    stores,
    images: createImages(direct),
    fonts: createFonts(direct),
    timers: createTimers(direct),
    liveImages: createLiveImages(direct),
    imageHosts: createImageHosts(direct),
    maps: createMaps(direct),
    locations: createLocations(direct),
    webhooks: createWebhooks(direct),
    keys: createKeys(direct),
    jobs: { retry: direct.method('POST /admin/jobs/{id}/retry', 'no', null) },
    whoami: direct.method('GET /v2/whoami'),
    status: direct.method('GET /admin/status'),
    usage: direct.method('GET /admin/usage'),
    call: direct.call,
  };
}
