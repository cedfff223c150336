import { type Principal, requireAccountKey } from '../access.ts';
import { acceptedMembers, parseContract } from '../contracts/contract.ts';
import { type TimerTargetDateResponse, UpdateTimerTargetDateRequest } from '../contracts/timers.ts';
import { NotFoundError, ValidationError } from '../errors.ts';
import { requireInt32 } from '../int32.ts';
import { type ReadTarget, readTarget } from '../timers/target.ts';
import { showDatetime } from '../values/datetime.ts';
import type { ServiceContext } from './context.ts';
import { productionUrlOf } from './image-urls.ts';
import { renderedUrlOf } from './image-view.ts';

/** Saved timers: images of the type `timer` (docs/rules.md#timers). */
export interface TimerService {
  /**
   * Changes the target of a timer, which takes effect with the next request for it. A wall time without a zone is in
   * the zone of the timer. For account keys only. The last of two racing calls wins.
   *
   * @param timerId the int32 id of the image.
   * @throws NotFoundError for an image that is unknown, foreign, or not a timer.
   * @throws ValidationError at `targetDate` or `timeZone`.
   */
  setTargetDate(
    principal: Principal,
    timerId: string | number,
    request: UpdateTimerTargetDateRequest,
  ): Promise<TimerTargetDateResponse>;
}

export function timerService(context: ServiceContext): TimerService {
  const { storage, clock, baseUrl } = context;
  return {
    async setTargetDate(principal, timerId, request) {
      requireAccountKey(principal);
      const { accountId } = principal;
      const id = requireInt32(timerId, 'timer');
      const timer = (await storage.images.get(accountId, id))?.timer ?? null;
      if (timer === null) throw new NotFoundError('timer');
      const now = clock();
      const read = ({ targetDate, timeZone }: Partial<UpdateTimerTargetDateRequest>): ReadTarget =>
        readTarget({ date: targetDate, timeZone: timeZone ?? timer.target.timeZone }, now, (member) =>
          member === 'date' ? 'targetDate' : 'timeZone',
        );
      const input = parseContract(UpdateTimerTargetDateRequest, request, (refused) => {
        const found = read(acceptedMembers(UpdateTimerTargetDateRequest, refused));
        return found.ok ? [] : found.issues;
      });
      const found = read(input);
      if (!found.ok) throw new ValidationError(found.issues);
      const image = await storage.images.setTarget(accountId, id, found.target, now);
      if (image === null) throw new NotFoundError('timer');
      const { instant, timeZone, local } = found.target;
      return {
        id,
        name: image.name,
        targetDate: showDatetime(instant),
        timeZone,
        localTargetDate: local,
        expired: instant <= now,
        productionUrl: productionUrlOf(baseUrl(), image.publicId),
        renderedUrl: renderedUrlOf(context, image),
      };
    },
  };
}
