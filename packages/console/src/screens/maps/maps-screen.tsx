import type { MapResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useShownAgain } from '../../components/browser/use-shown-again.ts';
import { Button } from '../../components/button.tsx';
import { useCommands } from '../../components/commands.ts';
import { formatNumber } from '../../components/format.ts';
import { MenuButton } from '../../components/overlays/menu.tsx';
import { Page } from '../../components/pages/page.tsx';
import { EmptyState } from '../../components/pages/states.tsx';
import { Loaded, useLoad } from '../../components/pages/use-load.tsx';
import { Link } from '../../router/link.tsx';
import { navigate, query, setQuery } from '../../router/location.ts';
import { useSession } from '../../session/session.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { mapsTexts } from '../../texts/en/maps/maps.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { CreateMap } from './create-map.tsx';
import { DeleteMap } from './delete-map.tsx';
import styles from './maps.css';

adoptStyles(styles);

const SHOWN_MAX = 500;

const openDialog = () => setQuery({ new: '1' }, { push: true });
const commands = [{ label: mapsTexts.create, icon: 'add' as const, run: openDialog }];

/** All maps of the account, as cards. */
export default function MapsScreen(): JSX.Element {
  const { client } = useSession();
  const load = useLoad((signal) => client.maps.list({ limit: 100 }, { signal }).all(SHOWN_MAX), [client]);
  useShownAgain(load.reload);
  useCommands(useMemo(() => commands, []));
  const isEmpty = load.data?.length === 0;
  return (
    <Page
      title={mapsTexts.title}
      actions={
        isEmpty ? null : (
          <Button kind="primary" icon="add" onClick={openDialog}>
            {mapsTexts.create}
          </Button>
        )
      }
    >
      <Loaded load={load}>
        {(maps) =>
          maps.length === 0 ? (
            <EmptyState
              icon="map"
              title={mapsTexts.empty}
              actions={
                <Button kind="primary" icon="add" onClick={openDialog}>
                  {mapsTexts.create}
                </Button>
              }
            >
              {mapsTexts.emptyText}
            </EmptyState>
          ) : (
            <div class="map-cards">
              {maps.map((map) => (
                <MapCard key={map.id} map={map} onDeleted={load.reload} />
              ))}
            </div>
          )
        }
      </Loaded>
      {query.value.has('new') && <CreateMap onClose={() => setQuery({ new: null })} />}
    </Page>
  );
}

function MapCard({
  map,
  onDeleted,
}: {
  readonly map: MapResponse;
  readonly onDeleted: () => void;
}): JSX.Element {
  const [isDeleting, setDeleting] = useState(false);
  const { name, locationCounts } = map;
  const { total, queued, failed } = locationCounts;
  const locations = mapsTexts.locations(formatNumber(total), total === 1);
  const address = `/maps/${map.id}`;

  return (
    <article class="card map-card">
      <h2 class="cut">
        <Link to={address} class="cut" title={name}>
          {name}
        </Link>
      </h2>
      <p class="facts number">
        <strong>{locations}</strong>
        {queued > 0 && <span class="badge accent">{mapsTexts.waiting(formatNumber(queued))}</span>}
        {failed > 0 && <span class="badge bad">{mapsTexts.failed(formatNumber(failed))}</span>}
      </p>
      <div class="map-card-menu">
        <MenuButton
          isIconOnly
          icon="more"
          size="small"
          align="end"
          label={mapsTexts.actionsOf(name)}
          items={[
            { label: mapsTexts.open, icon: 'map', onSelect: () => navigate(address) },
            {
              label: shellTexts.useInLiveImage,
              icon: 'live',
              onSelect: () => navigate(`/live-images/start?map=${map.id}`),
            },
            null,
            { label: mapsTexts.delete, icon: 'trash', isDangerous: true, onSelect: () => setDeleting(true) },
          ]}
        />
      </div>
      {isDeleting && <DeleteMap map={map} onClose={() => setDeleting(false)} onDeleted={onDeleted} />}
    </article>
  );
}
