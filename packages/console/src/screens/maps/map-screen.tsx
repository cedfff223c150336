import type { MapResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { Page } from '../../components/page.tsx';
import { Loaded, useLoad } from '../../components/use-load.tsx';
import { useSession } from '../../session/session.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { mapsTexts } from '../../texts/en/maps.ts';
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
  const parent = { to: '/maps', label: mapsTexts.title };
  if (load.data === null) {
    return (
      <Page title={mapsTexts.title} parent={parent}>
        <Loaded load={load}>{() => <></>}</Loaded>
      </Page>
    );
  }
  return <MapWorkspace key={mapId} map={load.data} />;
}
