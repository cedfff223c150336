import type { AnyRow, Client } from '@vitrine/client';
import { useEffect, useState } from 'preact/hooks';
import type { Command } from '../components/commands.ts';
import { openStore } from '../requests/open-store.ts';
import { navigate, path } from '../router/location.ts';
import { shellTexts } from '../texts/en/shell.ts';

/** A line of the palette. */
export interface Row extends Command {
  /** Differs among the rows: where a row leads, or the name of a command. */
  readonly id: string;
  /** The kind of the thing, as it is shown. */
  readonly note: string;
}

/** Returns a row that leads to a place. */
export function placeRow(to: string, label: string, note: string, icon: Row['icon']): Row {
  return { id: to, label, note, icon, run: () => navigate(to) };
}

const STORES_MAX = 8;
const PAUSE_MS = 120;
/** The newest timers, live images and maps, whose names are searched here. */
const SEARCHED_MAX = 300;
export const OTHERS_MAX = 8;

const { palette } = shellTexts;

/** Returns the stores whose names contain the text, as the server finds them. */
export function useStoreRows(client: Client, text: string): readonly Row[] {
  const [stores, setStores] = useState<readonly Row[]>([]);
  useEffect(() => {
    const aborting = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const query = { limit: STORES_MAX, ...(text.trim() === '' ? {} : { q: text.trim() }) };
        const page = await client.call('GET /v2/stores', { query }, { signal: aborting.signal });
        setStores(
          page.items.map(({ id, name }) =>
            placeRow(`/stores/${encodeURIComponent(id)}`, name, palette.store, 'database'),
          ),
        );
      } catch {
        setStores([]);
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      aborting.abort();
    };
  }, [client, text]);
  return stores;
}

/** Too many records have a shorter text than this. */
const RECORD_TEXT_MIN = 2;
/** Stores whose records are searched, and records of each. */
const RECORDS_MAX = { stores: 6, each: 3 } as const;
const RECORD_PAUSE_MS = 250;
/** Longer labels are cut. */
const LABEL_MAX = 120;

/** Returns records that have the text in one of their fields: of the store that is shown, and of the newest stores. */
export function useRecordRows(client: Client, text: string): readonly Row[] {
  const [rows, setRows] = useState<readonly Row[]>([]);
  const q = text.trim();
  useEffect(() => {
    setRows([]);
    if (q.length < RECORD_TEXT_MIN) return;
    const aborting = new AbortController();
    const { signal } = aborting;
    const timer = setTimeout(async () => {
      const stores = client.call('GET /v2/stores', { query: { limit: RECORDS_MAX.stores } }, { signal });
      // Without them the palette still has its commands.
      const { items } = await stores.catch(() => ({ items: [] }));
      const shown = /^\/stores\/([^/]+)/.exec(path.peek())?.[1];
      const isShown = ({ id }: { readonly id: string }) => encodeURIComponent(id) === shown;
      const ordered = items.toSorted((a, b) => Number(isShown(b)) - Number(isShown(a)));
      const found = await Promise.all(
        ordered.map(async ({ id, name }) => {
          const pages = openStore(client, id).query({ q, limit: RECORDS_MAX.each }, { signal });
          const page = await Promise.resolve(pages).catch(() => null);
          return (page?.items ?? []).map((row) => recordRow(row, id, name));
        }),
      );
      if (!signal.aborted) setRows(found.flat());
    }, RECORD_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      aborting.abort();
    };
  }, [client, q]);
  return rows;
}

function recordRow(row: AnyRow, storeId: string, storeName: string): Row {
  const texts = Object.entries(row).filter(
    ([name, value]) =>
      !name.startsWith('date_') && name !== 'id' && typeof value === 'string' && value !== '',
  );
  const label = String(texts[0]?.[1] ?? row.id).slice(0, LABEL_MAX);
  const to = `/stores/${encodeURIComponent(storeId)}?record=${encodeURIComponent(row.id)}`;
  return placeRow(to, label, storeName, 'table');
}

/** Returns the newest timers, live images and maps. A store key has none. */
export function useOtherRows(client: Client, scope: 'account' | 'store'): readonly Row[] {
  const [rows, setRows] = useState<readonly Row[]>([]);
  useEffect(() => {
    if (scope === 'store') return;
    const aborting = new AbortController();
    const { signal } = aborting;
    const add = ({ list }: Listed, note: string, icon: Row['icon'], base: string) =>
      list({ limit: 100 }, { signal })
        .all(SEARCHED_MAX)
        .then(
          (items) => {
            const more = items.map(({ id, name }) => placeRow(base + id, name, note, icon));
            if (!signal.aborted) setRows((before) => [...before, ...more]);
          },
          // Without them the palette still has its commands.
          () => {},
        );
    void add(client.timers, palette.timer, 'timer', '/timers/');
    void add(client.liveImages, palette.live, 'live', '/live-images/');
    void add(client.maps, palette.map, 'map', '/maps/');
    return () => aborting.abort();
  }, [client, scope]);
  return rows;
}

/** The part of the client that lists things with names. */
interface Listed {
  list(
    request: { readonly limit: number },
    options: { readonly signal: AbortSignal },
  ): { all(max: number): Promise<readonly { readonly id: number; readonly name: string }[]> };
}
