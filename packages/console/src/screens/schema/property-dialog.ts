import type { AnyStore, Store, StoreDetail, StoreProperty } from '@vitrine/client';
import { useEffect, useState } from 'preact/hooks';
import { countValues } from './property-facts.ts';

/** What the dialogs of one property get. */
export interface PropertyDialogProps {
  readonly store: Store<AnyStore>;
  readonly detail: StoreDetail;
  readonly property: StoreProperty;
  readonly onClose: () => void;
  readonly onChanged: (detail: StoreDetail) => void;
}

export interface ValueCount {
  /** The number of records with a value; null while it is counted, or when it could not be counted. */
  readonly count: number | null;
  readonly error: unknown;
}

/** Counts the values of a property anew, because a dialog says what a change concerns at this moment. */
export function useValueCount(store: Store<AnyStore>, field: string): ValueCount {
  const [state, setState] = useState<ValueCount>({ count: null, error: null });
  useEffect(() => {
    const aborting = new AbortController();
    countValues(store, field, aborting.signal).then(
      (count) => setState({ count, error: null }),
      (error: unknown) => {
        if (!aborting.signal.aborted) setState({ count: null, error });
      },
    );
    return () => aborting.abort();
  }, [store, field]);
  return state;
}
