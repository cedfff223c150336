import type { AnyFilter, StoreDetail } from '@vitrine/client';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Loaded } from '../../components/pages/use-load.tsx';
import { type FilterDraft, FilterRows, readDrafts } from '../../records/filter-rows.tsx';
import { useStoreDetail } from '../../records/use-store-detail.ts';
import { columnsOf } from '../../records/value-types.ts';
import { openStore } from '../../requests/open-store.ts';
import { useSession } from '../../session/session.ts';
import { webhooksTexts } from '../../texts/en/webhooks.ts';

const texts = webhooksTexts.dialog;

interface WebhookFiltersProps {
  readonly storeId: string;
  /** Gets the filters after each change. Null: one of them is not complete. */
  readonly onFilters: (filters: readonly AnyFilter[] | null) => void;
}

/** The filters of a webhook of one store. */
export function WebhookFilters({ storeId, onFilters }: WebhookFiltersProps): JSX.Element {
  const load = useStoreDetail(storeId);
  return (
    <fieldset class="webhook-filters">
      <legend>{texts.filters}</legend>
      <Loaded load={load}>{(detail) => <Filters detail={detail} onFilters={onFilters} />}</Loaded>
    </fieldset>
  );
}

interface FiltersProps extends Pick<WebhookFiltersProps, 'onFilters'> {
  readonly detail: StoreDetail;
}

function Filters({ detail, onFilters }: FiltersProps): JSX.Element {
  const { client } = useSession();
  const store = useMemo(() => openStore(client, detail.id), [client, detail.id]);
  const columns = useMemo(() => columnsOf(detail.properties), [detail]);
  const [drafts, setDrafts] = useState<readonly FilterDraft[]>([]);
  return (
    <>
      <FilterRows
        store={store}
        columns={columns}
        drafts={drafts}
        onDrafts={(next) => {
          setDrafts(next);
          const filters = readDrafts(next, columns);
          onFilters(filters.length < next.length ? null : filters);
        }}
        // The server keeps the filters, so their days would not move on.
        isLeftOut={(op) => op === 'last'}
      />
      {drafts.length > 0 && <p class="faint">{texts.filtersHint}</p>}
    </>
  );
}
