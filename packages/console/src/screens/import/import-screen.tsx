import type { JSX } from 'preact';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import styles from './import.css';
import { MapImport } from './locations/map-import.tsx';
import { NewStoreImport } from './stores/new-store-import.tsx';
import { StoreImport } from './stores/store-import.tsx';

adoptStyles(styles);

/** Imports a file: into a new store, or into the store or the map of the path. */
export default function ImportScreen({
  params: { storeId, mapId },
}: {
  readonly params: Readonly<Record<string, string>>;
}): JSX.Element {
  if (mapId !== undefined) return <MapImport mapId={Number(mapId)} />;
  return storeId === undefined ? <NewStoreImport /> : <StoreImport storeId={storeId} />;
}
