import type { Client, TimerFrameResponse } from '@vitrine/client';
import { useEffect, useState } from 'preact/hooks';
import { createGifPlayer } from '../gif/gif-player.ts';
import { drawScratch } from './scratch-draft.ts';
import { findPlaces, markPlaces, type UnitPlaces } from './unit-places.ts';

/** Asks the server where it puts the units of a draft. The last places stay meanwhile. Null before the first ones. */
export function useUnitPlaces(client: Client, frame: TimerFrameResponse): UnitPlaces | null {
  const [places, setPlaces] = useState<UnitPlaces | null>(null);
  useEffect(() => {
    const aborting = new AbortController();
    const { signal } = aborting;
    async function find(): Promise<void> {
      const blob = await drawScratch(client, frame, markPlaces(frame.design), signal);
      const player = createGifPlayer(new Uint8Array(await blob.arrayBuffer()));
      if (!signal.aborted) setPlaces(findPlaces(frame.design, player.show(0)));
    }
    // Without the places of now, the handles keep their last ones.
    find().catch(() => {});
    return () => aborting.abort();
  }, [client, frame]);
  return places;
}
