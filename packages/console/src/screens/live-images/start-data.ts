import type {
  AnyRow,
  Client,
  ImageDetail,
  MapResponse,
  StoreDetail,
  StoreSummary,
  TimerDetail,
} from '@vitrine/client';
import { openStore } from '../../requests/open-store.ts';

/** What a live image may begin with. */
export interface StartData {
  readonly stores: readonly StoreSummary[];
  readonly maps: readonly MapResponse[];
  /** Null: no store is chosen. */
  readonly store: StoreDetail | null;
  /** The newest record of the store. */
  readonly record: AnyRow | null;
  readonly map: (MapResponse & { readonly near: string | null }) | null;
  readonly image: ImageDetail | null;
  readonly timer: TimerDetail | null;
  readonly place: { readonly locale: string; readonly timeZone: string; readonly currency: string };
}

/** The parameters of the address. Null: not given. */
interface Wanted {
  readonly store: string | null;
  readonly map: string | null;
  readonly image: string | null;
  readonly timer: string | null;
}

const STORES_MAX = 200;
const MAPS_MAX = 100;

/** Loads the stores and maps, and what the address names. Without a name, the first store and map are proposed. */
export async function loadStart(client: Client, wanted: Wanted, signal: AbortSignal): Promise<StartData> {
  const [stores, maps, image, timer] = await Promise.all([
    client.stores.list({ limit: 100 }, { signal }).all(STORES_MAX),
    client.maps.list({ limit: 100 }, { signal }).all(MAPS_MAX),
    wanted.image === null ? null : client.images.get(Number(wanted.image), { signal }),
    wanted.timer === null ? null : client.timers.get(Number(wanted.timer), { signal }),
  ]);
  const storeId = wanted.store ?? stores[0]?.id ?? 'none';
  const map = maps.find(({ id }) => String(id) === wanted.map) ?? (wanted.map === null ? maps[0] : undefined);
  const records = openStore(client, storeId);
  const [store, newest] =
    storeId === 'none'
      ? [null, null]
      : await Promise.all([records.detail({ signal }), records.search({ limit: 1 }, { signal })]);
  return {
    ...{ stores, maps, store, image, timer },
    record: newest?.items[0] ?? null,
    map: map === undefined ? null : { ...map, near: await findNear(client, map.id, signal) },
    place: ownPlace(),
  };
}

/** Returns the address of a location of a map. */
async function findNear(client: Client, mapId: number, signal: AbortSignal): Promise<string | null> {
  const locations = await client.locations.search(mapId, { limit: 10 }, { signal });
  return locations.items.find(({ address }) => address !== null)?.address ?? null;
}

/** Returns the language, the zone and the currency of the reader's browser. */
function ownPlace(): StartData['place'] {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return { locale: navigator.language, timeZone, currency: currencyOf(timeZone) };
}

/** Guesses a currency. It is a text of the design, where it can be corrected. */
function currencyOf(timeZone: string): string {
  if (timeZone === 'Europe/London') return 'GBP';
  if (timeZone === 'Europe/Zurich') return 'CHF';
  return timeZone.startsWith('Europe/') ? 'EUR' : 'USD';
}
