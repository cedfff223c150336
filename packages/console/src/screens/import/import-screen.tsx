import type { JSX } from 'preact';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import styles from './import.css';
import { NewStoreImport } from './new-store-import.tsx';
import { StoreImport } from './store-import.tsx';

adoptStyles(styles);

/** Imports a file: into a new store, or into the one of the path. */
export default function ImportScreen({
  params: { storeId },
}: {
  readonly params: Readonly<Record<string, string>>;
}): JSX.Element {
  return storeId === undefined ? <NewStoreImport /> : <StoreImport storeId={storeId} />;
}
