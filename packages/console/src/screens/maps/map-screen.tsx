import type { MapResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { Loaded, useLoad } from '../../components/pages/use-load.tsx';
import { useSession } from '../../session/session.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { MapWorkspace } from './map-workspace.tsx';
import styles from './maps.css';

adoptStyles(styles);

/** A map with its locations. */
export default function MapScreen({
  params,
}: {
  readonly params: Readonly<Record<string, string>>;
}): JSX.Element {
  const { client } = useSession();
  const mapId = Number(params.mapId);
  const load = useLoad<MapResponse>((signal) => client.maps.get(mapId, { signal }), [client, mapId]);
  return (
    <Loaded load={load} isPage>
      {(map) => <MapWorkspace key={mapId} map={map} onChanged={load.replace} />}
    </Loaded>
  );
}
