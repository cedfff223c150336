import type { LocationResponse, MapResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button, IconButton } from '../../components/button.tsx';
import { DropAnywhere } from '../../components/files/file-drop.tsx';
import { formatNumber } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { Page } from '../../components/pages/page.tsx';
import { Delayed, EmptyState, ErrorState, Skeleton } from '../../components/pages/states.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { hasKeptForm } from '../../forms/kept-form.ts';
import { Link } from '../../router/link.tsx';
import { navigate, query, setQuery } from '../../router/location.ts';
import { useSession } from '../../session/session.ts';
import { mapsTexts } from '../../texts/en/maps/maps.ts';
import { handFile } from '../../uploads/handed-file.ts';
import { EditMap } from './edit-map.tsx';
import { formOfLocation, NEW_LOCATION } from './locations/location-form.ts';
import { LocationList } from './locations/location-list.tsx';
import { LocationPanel } from './locations/location-panel.tsx';
import { LocationSearch } from './locations/location-search.tsx';
import { compareTitles, needsReview, stateOf } from './locations/location-state.ts';
import { SettleQueue } from './locations/settle-queue.tsx';
import { StateFilter } from './locations/state-filter.tsx';
import { useLocationActions } from './locations/use-location-actions.ts';
import { useLocations } from './locations/use-locations.ts';
import { WorldMap } from './map/world-map.tsx';
import { readFilter, showNear } from './map-address.ts';
import { useHeldFocus } from './use-held-focus.ts';
import { useMapView } from './use-map-view.ts';
import { type Point, toPoint } from './world/viewport.ts';

const KILOMETERS = { mi: 1.609_344, km: 1 };

