import {
  CursorPageOfTimerSummary,
  DraftTimerRequest,
  ListTimersQuery,
  TimerDetail,
  TimerFrameResponse,
  TimerPresetList,
  TimerTargetDateResponse,
  UpdateTimerTargetDateRequest,
} from '@vitrine/core/contracts';
import { type KeyedRoute, route } from '../../call/route.ts';
import { json, noContent } from '../../response/reply.ts';

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
    requiresBody: true,
    responses: {
      200: { description: 'The timer after the change.', schema: TimerTargetDateResponse },
      404: { description: 'No such timer.' },
    },
    handle: async ({ vitrine, principal, param, body }) =>
      json(await vitrine.timers.setTargetDate(principal, param('id'), await body())),
  }),
];

const tag = 'Extensions';
const keys = ['account'] as const;
const params = { id: 'The id of the timer, which is the id of its image.' };
const noTimer = { description: 'No such timer.' };

/** Lists of saved timers, their designs, and the looks that designs can begin with. */
export const timerExtensionRoutes: readonly KeyedRoute[] = [
  route({
    operation: 'ListTimers',
    method: 'GET',
    path: '/v2/timers',
    keys,
    tag,
    summary: 'List the saved timers',
    description: 'Newest first, without deleted ones.',
    query: ListTimersQuery,
    responses: { 200: { description: 'A page of timers.', schema: CursorPageOfTimerSummary } },
    handle: async ({ vitrine, principal, query, signal }) =>
      json(await vitrine.timers.list(principal, query(), { signal })),
  }),
  route({
    operation: 'GetTimer',
    method: 'GET',
    path: '/v2/timers/:id',
    keys,
    tag,
    summary: 'Read a saved timer with its design',
    params,
    responses: { 200: { description: 'The timer.', schema: TimerDetail }, 404: noTimer },
    handle: async ({ vitrine, principal, param }) => json(await vitrine.timers.get(principal, param('id'))),
  }),
  route({
    operation: 'DraftTimer',
    method: 'POST',
    path: '/v2/timers/:id/draft',
    keys,
    tag,
    summary: 'Draft a new design of a saved timer',
    description:
      'Change the draft as any other. Saving it changes the timer under the same URL; with `as: "copy"` it makes a new ' +
      'timer.',
    params,
    body: DraftTimerRequest,
    responses: { 200: { description: 'The draft.', schema: TimerFrameResponse }, 404: noTimer },
    handle: async ({ vitrine, principal, param, body, signal }) =>
      json(await vitrine.timers.draft(principal, param('id'), await body(), { signal })),
  }),
  route({
    operation: 'DeleteTimer',
    audit: 'image.deleted',
    method: 'DELETE',
    path: '/v2/timers/:id',
    keys,
    tag,
    summary: "Delete a saved timer's image",
    description:
      'The same as deleting the image, which can be restored. A timer that is deleted already is 204.',
    params,
    responses: { 204: { description: 'Deleted.' }, 404: noTimer },
    handle: async ({ vitrine, principal, param }) => {
      await vitrine.timers.delete(principal, param('id'));
      return noContent();
    },
  }),
  route({
    operation: 'ListTimerPresets',
    method: 'GET',
    path: '/v2/timer-presets',
    keys,
    tag,
    summary: 'List the looks that a timer can begin with',
    description: 'Set `design.preset` to a name. Members that a design sets take precedence over the preset.',
    responses: { 200: { description: 'All presets.', schema: TimerPresetList } },
    handle: ({ vitrine, principal }) => json(vitrine.timerPresets.list(principal)),
  }),
];
