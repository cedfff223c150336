import { sha256Base64url } from '../crypto.ts';
import type { TimerScene } from '../media.ts';
import type { TimerResources } from './stored-timer.ts';
import type { TimerDesign } from './timer-design.ts';

/**
 * A design with what it draws with. The key leaves out what no pixel depends on: the target, which the picture shows only
 * through the seconds that are left, and the alternative text.
 *
 * @param load reads the bytes of a blob that the resources name.
 */
export function sceneOf(
  design: TimerDesign,
  resources: TimerResources,
  load: TimerScene['load'],
): TimerScene {
  const { target: _target, altText: _altText, ...drawn } = design;
  const key = sha256Base64url(JSON.stringify([drawn, resources]));
  const { behaviour, message } = design.expired;
  const { expiredImage } = resources;
  const isEmpty =
    (behaviour === 'message' && (message === null || message.trim() === '')) ||
    (behaviour === 'image' && expiredImage === null);
  // Nothing to show there shows zeros (docs/rules.md#design).
  const shown = isEmpty ? { ...design, expired: { ...design.expired, behaviour: 'zeros' as const } } : design;
  return { key, design: shown, ...resources, load };
}
