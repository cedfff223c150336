import type { LocationResponse, UpdateLocationRequest } from '@vitrine/client';
import { showToast } from '../../../components/toast.tsx';
import { takeKeptForm } from '../../../forms/kept-form.ts';
import { newKey } from '../../../requests/creation.ts';
import { messageOf } from '../../../requests/describe-error.ts';
import { useSession } from '../../../session/session.ts';
import { mapsTexts } from '../../../texts/en/maps/maps.ts';
import type { Point } from '../world/viewport.ts';
import { formOfAddress, formOfLocation } from './location-form.ts';
import { placeOf, titleOf } from './location-state.ts';
import type { FoundLocations } from './use-locations.ts';

const { panel, settle } = mapsTexts;

export interface LocationActions {
  /** Each resolves to whether the server has accepted it. */
  readonly move: (location: LocationResponse, to: Point) => Promise<boolean>;
  readonly place: (location: LocationResponse, at: Point) => Promise<boolean>;
  readonly accept: (location: LocationResponse) => Promise<boolean>;
  readonly readdress: (location: LocationResponse, address: string) => Promise<boolean>;
  readonly again: (location: LocationResponse) => Promise<boolean>;
  readonly remove: (location: LocationResponse) => Promise<boolean>;
}

/** The changes of single locations. Each says what it did and can be undone. */
export function useLocationActions(
  mapId: number,
  { change, remove: forget }: Pick<FoundLocations, 'change' | 'remove'>,
): LocationActions {
  const { client, identity } = useSession();

  const formsOf = ({ id }: LocationResponse) => [formOfLocation(mapId, id), formOfAddress(id)];

  async function send(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      showToast(messageOf(error), { isBad: true });
      return false;
    }
  }

  function update(
    location: LocationResponse,
    changes: UpdateLocationRequest,
    text: string,
  ): Promise<boolean> {
    return send(async () => {
      const changed = await client.locations.update(mapId, location.id, changes);
      change(changed);
      const undo = async () => {
        const now = await client.locations.get(mapId, location.id);
        change(now);
        if (!isPlaced(changed, now)) throw new Error(panel.placedSince(titleOf(now)));
        change(await client.locations.update(mapId, location.id, placeBefore(location)));
      };
      showToast(text, { undo });
    });
  }

  return {
    move: (location, to) => update(location, to, panel.moved(titleOf(location))),
    place: (location, at) => update(location, at, settle.placed(titleOf(location))),
    accept: (location) => {
      const place = placeOf(location);
      return place === null
        ? Promise.resolve(false)
        : update(location, { lat: place.lat, lng: place.lng }, settle.accepted(titleOf(location)));
    },
    readdress: (location, address) =>
      update(location, { address, lat: null, lng: null }, settle.queued(address)),
    again: (location) => update(location, { lat: null, lng: null }, settle.queued(titleOf(location))),
    remove: (location) =>
      send(async () => {
        await client.locations.delete(mapId, location.id);
        const keepTyped = formsOf(location).map((form) => takeKeptForm(identity.accountId, form));
        forget(location.id);
        const idempotencyKey = newKey();
        const undo = async () => {
          const added = await client.locations.add(mapId, membersOf(location), { idempotencyKey });
          change(added);
          for (const [at, form] of formsOf(added).entries()) keepTyped[at]?.(form);
          return panel.back(titleOf(added));
        };
        showToast(panel.removed(titleOf(location)), { undo });
      }),
  };
}

/** Returns whether a location still has the place that a change gave it. What the geocoder has found since is no other. */
function isPlaced(changed: LocationResponse, now: LocationResponse): boolean {
  if (now.address !== changed.address) return false;
  if (changed.geocodeStatus !== 'manual') return now.geocodeStatus !== 'manual';
  return now.geocodeStatus === 'manual' && now.lat === changed.lat && now.lng === changed.lng;
}

/** Returns the change that undoes a change of the place. Places that the geocoder had found are found again. */
function placeBefore(location: LocationResponse): UpdateLocationRequest {
  const { address, geocodeStatus } = location;
  const place = placeOf(location);
  const isGiven = geocodeStatus === 'manual' || address === null;
  const { lat, lng } = isGiven && place !== null ? place : { lat: null, lng: null };
  return { address, lat, lng };
}

/** Returns the members of a location that was deleted. It gets another id. */
function membersOf(location: LocationResponse) {
  const { name, address, uniqueId, fields } = location;
  const place = location.geocodeStatus === 'manual' ? placeOf(location) : null;
  return { name, address, uniqueId, fields, ...(place ?? {}) };
}
