import {
  CreateTimerFrameRequest,
  GetTimerFrameQuery,
  SavedTimerFrameResponse,
  SaveTimerFrameRequest,
  TimerFrameList,
  TimerFramePreviewQuery,
  TimerFrameQuery,
  TimerFrameResponse,
  UpdateTimerFrameRequest,
} from '@vitrine/core/contracts';
import { type ApiRoute, route, tokenRoute } from '../../call/route.ts';
import { openOptions } from '../../request/open-options.ts';
import { drawnUnlessHead, json, noContent, PICTURE_HEADERS } from '../../response/reply.ts';

const tag = 'Timer frames';
const keys = ['account'] as const;
const params = { timerFrameId: 'The id of the draft.' };
const noFrame = { description: 'No such draft in this conversation.' };
const shown = { description: 'The current draft.', schema: TimerFrameResponse };

/** Drafts of timers (docs/rules.md#drafts). */
export const timerFrameRoutes: readonly ApiRoute[] = [
  route({
    operation: 'ListTimerFrames',
    method: 'GET',
    path: '/v2/timer-frames',
    keys,
    tag: 'Extensions',
    summary: 'List the drafts of timers',
    description:
      'The drafts of all conversations, newest first, also those that are saved. At most 100 are not saved.',
    responses: { 200: { description: 'All drafts.', schema: TimerFrameList } },
    handle: async ({ vitrine, principal }) => json(await vitrine.timerFrames.list(principal)),
  }),
  route({
    operation: 'CreateTimerFrame',
    isIdempotent: true,
    method: 'POST',
    path: '/v2/timer-frames',
    keys,
    tag,
    summary: 'Draft a timer',
    description:
      'Every member of the design is optional; the response contains the complete design. Check `previewUrl` and ' +
      '`warnings`, change the draft until it is right, then save it. A draft expires 24 hours after its last change, and ' +
      'after seven days at the latest.',
    body: CreateTimerFrameRequest,
    requiresBody: true,
    responses: { 200: shown },
    handle: async ({ vitrine, principal, body, signal, once }) =>
      json(await vitrine.timerFrames.create(principal, await body(), { ...once, signal })),
  }),
  route({
    operation: 'GetTimerFrame',
    method: 'GET',
    path: '/v2/timer-frames/:timerFrameId',
    keys,
    tag,
    summary: 'Read a draft',
    params,
    query: GetTimerFrameQuery,
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
      '`changes` is a merge patch of the design: only the given members change, null restores a default. With `revision`, ' +
      'the request is refused if the draft has changed since. A saved draft is read-only.',
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
    description: 'A timer that was saved from the draft stays.',
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
      'The timer keeps its fonts and pictures even if they are deleted. Saving again returns the same result.',
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
    summary: 'Show a preview of a draft',
    description:
      'The draft contains the complete URL. It needs no key, shows the current state of the draft and expires after 15 to ' +
      '20 minutes.',
    params: {
      token: 'Signed and short-lived.',
      conversationId: 'The conversation of the draft.',
      timerFrameId: params.timerFrameId,
    },
    query: TimerFramePreviewQuery,
    responses: {
      200: { description: 'The GIF for this moment.', contentTypes: ['image/gif'] },
      404: { description: 'The URL is expired or invalid, or the draft does not exist any more.' },
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
        body: await drawnUnlessHead(call, (options) => preview.render(openOptions(options, call.search))),
      };
    },
  }),
];