/** The list, the search and the queue beside the map. */
export function MapWorkspace({
  map,
  onChanged,
}: {
  readonly map: MapResponse;
  readonly onChanged: (map: MapResponse) => void;
}): JSX.Element {
  const { address, near, radius, tab, state, id } = readFilter(query.value);
  const { identity } = useSession();
  const found = useLocations(map.id, { address, near, radius: near === null ? null : radius });
  const actions = useLocationActions(map.id, found);
  const [isPlacing, setPlacing] = useState(false);
  // Around a point, the nearest are first.
  const isNear = near !== null;
  const shown = useMemo(() => {
    const chosen = found.items.filter((location) => state === null || stateOf(location) === state);
    return isNear ? chosen : chosen.toSorted(compareTitles);
  }, [found.items, state, isNear]);
  const review = useMemo(() => shown.filter(needsReview), [shown]);
  const selected = found.items.find((location) => location.id === id) ?? null;
  const isWhole = !found.isLoading && !found.isCut && address === '' && near === null;
  // One that was deleted is open, too, if something is typed into its panel.
  const isOpen =
    selected !== null ||
    id === NEW_LOCATION ||
    (id !== null && isWhole && hasKeptForm(identity.accountId, formOfLocation(map.id, id)));
  const shownRadius = radius ?? map.searchRadius;
  const kilometers = shownRadius * KILOMETERS[map.unit];
  const { view, size, setSize, move, fit } = useMapView({
    locations: shown,
    isLoading: found.isLoading,
    near,
    kilometers,
    selected,
  });
  useEffect(() => setPlacing(false), [id]);
  const side = useRef<HTMLDivElement>(null);
  useHeldFocus(side, tab === 'all' ? id : null);

  const select = (location: LocationResponse | null) => setQuery({ id: location?.id ?? null });
  /** Goes on to the next location of the queue after one was settled. */
  const settled = (location: LocationResponse) => async (isDone: Promise<boolean>) => {
    const at = review.findIndex((each) => each.id === location.id);
    const next = review[at + 1] ?? review[at - 1] ?? null;
    const isDecided = await isDone;
    // A user who has gone on meanwhile stays where they are.
    if (isDecided && readFilter(query.peek()).id === id) select(next);
  };
  const place = (point: Point) => {
    if (selected === null) return;
    setPlacing(false);
    void settled(selected)(actions.place(selected, point));
  };
  const isFiltered = address !== '' || near !== null || state !== null;
  const here = () => setQuery({ near: showNear(toPoint(view.x, view.y)), q: null });

  return (
    <Page
      title={map.name}
      parent={{ to: '/maps', label: mapsTexts.title }}
      isFull
      actions={
        <>
          <IconButton
            icon="settings"
            label={mapsTexts.edit.open}
            kind="plain"
            onClick={() => setQuery({ edit: '1' }, { push: true })}
          />
          <Link class="button" to={`/maps/${map.id}/import`}>
            <Icon name="upload" />
            {mapsTexts.import}
          </Link>
          <Button kind="primary" icon="add" onClick={() => setQuery({ id: NEW_LOCATION, tab: null })}>
            {mapsTexts.add}
          </Button>
        </>
      }
    >
      <div class="map-workspace">
        <div ref={side} class="map-side">
          <Tabs
            label={mapsTexts.tabs}
            selected={tab}
            tabs={[
              { name: 'all', label: mapsTexts.all },
              {
                name: 'review',
                label: mapsTexts.review(address === '' && near === null ? review.length : null),
              },
            ]}
            onSelect={(name) =>
              // The queue has all locations, not only those of a search.
              setQuery({
                tab: name === 'all' ? null : name,
                id: null,
                q: null,
                near: null,
                radius: null,
                state: null,
              })
            }
          />
          {tab === 'review' && <StateFilter locations={found.items.filter(needsReview)} state={state} />}
          {tab === 'review' && review.length === 0 && state !== null ? (
            <EmptyState icon="map" title={mapsTexts.noMatch} />
          ) : tab === 'review' ? (
            <SettleQueue
              locations={review}
              current={selected}
              isPlacing={isPlacing}
              onCurrent={select}
              onPlacing={setPlacing}
              onAccept={(location) => void settled(location)(actions.accept(location))}
              onAddress={(location, text) => actions.readdress(location, text)}
              onAgain={(location) => void actions.again(location)}
              onRemove={(location) => void settled(location)(actions.remove(location))}
            />
          ) : id !== null && isOpen ? (
            <LocationPanel
              key={id}
              map={map}
              id={id}
              location={selected}
              onChanged={(location) => {
                found.change(location);
                // A user who has left the new location meanwhile stays where they are.
                if (location.id !== id && readFilter(query.peek()).id === id) select(location);
              }}
              onRemove={(location) => {
                void actions.remove(location);
                select(null);
              }}
              onClose={() => select(null)}
            />
          ) : (
            <>
              <LocationSearch
                address={address}
                near={near}
                radius={shownRadius}
                unit={map.unit}
                onAddress={(text) => setQuery({ q: text, near: null, radius: null })}
                onNear={(point) =>
                  setQuery({ near: point === null ? null : showNear(point), radius: null, q: null })
                }
                onRadius={(value) => setQuery({ radius: String(value) })}
                onHere={here}
              />
              <StateFilter locations={found.items} state={state} />
              {near !== null && !found.isLoading && (
                <p class="soft number location-count" role="status">
                  {mapsTexts.nearResult(
                    found.items.length,
                    `${formatNumber(shownRadius)} ${map.unit}`,
                    map.maxResults,
                  )}
                </p>
              )}
              {found.error !== null && found.error !== undefined && (
                <ErrorState error={found.error} onRetry={found.reload} />
              )}
              {shown.length > 0 && (
                <LocationList locations={shown} selectedId={id} unit={map.unit} onSelect={select} />
              )}
              {found.items.length === 0 && found.isLoading && (
                <Delayed>
                  <Skeleton width="80%" />
                </Delayed>
              )}
              {shown.length === 0 && !found.isLoading && found.error === null && (
                <EmptyState icon="map" title={isFiltered ? mapsTexts.noMatch : mapsTexts.none}>
                  {isFiltered ? null : mapsTexts.noneText}
                </EmptyState>
              )}
              {found.isCut && <p class="note">{mapsTexts.loaded(formatNumber(found.items.length))}</p>}
            </>
          )}
        </div>
        <WorldMap
          locations={shown}
          selectedId={id}
          circle={near === null ? null : { center: near, kilometers }}
          view={view}
          size={size}
          isPlacing={isPlacing}
          onView={move}
          onSize={setSize}
          onSelect={(location) =>
            setQuery({ id: location.id, ...(needsReview(location) ? {} : { tab: null }) })
          }
          onMove={(location, to) => void actions.move(location, to)}
          onPlace={place}
          onPlacingEnd={() => setPlacing(false)}
          onFit={fit}
        />
      </div>
      {query.value.has('edit') && (
        <EditMap
          map={map}
          onClose={() => setQuery({ edit: null })}
          onChanged={(changed) => {
            onChanged(changed);
            found.reload();
          }}
        />
      )}
      <DropAnywhere
        label={mapsTexts.drop}
        onFiles={([file]) => {
          if (file === undefined) return;
          handFile(file);
          navigate(`/maps/${map.id}/import`);
        }}
      />
    </Page>
  );
}
