import type { StoreDetail } from '@vitrine/client';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Page } from '../../components/pages/page.tsx';
import { Loaded, useLoad } from '../../components/pages/use-load.tsx';
import { FilterBar } from '../../records/filter-bar.tsx';
import { StoreTabs } from '../../records/store-tabs.tsx';
import { useStoreDetail } from '../../records/use-store-detail.ts';
import { columnsOf } from '../../records/value-types.ts';
import { filtersOfAddress } from '../../records/views/filter-address.ts';
import { filterParameters } from '../../records/views/filter-set.ts';
import { changeShown, loadNamedView } from '../../records/views/shown-view.ts';
import { useViews, ViewMenu } from '../../records/views/view-menu.tsx';
import { openStore } from '../../requests/open-store.ts';
import { Link } from '../../router/link.tsx';
import { query } from '../../router/location.ts';
import { useSession } from '../../session/session.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { chartsTexts as texts } from '../../texts/en/stores/charts.ts';
import { ChartForm } from './chart-form.tsx';
import { ChartResult } from './chart-result.tsx';
import styles from './charts.css';
import { KeptCharts } from './kept-charts.tsx';
import { addressOfChart, chartOfAddress, showChart } from './model/chart-address.ts';
import { problemOf } from './model/chart-texts.ts';
import { suggestionsFor } from './model/suggestions.ts';

adoptStyles(styles);

/** Charts of the records of a store. */
export default function ChartsScreen({
  params,
}: {
  readonly params: Readonly<Record<string, string>>;
}): JSX.Element {
  const storeId = params.storeId ?? '';
  const { client } = useSession();
  const named = query.value.get('view');
  const load = useStoreDetail(storeId);
  const view = useLoad(() => loadNamedView(client, storeId, 'chart'), [client, storeId, named]);
  return (
    <Loaded load={view} isPage>
      {() => (
        <Loaded load={load} isPage>
          {(detail) => <Charts key={storeId} detail={detail} />}
        </Loaded>
      )}
    </Loaded>
  );
}

function Charts({ detail }: { readonly detail: StoreDetail }): JSX.Element {
  const { client, identity } = useSession();
  const store = useMemo(() => openStore(client, detail.id), [client, detail.id]);
  const columns = useMemo(() => columnsOf(detail.properties), [detail]);
  const view = chartOfAddress();
  const filters = filtersOfAddress();
  const [isFilterOpen, setFilterOpen] = useState(filters.filters.length > 0);
  const place = `/stores/${encodeURIComponent(detail.id)}`;
  const problem = problemOf(view, columns);
  const count = filters.filters.length;
  const views = useViews(detail.id, 'chart');
  return (
    <Page
      title={detail.name}
      {...(identity.scope === 'account' ? { parent: { to: '/stores', label: texts.stores } } : {})}
    >
      <StoreTabs storeId={detail.id} />
      <div class="charts-filter">
        <div class="charts-toolbar">
          <ViewMenu
            storeId={detail.id}
            kind="chart"
            views={views}
            canSave={problem === null && view.by.length > 0}
          />
          <Button icon="filter" aria-expanded={isFilterOpen} onClick={() => setFilterOpen(!isFilterOpen)}>
            {texts.filter}
            {count > 0 && <span class="badge accent">{count}</span>}
          </Button>
          {count > 0 && (
            <Button
              kind="quiet"
              onClick={() => changeShown(filterParameters({ filters: [], match: 'all' }), { push: true })}
            >
              {texts.clearFilters}
            </Button>
          )}
        </div>
        {isFilterOpen && (
          <FilterBar
            store={store}
            columns={columns}
            shown={filters}
            onShow={(shown) => changeShown(filterParameters(shown), { push: true })}
          />
        )}
      </div>
      <div class="charts">
        <ChartForm view={view} columns={columns} onView={showChart} />
        {problem !== null ? (
          <p class="note warn">
            <Icon name="alert" />
            {problem}
          </p>
        ) : view.by.length === 0 ? (
          <section class="chart-start" hidden={views.data === null && views.error === null}>
            <KeptCharts store={store} columns={columns} views={views.data ?? []} records={place} />
            <h2>{texts.startTitle}</h2>
            <p class="soft">{texts.startText}</p>
            <ul>
              {suggestionsFor(columns, view).map(({ label, icon, view: suggested }) => (
                <li key={label}>
                  <Link class="card" to={addressOfChart(`${place}/charts`, suggested, filters)}>
                    <Icon name={icon} />
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ) : (
          <ChartResult
            store={store}
            detail={detail}
            columns={columns}
            view={view}
            filters={filters}
            records={place}
          />
        )}
      </div>
    </Page>
  );
}
