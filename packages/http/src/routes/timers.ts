import { TimerTargetDateResponse, UpdateTimerTargetDateRequest } from '@vitrine/core/contracts';
import { json } from '../response/reply.ts';
import { type KeyedRoute, route } from '../route.ts';

/** Saved timers. Their pictures are served like those of other images. */
export const timerRoutes: readonly KeyedRoute[] = [
  route({
    operation: 'UpdateTimerTargetDate',
    method: 'PATCH',
    path: '/v2/timers/:id/target-date',
    keys: ['account'],
    tag: 'Timers',
    summary: 'Change when a timer ends',
    description:
      '`targetDate` is an instant if it has an offset. Otherwise it is a wall time in `timeZone`, or in the zone of the ' +
      'timer. A wall time that clocks skip moves forward; of one that occurs twice, the first is used. The next open of the ' +
      'picture shows the change.',
    params: { id: 'The id of the timer, which is the id of its image.' },
    body: UpdateTimerTargetDateRequest,
    responses: {
      200: { description: 'The timer after the change.', schema: TimerTargetDateResponse },
      404: { description: 'No such timer.' },
    },
    handle: async ({ vitrine, principal, param, body }) =>
      json(await vitrine.timers.setTargetDate(principal, param('id'), await body())),
  }),
];
