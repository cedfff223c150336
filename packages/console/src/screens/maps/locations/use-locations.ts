import type { CursorPageOfLocationResponse, LocationResponse } from '@vitrine/client';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { isOnline } from '../../../requests/connection.ts';
import { useSession } from '../../../session/session.ts';
import type { Point } from '../world/viewport.ts';
import { isWaiting } from './location-state.ts';

/** Locations that are loaded at most, so that any map opens quickly. A search finds the others. */
const LOADED_MAX = 5_000;
const PAGE_SIZE = 100;
const POLL_MS = 2_000;
const POLLED_MAX = 20;

export interface LocationFilter {
  readonly address: string;
  /** Takes precedence over the address. */
  readonly near: Point | null;
  /** In the unit of the map. Null: that of the map. */
  readonly radius: number | null;
}

export interface FoundLocations {
  readonly items: readonly LocationResponse[];
  readonly isLoading: boolean;
  readonly error: unknown;
  /** The search around a point: what was in force. */
  readonly around: Pick<CursorPageOfLocationResponse, 'unit' | 'radius' | 'maxResults'> | null;
  readonly isCut: boolean;
  readonly reload: () => void;
  /** Shows a location as it is after a change. */
  readonly change: (location: LocationResponse) => void;
  readonly remove: (id: string) => void;
}

type State = Pick<FoundLocations, 'items' | 'isLoading' | 'error' | 'around' | 'isCut'>;

const NOTHING: State = { items: [], isLoading: true, error: null, around: null, isCut: false };

/** Loads the locations of a map page by page, and follows those that wait for the geocoder. */
export function useLocations(mapId: number, { address, near, radius }: LocationFilter): FoundLocations {
  const { client } = useSession();
  const [state, setState] = useState<State>(NOTHING);
  const [round, setRound] = useState(0);
  const [lat, lng] = [near?.lat, near?.lng];

  useEffect(() => {
    const aborting = new AbortController();
    const { signal } = aborting;
    async function load(): Promise<void> {
      const filter =
        lat !== undefined && lng !== undefined
          ? { lat, lng, ...(radius === null ? {} : { radius }) }
          : address === ''
            ? {}
            : { address };
      const items: LocationResponse[] = [];
      const pages = client.locations.search(mapId, { ...filter, limit: PAGE_SIZE }, { signal }).pages();
      for await (const page of pages as AsyncIterable<CursorPageOfLocationResponse>) {
        items.push(...page.items);
        const isCut = items.length >= LOADED_MAX && page.cursor !== undefined;
        const around = page.radius === undefined ? null : page;
        const isLoading = page.cursor !== undefined && !isCut;
        if (signal.aborted) return;
        setState({ items: [...items], isLoading, error: null, around, isCut });
        if (isCut) return;
      }
    }
    setState((before) => ({ ...before, isLoading: true }));
    load().catch((error: unknown) => {
      if (!signal.aborted) setState((before) => ({ ...before, isLoading: false, error }));
    });
    return () => aborting.abort();
  }, [client, mapId, address, lat, lng, radius, round]);

  const change = useCallback((location: LocationResponse) => {
    setState((before) => ({
      ...before,
      items: before.items.some(({ id }) => id === location.id)
        ? before.items.map((each) => (each.id === location.id ? location : each))
        : [location, ...before.items],
    }));
  }, []);
  const remove = useCallback((id: string) => {
    setState((before) => ({ ...before, items: before.items.filter((each) => each.id !== id) }));
  }, []);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const isAnswering = isOnline.value;
  const hasFailed = state.error !== null;
  useEffect(() => {
    if (isAnswering && hasFailed) reload();
    // Only when the server answers again: a failed load is repeated by the user otherwise.
  }, [isAnswering]);

  const waiting = state.items
    .filter(isWaiting)
    .slice(0, POLLED_MAX)
    .map(({ id }) => id)
    .join(' ');
  useEffect(() => {
    if (waiting === '') return;
    const timer = setInterval(() => {
      for (const id of waiting.split(' ')) client.locations.get(mapId, id).then(change, () => {});
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [client, mapId, waiting, change]);

  return { ...state, reload, change, remove };
}
