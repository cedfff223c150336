import type { MapResponse } from '@vitrine/client';
import { useLoad } from '../../components/pages/use-load.tsx';
import { messageOf } from '../../requests/describe-error.ts';
import { useSession } from '../../session/session.ts';
import type { LostField } from './map-fields.tsx';

type Fields = MapResponse['fields'];

/** Locations that are counted at most, as many as a map shows. */
const COUNTED_MAX = 5_000;
const PAGE_SIZE = 100;

interface LostFields {
  readonly lost: readonly LostField[];
  readonly isCounting: boolean;
  /** Why they could not be counted. */
  readonly problem: string | null;
  /** Counts them again. */
  readonly reload: () => void;
}

/**
 * Counts in the whole map what the fields that a form removes lose, once the first is removed. What the page shows may be
 * old, or what a search has found.
 */
export function useLostFields(mapId: number, stored: Fields, fields: Fields): LostFields {
  const { client } = useSession();
  // A new field of the same name and type has the values of the removed one.
  const removed = stored.filter(
    ({ name, type }) => !fields.some((field) => field.name === name && field.type === type),
  );
  const isAny = removed.length > 0;
  const { data, error, reload } = useLoad(
    async (signal) =>
      isAny ? client.locations.search(mapId, { limit: PAGE_SIZE }, { signal }).all(COUNTED_MAX + 1) : null,
    [client, mapId, isAny],
  );
  const lost = removed.map(({ name }) => ({
    name,
    count: data?.slice(0, COUNTED_MAX).filter((one) => (one.fields[name] ?? null) !== null).length ?? null,
    isCut: (data?.length ?? 0) > COUNTED_MAX,
  }));
  return {
    lost,
    isCounting: isAny && data === null,
    problem: isAny && error !== null ? messageOf(error) : null,
    reload,
  };
}
