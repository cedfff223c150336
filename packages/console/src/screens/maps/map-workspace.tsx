import type { LocationResponse, MapResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { formatNumber } from '../../components/format.ts';
import { Page } from '../../components/page.tsx';
import { Delayed, EmptyState, ErrorState, Skeleton } from '../../components/states.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { query, setQuery } from '../../router/location.ts';
import { mapsTexts } from '../../texts/en/maps.ts';
import { ImportLocations } from './import-locations.tsx';
import { LocationList } from './location-list.tsx';
import { LocationPanel } from './location-panel.tsx';
import { LocationSearch } from './location-search.tsx';
import { needsReview, placeOf } from './location-state.ts';
import { readFilter, showNear } from './map-address.ts';
import { SettleQueue } from './settle-queue.tsx';
import { useLocationActions } from './use-location-actions.ts';
import { useLocations } from './use-locations.ts';
import { fitting, type Point, type Size, scaleOf, toPoint, toWorld, type Viewport } from './viewport.ts';
import { FIRST_VIEW, WorldMap } from './world-map.tsx';

const KILOMETERS = { mi: 1.609_344, km: 1 };
/** The zoom at which a chosen location is shown at least. */
const SELECTED_ZOOM = 4.5;
const NEW = 'new';

/** The list, the search and the queue beside the map. */
export function MapWorkspace({ map }: { readonly map: MapResponse }): JSX.Element {
  const { address, near, radius, tab, id } = readFilter(query.value);
  const found = useLocations(map.id, { address, near, radius: near === null ? null : radius });
  const actions = useLocationActions(map.id, found);
  const [view, setView] = useState<Viewport>(FIRST_VIEW);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const [isPlacing, setPlacing] = useState(false);
  const isMeasured = size.width > 0;
  const isFitted = useRef(false);

  const review = useMemo(() => found.items.filter(needsReview), [found.items]);
  const selected = found.items.find((location) => location.id === id) ?? null;
  const shownRadius = radius ?? map.searchRadius;
  const circle = near === null ? null : { center: near, kilometers: shownRadius * KILOMETERS[map.unit] };

  const fit = () => {
    const points = found.items.flatMap((location) => placeOf(location) ?? []);
    setView(fitting(near === null ? points : [...points, near], size));
  };
  useEffect(() => {
    if (found.isLoading || isFitted.current || !isMeasured) return;
    isFitted.current = true;
    if (near === null && selected === null) fit();
  }, [found.isLoading, isMeasured]);
  useEffect(() => {
    if (near !== null && isMeasured)
      setView((before) => ({ ...before, ...toWorld(near), scale: fitScale(circle?.kilometers ?? 1) }));
  }, [near?.lat, near?.lng, shownRadius, isMeasured]);
  useEffect(() => {
    setPlacing(false);
    const place = selected === null ? null : placeOf(selected);
    if (place === null || !isMeasured) return;
    setView((before) => ({ ...toWorld(place), scale: Math.max(before.scale, scaleOf(SELECTED_ZOOM)) }));
  }, [id, selected !== null, isMeasured]);

  function fitScale(kilometers: number): number {
    const pixels = Math.min(size.width, size.height) / 2.4;
    return Math.max(
      scaleOf(1),
      (pixels / kilometers) * (40_030 / 1_000) * Math.cos(((near?.lat ?? 0) * Math.PI) / 180),
    );
  }

  const select = (location: LocationResponse | null) => setQuery({ id: location?.id ?? null });
  /** Goes on to the next location of the queue after one was settled. */
  const settled = (location: LocationResponse) => async (isDone: Promise<boolean>) => {
    const at = review.findIndex((each) => each.id === location.id);
    const next = review[at + 1] ?? review[at - 1] ?? null;
    if (await isDone) select(next);
  };
  const place = (point: Point) => {
    if (selected === null) return;
    setPlacing(false);
    void settled(selected)(actions.place(selected, point));
  };
  const here = () => setQuery({ near: showNear(toPoint(view.x, view.y)), q: null });

  return (
    <Page
      title={map.name}
      parent={{ to: '/maps', label: mapsTexts.title }}
      isFull
      actions={
        <>
          <Button icon="upload" onClick={() => setQuery({ import: '1' }, { push: true })}>
            {mapsTexts.import}
          </Button>
          <Button kind="primary" icon="add" onClick={() => setQuery({ id: NEW, tab: null })}>
            {mapsTexts.add}
          </Button>
        </>
      }
    >
      <div class="map-workspace">
        <div class="map-side">
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
              setQuery({ tab: name === 'all' ? null : name, id: null, q: null, near: null, radius: null })
            }
          />
          {tab === 'review' ? (
            <SettleQueue
              locations={review}
              current={selected}
              isPlacing={isPlacing}
              onCurrent={select}
              onPlacing={setPlacing}
              onAccept={(location) => void settled(location)(actions.accept(location))}
              onAddress={(location, text) => void actions.readdress(location, text)}
              onAgain={(location) => void actions.again(location)}
              onRemove={(location) => void settled(location)(actions.remove(location))}
            />
          ) : selected !== null || id === NEW ? (
            <LocationPanel
              key={id}
              map={map}
              location={selected}
              onChanged={(location) => {
                found.change(location);
                select(location);
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
              {found.items.length > 0 && (
                <LocationList locations={found.items} selectedId={id} unit={map.unit} onSelect={select} />
              )}
              {found.items.length === 0 && found.isLoading && (
                <Delayed>
                  <Skeleton width="80%" />
                </Delayed>
              )}
              {found.items.length === 0 && !found.isLoading && found.error === null && (
                <EmptyState
                  icon="map"
                  title={address === '' && near === null ? mapsTexts.none : mapsTexts.noMatch}
                >
                  {address === '' && near === null ? mapsTexts.noneText : null}
                </EmptyState>
              )}
              {found.isCut && <p class="note">{mapsTexts.loaded(formatNumber(found.items.length))}</p>}
            </>
          )}
        </div>
        <WorldMap
          locations={found.items}
          selectedId={id}
          circle={circle}
          view={view}
          size={size}
          isPlacing={isPlacing}
          onView={setView}
          onSize={setSize}
          onSelect={(location) =>
            setQuery({ id: location.id, ...(needsReview(location) ? {} : { tab: null }) })
          }
          onMove={(location, to) => void actions.move(location, to)}
          onPlace={place}
          onFit={fit}
        />
      </div>
      {query.value.has('import') && (
        <ImportLocations
          map={map}
          onClose={() => setQuery({ import: null })}
          onDone={() => {
            isFitted.current = false;
            found.reload();
          }}
        />
      )}
    </Page>
  );
}
