import type { LiveDesign, LiveTimerDesign } from '@vitrine/client';
import { designUsesTexts } from '../../texts/en/images/design-uses.ts';

type Layers = LiveDesign['layers'];

/**
 * Returns the names of the layers that use something, and the places in the timers among them.
 *
 * @param isUsed whether a layer that is no timer uses it.
 * @param inTimer returns its places in a timer.
 */
export function placesInLayers(
  layers: Layers,
  isUsed: (layer: Layers[string]) => boolean,
  inTimer: (design: LiveTimerDesign) => readonly string[],
): readonly string[] {
  return Object.entries(layers).flatMap(([name, layer]) => {
    if (layer.type === 'timer')
      return inTimer(layer.design).map((place) => designUsesTexts.ofLayer(name, place));
    return isUsed(layer) ? [name] : [];
  });
}
