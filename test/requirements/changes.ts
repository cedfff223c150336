import { rule } from './requirement.ts';

/** spec/changes.md, sections 2, 4 and 8: the feed and those who follow it. */
export const changes = {
  'feed.now': rule(
    'changes 2',
    'Without `since` the feed is nothing but the cursor of now, and everything after that is logged.',
  ),
  'feed.entries': rule(
    'changes 2',
    'The feed has an entry for each change, oldest first, with position, type, record id, time, version and the names of changed properties.',
  ),
  'feed.record': rule(
    'changes 2',
    '`include=record` has the record as it is now, and none where the record is gone; the bytes of a page are limited.',
  ),
  'feed.paging': rule(
    'changes 2',
    'A cursor or a position continues after it; `limit` is 1 to 1,000, by default 100; positions are ordered as texts.',
  ),
  'feed.wait': rule(
    'changes 2',
    '`wait` answers at the first change, or empty after at most 30 s; it waits for nobody else.',
  ),
  'feed.types': rule(
    'changes 2',
    '`types` has the named types and groups only; `store.deleted` always comes.',
  ),
  'feed.filters': rule(
    'changes 2',
    '`changes/query` has of created and updated records those that match now, and always deletions.',
  ),
  'feed.bad-input': rule(
    'changes 8',
    'An altered or foreign cursor and other invalid parameters are 400 at their name, and turn nothing on.',
  ),
  'feed.expired': rule('changes 1', 'A position after which entries were removed is 410 `cursor_expired`.'),
  'feed.access': rule(
    'changes 2',
    'Store keys and read-only keys read the feed of their store; other stores are 404.',
  ),
  'feed.store-deleted': rule(
    'changes 8',
    'Polls and streams that wait get `store.deleted` and streams end; later requests are 404.',
  ),
  'feed.store-members': rule(
    'changes 8',
    '`changes` and `history` are members of a store that can be created and changed, and stand in its detail only.',
  ),
  'stream.events': rule(
    'changes 2',
    'With `Accept: text/event-stream` each change is an event: `id` its position, `event` its type, `data` its item.',
  ),
  'stream.resume': rule(
    'changes 2',
    '`since` and `Last-Event-ID` resume a stream; `Last-Event-ID` goes before `since`.',
  ),
  'stream.comment': rule('changes 2', 'A stream has a comment every 15 s and ends itself after ten minutes.'),
  'stream.limits': rule(
    'changes 2',
    'A fifth stream of a key and the 201st of a server are 429 with `Retry-After`; other requests of the key go on.',
  ),
  'stream.cut-off': rule(
    'changes 2',
    'A reader that takes nothing for 30 s is cut off; a slow reader costs bounded memory and delays no other.',
  ),
  'stream.shutdown': rule(
    'changes 2',
    'On SIGTERM streams end at once with `retry:`, and polls that wait are answered.',
  ),
  'stream.revoked': rule('changes 2', 'A stream ends when its key is revoked, and a poll that waits is 401.'),
  'stream.fan-out': rule('changes 7', 'All readers of a store in a process share one read of its log.'),
  'follow.library': rule(
    'changes 4',
    '`changes.follow` yields each change after `since`, also those of other processes, until its signal aborts.',
  ),
  'follow.on-change': rule(
    'changes 4',
    '`onChange` gets changes after their commit and in order; a handler that throws is logged and stops no other.',
  ),
  'follow.client': rule(
    'changes 4',
    'The client follows a store over server-sent events and resumes where it was, without a gap, after any interruption.',
  ),
  'follow.watch': rule('changes 4', '`vitrine stores watch` prints changes as they come.'),
  'follow.search-index': rule(
    'changes 7',
    'A program of ten lines keeps a copy in step with a store, also when it and the server are killed.',
  ),
  'webhooks.verify': rule(
    'changes 4',
    '`verifyWebhook` accepts exactly what the official library of Standard Webhooks signs, within five minutes.',
  ),
};
