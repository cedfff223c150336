import type { TimerDesign } from '../contracts/timers/timer-design.ts';
import { sha256Base64url } from '../ground/crypto.ts';
import type { TimerScene } from '../media/timer-scene.ts';
import type { TimerResources } from './stored-timer.ts';

/**
 * Returns the scene of a design. Its key covers everything that the pixels depend on besides the remaining seconds, so
 * it ignores the target, the alternative text and the name of the preset.
 *
 * @param load reads a blob of the resources.
 */
export function sceneOf(
  design: TimerDesign,
  resources: TimerResources,
  load: TimerScene['load'],
): TimerScene {
  const { target: _target, altText: _altText, preset: _preset, ...drawn } = design;
  const key = sha256Base64url(JSON.stringify([drawn, resources]));
  const { behaviour, message } = design.expired;
  const { expiredImage } = resources;
  const isEmpty =
    (behaviour === 'message' && (message === null || message.trim() === '')) ||
    (behaviour === 'image' && expiredImage === null);
  // An empty expired state shows zeros (docs/rules.md#design).
  const shown = isEmpty ? { ...design, expired: { ...design.expired, behaviour: 'zeros' as const } } : design;
  return { key, design: shown, ...resources, load };
}
