import type { Principal } from '../../ports/access.ts';
import { type ApiKeyService, apiKeyReplays, apiKeyService } from '../accounts/api-keys.ts';
import type { ServiceContext } from '../calls/context.ts';
import type { Replay, Replays } from '../calls/replay.ts';
import { type ImageService, imageReplays, imageService } from '../images/images.ts';
import { type LocationService, locationReplays, locationService } from '../maps/locations.ts';
import { type MapService, mapReplays, mapService } from '../maps/maps.ts';
import type { RecordService } from '../records/record-service.ts';
import { recordReplays, recordService } from '../records/records.ts';
import type { StoreService } from '../stores/store-service.ts';
import { storeReplays, storeService } from '../stores/stores.ts';
import type { TimerFrameService } from '../timers/timer-frame-service.ts';
import { timerFrameReplays, timerFrameService } from '../timers/timer-frames.ts';
import type { WebhookService } from '../webhooks/webhook-service.ts';
import { webhookReplays, webhookService } from '../webhooks/webhooks.ts';
import type { Idempotency, IdempotentRequest } from './idempotency.ts';

/** The services with calls that can be made under an idempotency key. */
export interface IdempotentServices {
  readonly apiKeys: ApiKeyService;
  readonly stores: StoreService;
  readonly records: RecordService;
  readonly images: ImageService;
  readonly timerFrames: TimerFrameService;
  readonly maps: MapService;
  readonly locations: LocationService;
  readonly webhooks: WebhookService;
}

/** A service under a key: its replays, and how it is made with the context of a call. */
interface KeyedService<Service> {
  readonly replays: Replays<Service>;
  create(context: ServiceContext): Service;
}

const KEYED: { readonly [Name in keyof IdempotentServices]: KeyedService<IdempotentServices[Name]> } = {
  apiKeys: { replays: apiKeyReplays, create: apiKeyService },
  stores: { replays: storeReplays, create: storeService },
  records: { replays: recordReplays, create: recordService },
  images: { replays: imageReplays, create: imageService },
  timerFrames: { replays: timerFrameReplays, create: timerFrameService },
  maps: { replays: mapReplays, create: mapService },
  locations: { replays: locationReplays, create: locationService },
  webhooks: { replays: webhookReplays, create: webhookService },
};

type Call = (principal: Principal, ...args: unknown[]) => Promise<unknown>;

/**
 * Returns the services with their calls under the key of the request. Calls that can't be made under a key stay as they
 * are. `onReplay` is called when a call returns the response of an earlier one.
 */
export function idempotentServices(
  idempotency: Idempotency,
  services: IdempotentServices,
  request: IdempotentRequest,
  onReplay: () => void,
): IdempotentServices {
  const result: Record<string, unknown> = {};
  for (const [name, { replays, create }] of Object.entries<KeyedService<object>>(KEYED)) {
    const calls: Record<string, unknown> = { ...services[name as keyof IdempotentServices] };
    for (const [callName, replay] of Object.entries(replays as Record<string, Replay>)) {
      calls[callName] = async (principal: Principal, ...args: unknown[]) => {
        const { response, isReplay } = await idempotency.once(request, {
          name: `${name}.${callName}`,
          principal,
          args,
          replay,
          make: async (context) => (create(context) as Record<string, Call>)[callName]?.(principal, ...args),
        });
        if (isReplay) onReplay();
        return response;
      };
    }
    result[name] = calls;
  }
  return result as unknown as IdempotentServices;
}
