import { TimerTargetDateResponse, UpdateTimerTargetDateRequest } from '@vitrine/core/contracts';
import { json } from '../response/reply.ts';
import { type KeyedRoute, route } from '../route.ts';

/** Saved timers; their pictures are served as those of all images are. */
export const timerRoutes: readonly KeyedRoute[] = [
  route({
    operation: 'UpdateTimerTargetDate',
    method: 'PATCH',
    path: '/v2/timers/:id/target-date',
    keys: ['account'],
    tag: 'Timers',
    summary: 'Change when a timer ends',
    description:
      'With an offset `targetDate` is an instant, without one a wall time in `timeZone` or else in the zone of the timer. ' +
      'A wall time that clocks skip moves forward, of one that comes twice the first counts. The next open shows it.',
    params: { id: 'The id of the timer: that of its image.' },
    body: UpdateTimerTargetDateRequest,
    responses: {
      200: { description: 'The timer as it is now.', schema: TimerTargetDateResponse },
      404: { description: 'No such timer.' },
    },
    handle: async ({ vitrine, principal, param, body }) =>
      json(await vitrine.timers.setTargetDate(principal, param('id'), await body())),
  }),
];
