import { isDeepStrictEqual } from 'node:util';
import type { ClientResponse } from './client.ts';
import type { GeneratedRequest } from './generated-requests.ts';

/** What the follow-ups of a run verify. Each occurs in every run of some hundred requests. */
export const FOLLOWED = [
  'a request with its key again is replayed',
  'an unknown parameter is refused with a used key, too',
  'a record is not sent again to who has it',
  'a record is changed in the state that was read',
  'a record is not changed in another state',
  'the next page has other items',
  'a cursor is bound to its order',
  'an import ends',
  'refused records are exported',
  'an import that has ended can be cancelled',
] as const;

/** A request that a response makes possible, and whether the response to it is right. */
export interface FollowUp {
  readonly verifies: (typeof FOLLOWED)[number];
  readonly request: GeneratedRequest;
  readonly isRight: (response: ClientResponse<unknown>) => boolean;
}

type Members = Readonly<Record<string, unknown>>;

/** Returns the requests that follow from a response, to be sent before any other. */
export function followUpsOf(request: GeneratedRequest, response: ClientResponse<unknown>): FollowUp[] {
  if (response.status < 200 || response.status > 299) return [];
  return [
    ...keyFollowUps(request, response),
    ...etagFollowUps(request, response),
    ...cursorFollowUps(request, response),
    ...importFollowUps(request, response),
  ];
}

function keyFollowUps(request: GeneratedRequest, first: ClientResponse<unknown>): FollowUp[] {
  if (request.headers['Idempotency-Key'] === undefined || first.headers.has('idempotent-replayed')) return [];
  const separator = request.path.includes('?') ? '&' : '?';
  return [
    {
      verifies: 'a request with its key again is replayed',
      request,
      isRight: ({ status, headers, text }) =>
        status === first.status && text === first.text && headers.get('idempotent-replayed') === 'true',
    },
    {
      verifies: 'an unknown parameter is refused with a used key, too',
      request: { ...request, path: `${request.path}${separator}other=1` },
      isRight: ({ status, body }) =>
        status === 400 && Object.hasOwn(membersOf(membersOf(body).errors), 'other'),
    },
  ];
}

function etagFollowUps({ path }: GeneratedRequest, { headers, body }: ClientResponse<unknown>): FollowUp[] {
  const [, records] = /^(\/v2\/stores\/[^/?]+\/records)\b/.exec(path) ?? [];
  const { id } = membersOf(body);
  const etag = headers.get('etag');
  if (records === undefined || typeof id !== 'string' || etag === null) return [];
  const own = `${records}/${encodeURIComponent(id)}`;
  const change = (tag: string): GeneratedRequest => ({
    method: 'PATCH',
    path: own,
    json: {},
    headers: { 'If-Match': tag },
  });
  return [
    {
      verifies: 'a record is not sent again to who has it',
      request: { method: 'GET', path: own, headers: { 'If-None-Match': etag } },
      isRight: ({ status, text }) => status === 304 && text === '',
    },
    {
      verifies: 'a record is not changed in another state',
      request: change('"other"'),
      isRight: ({ status, body: problem }) =>
        status === 412 && membersOf(problem).code === 'precondition_failed',
    },
    {
      verifies: 'a record is changed in the state that was read',
      request: change(etag),
      isRight: ({ status }) => status === 200,
    },
  ];
}

function cursorFollowUps(request: GeneratedRequest, { body }: ClientResponse<unknown>): FollowUp[] {
  const { cursor, items: first } = membersOf(body);
  if (typeof cursor !== 'string' || !Array.isArray(first)) return [];
  // The feed of changes has a cursor also at its end.
  const isFeed = /\/changes(?:\/query)?(?:\?|$)/.test(request.path);
  const next: FollowUp = {
    verifies: 'the next page has other items',
    request: withCursor(request, isFeed ? 'since' : 'cursor', cursor),
    isRight(response) {
      const { items } = membersOf(response.body);
      return (
        Array.isArray(items) &&
        (items.length > 0 || isFeed) &&
        items.every((item) => !first.some((earlier) => isDeepStrictEqual(item, earlier)))
      );
    },
  };
  if (!/\/records\/query$/.test(request.path)) return [next];
  const json = { ...membersOf(request.json), cursor };
  const sortDir = 'sortDir' in json && json.sortDir === 'desc' ? 'asc' : 'desc';
  const sortBy = 'sortBy' in json ? json.sortBy : 'id';
  return [
    next,
    {
      verifies: 'a cursor is bound to its order',
      request: { ...request, json: { ...json, sortBy, sortDir } },
      isRight: ({ status, body: problem }) =>
        status === 400 && Object.hasOwn(membersOf(membersOf(problem).errors), 'cursor'),
    },
  ];
}

function withCursor(request: GeneratedRequest, name: 'since' | 'cursor', cursor: string): GeneratedRequest {
  if (request.method === 'POST') return { ...request, json: { ...membersOf(request.json), [name]: cursor } };
  const [path = '', query = ''] = request.path.split('?');
  const search = new URLSearchParams(query);
  search.set(name, cursor);
  return { ...request, path: `${path}?${search}` };
}

function importFollowUps({ path }: GeneratedRequest, { status, body }: ClientResponse<unknown>): FollowUp[] {
  const { importId } = membersOf(body);
  if (status !== 202 || typeof importId !== 'string') return [];
  const own = `${path.split('?')[0]}/${importId}`;
  const send = (method: string, to: string): GeneratedRequest => ({ method, path: to, headers: {} });
  return [
    {
      verifies: 'an import ends',
      request: send('GET', own),
      isRight: (response) => ['done', 'failed'].includes(String(membersOf(response.body).status)),
    },
    {
      verifies: 'refused records are exported',
      request: send('GET', `${own}/refused`),
      isRight: (response) => response.status === 200 && response.text.startsWith('error'),
    },
    {
      verifies: 'an import that has ended can be cancelled',
      request: send('DELETE', own),
      isRight: (response) => response.status === 204,
    },
  ];
}

function membersOf(body: unknown): Members {
  return typeof body === 'object' && body !== null ? (body as Members) : {};
}
