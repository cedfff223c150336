import {
  CreateTimerFrameRequest,
  SavedTimerFrameResponse,
  SaveTimerFrameRequest,
  TimerFrameQuery,
  TimerFrameResponse,
  UpdateTimerFrameRequest,
} from '@vitrine/core/contracts';
import { drawnUnlessHead, json, noContent, PICTURE_HEADERS } from '../response/reply.ts';
import { type ApiRoute, route, tokenRoute } from '../route.ts';

const tag = 'Timer frames';
const keys = ['account'] as const;
const params = { timerFrameId: 'The id of the draft.' };
const noFrame = { description: 'No such draft in this conversation.' };
const shown = { description: 'The draft as it is now.', schema: TimerFrameResponse };

/** Drafts of timers (docs/rules.md#drafts). */
export const timerFrameRoutes: readonly ApiRoute[] = [
  route({
    operation: 'CreateTimerFrame',
    method: 'POST',
    path: '/v2/timer-frames',
    keys,
    tag,
    summary: 'Draft a timer',
    description:
      'Every member of the design is optional; the answer holds it whole. Look at `previewUrl` and `warnings`, change it ' +
      'until it is right, then save it. A draft lives for 24 hours after its last change, seven days at most.',
    body: CreateTimerFrameRequest,
    requiresBody: true,
    responses: { 200: shown },
    handle: async ({ vitrine, principal, body, signal }) =>
      json(await vitrine.timerFrames.create(principal, await body(), { signal })),
  }),
  route({
    operation: 'GetTimerFrame',
    method: 'GET',
    path: '/v2/timer-frames/:timerFrameId',
    keys,
    tag,
    summary: 'Read a draft',
    params,
    query: TimerFrameQuery,
    responses: { 200: shown, 404: noFrame },
    handle: async ({ vitrine, principal, param, query, signal }) =>
      json(await vitrine.timerFrames.get(principal, param('timerFrameId'), query(), { signal })),
  }),
  route({
    operation: 'UpdateTimerFrame',
    method: 'PATCH',
    path: '/v2/timer-frames/:timerFrameId',
    keys,
    tag,
    summary: "Change a draft's design",
    description:
      '`changes` is a merge patch over the design: only the members it names change, null restores a default. With ' +
      '`revision` it is refused when the draft has changed since. A saved draft is read-only.',
    params,
    body: UpdateTimerFrameRequest,
    requiresBody: true,
    responses: { 200: shown, 404: noFrame },
    handle: async ({ vitrine, principal, param, body, signal }) =>
      json(await vitrine.timerFrames.update(principal, param('timerFrameId'), await body(), { signal })),
  }),
  route({
    operation: 'DeleteTimerFrame',
    method: 'DELETE',
    path: '/v2/timer-frames/:timerFrameId',
    keys,
    tag,
    summary: 'Delete a draft',
    description: 'The timer that a draft was saved as stays.',
    params,
    query: TimerFrameQuery,
    responses: { 204: { description: 'Deleted.' }, 404: noFrame },
    handle: async ({ vitrine, principal, param, query }) => {
      await vitrine.timerFrames.delete(principal, param('timerFrameId'), query());
      return noContent();
    },
  }),
  route({
    operation: 'SaveTimerFrame',
    method: 'POST',
    path: '/v2/timer-frames/:timerFrameId/save',
    keys,
    tag,
    summary: 'Save a draft as a timer image',
    description:
      'Its fonts and pictures are kept with it, whatever becomes of them. Saving again gives the same result.',
    params,
    body: SaveTimerFrameRequest,
    requiresBody: true,
    responses: { 200: { description: 'The timer.', schema: SavedTimerFrameResponse }, 404: noFrame },
    handle: async ({ vitrine, principal, param, body, signal }) =>
      json(await vitrine.timerFrames.save(principal, param('timerFrameId'), await body(), { signal })),
  }),
  tokenRoute({
    operation: 'GetTimerFramePreview',
    method: 'GET',
    path: '/v2/timer-frame-previews/:token/:conversationId/:timerFrameId',
    tag,
    summary: 'See a draft',
    description:
      'The URL comes with the draft, whole, and needs no key. It shows the draft as it then is, and ends after 15 to 20 ' +
      'minutes.',
    params: {
      token: 'Signed and short-lived.',
      conversationId: 'The conversation of the draft.',
      timerFrameId: params.timerFrameId,
    },
    responses: {
      200: { description: 'The GIF for this moment.', contentTypes: ['image/gif'] },
      404: { description: 'The URL is over, or none that was given out, or the draft is gone.' },
    },
    handle: async (call) => {
      const { vitrine, param } = call;
      const preview = await vitrine.timerFrames.preview(
        param('token'),
        param('conversationId'),
        param('timerFrameId'),
      );
      return {
        status: 200,
        headers: { ...PICTURE_HEADERS, 'Content-Type': 'image/gif', 'Cache-Control': 'no-store' },
        body: await drawnUnlessHead(call, (options) => preview.render(options)),
      };
    },
  }),
];
