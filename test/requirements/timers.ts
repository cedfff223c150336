import { rule } from './requirement.ts';

/**
 * decisions section 10 and 12.22, and interface.md "Timer frames and timers"; rules about pixels are in
 * `timer-pictures.ts`.
 */
export const timers = {
  'timers.operations': rule(
    'interface Timer frames and timers',
    'Drafts are created, read, changed, deleted and saved under /v2/timer-frames, with the documented statuses.',
  ),
  'timers.design.optional': rule('decisions 10', 'Every member of a design is optional on input.'),
  'timers.design.whole': rule('decisions 10', 'A design is returned complete, with defaults filled in.'),
  'timers.design.limits': rule(
    'decisions 10',
    'A design is 50 to 1200 by 20 to 600 pixels, at scale 1 or 2, of 1 to 120 frames.',
  ),
  'timers.design.locales': rule('decisions 10', 'Labels have presets for at least 12 locales.'),
  'timers.design.language-tags': rule(
    'decisions 10',
    'labels.locale takes any language tag; it is stored and returned as the language with labels that it selects.',
  ),
  'timers.design.default-target': rule('decisions 12.22', 'The default target is in seven days, UTC.'),
  'timers.design.message': rule('decisions 12.22', 'An expired message that is null shows zeros.'),
  'timers.design.colours': rule(
    'beyond E',
    'Colours are #rgb, #rrggbb or #rrggbbaa. The default colours of texts are legible on the background.',
  ),
  'timers.design.transparent': rule(
    'beyond E',
    'A transparent background is white by default, so that texts are dark. Texts that are illegible on a white page cause a warning.',
  ),
  'timers.design.min-digits': rule(
    'beyond E',
    'units.*.minDigits pads its unit; digits.minDigits pads the leading unit only.',
  ),
  'timers.frames.create': rule(
    'decisions 10',
    'CreateTimerFrame takes {conversationId, name?, design?} and returns 200 with the TimerFrameResponse.',
  ),
  'timers.frames.conversation.form': rule(
    'decisions 10',
    'A conversationId is 1 to 128 characters of A-Z, a-z, 0-9, dot, underscore, colon and hyphen.',
  ),
  'timers.frames.conversation.missing': rule(
    'decisions 12.22',
    'A missing conversationId is 400 before any lookup, except on create.',
  ),
  'timers.frames.conversation.wrong': rule(
    'decisions 10',
    'A draft is 404 in another conversation and for another account.',
  ),
  'timers.frames.conversation.made': rule(
    'beyond E',
    'CreateTimerFrame without a conversationId makes one and returns it.',
  ),
  'timers.list': rule(
    'beyond E',
    'GET /v2/timers is a page of the active timers, newest first; q is a part of the name. DELETE deletes the image, also again.',
  ),
  'timers.get': rule('beyond E', 'GET /v2/timers/{id} is the timer with its design; 404 for anything else.'),
  'timers.draft': rule('beyond E', 'POST /v2/timers/{id}/draft is a draft with the design of the timer.'),
  'timers.draft.save': rule(
    'beyond E',
    'Saving a draft of a timer replaces the design under the same URL and increases the version.',
  ),
  'timers.draft.copy': rule('beyond E', 'Saving a draft of a timer with as "copy" makes a new timer.'),
  'timers.draft.resources': rule(
    'beyond E',
    'A draft of a timer keeps its fonts and pictures even if they are deleted from the account.',
  ),
  'timers.target.value': rule(
    'live 5',
    'A target of the kind value counts to the parameter until of the URL, and shows its expired state without one.',
  ),
  'timers.target.record': rule(
    'live 5',
    'A target of the kind record counts to a property of the record whose key is in the URL, checked at the save.',
  ),
  'timers.target.missing': rule(
    'live 5',
    'With missing, a target from data counts down from the opening if there is no moment.',
  ),
  'timers.target.kinds': rule(
    'beyond E',
    'target.kind is date, recurring or evergreen; a wrong member is 400 at its path, and so is one of another kind unless the kind is given, too.',
  ),
  'timers.target.recurring': rule(
    'beyond E',
    'A recurring target counts to the next day, weekday or day of the month at a wall time in its zone; a shorter month takes its last day.',
  ),
  'timers.target.evergreen': rule(
    'beyond E',
    'An evergreen target counts its duration from start in the URL: missing or unreadable, the whole duration; in the future or older than 90 days, the expired state.',
  ),
  'timers.start.forms': rule(
    'beyond G',
    'start is read in the forms of mail tools: Unix time in any unit, ISO 8601 in both forms, the year first, and dates with the name of a month, also in quotes, encoded several times, and with blanks for plus signs.',
  ),
  'timers.start.unreadable': rule(
    'beyond G',
    'A start that is unreadable, ambiguous or an unfilled tag counts as missing.',
  ),
  'timers.start.parameters': rule(
    'beyond G',
    'The first readable start of the URL counts, in any case and behind an escaped ampersand.',
  ),
  'timers.start.shown': rule(
    'beyond G',
    'A draft of an evergreen timer that is made or read with start returns the moment that was read.',
  ),
  'timers.presets': rule(
    'beyond E',
    'GET /v2/timer-presets returns at least ten looks, light and dark. design.preset sets one; given members win.',
  ),
  'timers.presets.previews': rule('beyond E', 'Previews of presets need no key and may be cached.'),
  'timers.frames.get': rule(
    'interface Timer frames and timers',
    'GetTimerFrame takes conversationId as a query parameter and returns the draft.',
  ),
  'timers.frames.update': rule('decisions 10', 'The changes of an update are a merge patch of the design.'),
  'timers.frames.update.unknown': rule(
    'decisions 10',
    'An unknown member of a design is 400 and suggests the nearest valid name.',
  ),
  'timers.frames.update.null': rule('decisions 10', 'null restores the default of a member.'),
  'timers.frames.update.revision': rule('decisions 10', 'An update with a stale revision is 400.'),
  'timers.frames.update.race': rule(
    'decisions 10',
    'Of two concurrent updates of one revision one is refused; without a revision both are applied.',
  ),
  'timers.frames.update.nothing-stored': rule('decisions 2', 'A refused design changes nothing.'),
  'timers.frames.warnings': rule(
    'decisions 10',
    'Overflow, missing glyphs, low contrast and a size above 400 KB cause warnings.',
  ),
  'timers.frames.life': rule(
    'decisions 10',
    'A draft lives 24 hours after its last change, at most 7 days; then it is 404.',
  ),
  'timers.frames.life.count': rule(
    'decisions 10',
    'An account has at most 100 drafts; the oldest are deleted first.',
  ),
  'timers.frames.life.purged': rule('design Background work', 'Expired drafts are purged in the background.'),
  'timers.frames.delete': rule('decisions 10', 'DeleteTimerFrame is 204, or 404 for an unknown draft.'),
  'timers.frames.resources': rule(
    'decisions 10',
    'A font or an image that the account does not have is 400 at its member and names the valid ones.',
  ),
  'timers.save': rule(
    'decisions 10',
    'SaveTimerFrame takes {conversationId, name?, folder?} and returns 200 with imageId, timerId, productionUrl, renderedUrl, html, targetDate and timeZone; timerId is imageId.',
  ),
  'timers.save.read-only': rule('decisions 12.22', 'A saved draft is read-only: PATCH is 400.'),
  'timers.save.again': rule(
    'decisions 10',
    'Saving again returns the same result, also for concurrent saves.',
  ),
  'timers.save.delete': rule('decisions 12.22', 'Deleting a saved draft is 204 and the image remains.'),
  'timers.save.not-counted': rule('decisions 12.22', 'Saved drafts do not count towards the 100.'),
  'timers.save.pinned': rule(
    'decisions 9',
    'A saved timer still renders after its font or its picture was deleted.',
  ),
  'timers.image': rule(
    'decisions 8',
    'The detail of a timer image has timer {targetDate, timeZone, expired, design}, and a renderedUrl with a version query.',
  ),
  'timers.preview': rule('decisions 10', 'A preview is image/gif and no-store, and needs no key.'),
  'timers.preview.current': rule('decisions 10', 'A preview shows the current state of the draft.'),
  'timers.preview.token': rule(
    'decisions 10',
    'The token of a preview is valid for 15 to 20 minutes; a malformed, swapped or expired token is 404.',
  ),
  'timers.production.moment': rule(
    'decisions 10',
    'The production GIF is rendered for the time of opening, with the seconds rounded up.',
  ),
  'timers.production.frame-0': rule('decisions 10', 'Frame 0 of a production GIF is complete and exact.'),
  'timers.production.stop': rule(
    'decisions 10',
    'Frames end at the target; after it the expired state is shown. Those of a recurring target go on with the next occurrence.',
  ),
  'timers.production.loop': rule('decisions 10', 'A production GIF plays once unless the design sets loop.'),
  'timers.production.headers': rule(
    'decisions 10',
    'A production GIF has Cache-Control no-store, no-cache, must-revalidate, max-age=0, no ETag, no redirect, and a Content-Length.',
  ),
  'timers.production.head': rule('decisions 10', 'HEAD of a production GIF renders nothing.'),
  'timers.target': rule(
    'decisions 10',
    'UpdateTimerTargetDate returns 200 {id, name, targetDate, timeZone, localTargetDate, expired, productionUrl, renderedUrl}.',
  ),
  'timers.target.instant': rule('decisions 10', 'A targetDate with an offset is an instant.'),
  'timers.target.wall': rule(
    'decisions 10',
    'A targetDate without an offset is local time in timeZone, or in the stored zone.',
  ),
  'timers.target.gap': rule(
    'decisions 10',
    'A local time in a gap moves forward; in an overlap it is the first of the two.',
  ),
  'timers.target.date-only': rule('decisions 12.22', 'A date-only targetDate is midnight in its zone.'),
  'timers.target.local': rule('decisions 12.22', 'localTargetDate is YYYY-MM-DDTHH:MM:SS.'),
  'timers.target.past': rule('decisions 10', 'Past dates are allowed.'),
  'timers.target.not-a-timer': rule(
    'decisions 10',
    'Changing the target date of an image that is not a timer is 404.',
  ),
  'timers.target.unreadable': rule('decisions 10', 'An invalid date or an unknown zone is 400.'),
  'timers.target.next-open': rule('decisions 10', 'The next open shows the new target date.'),
  'timers.store-key': rule('decisions 2', 'A store key is 403 on every timer route.'),
};
