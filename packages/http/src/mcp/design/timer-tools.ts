import type { DraftTimerRequest, TimerDesignChanges } from '@vitrine/core/contracts';
import { bodyContract } from '@vitrine/core/contracts';
import { inputSchema, readArguments, resultSchema, type ToolCall } from '../tools/tool.ts';
import { type DesignTool, DRAFTS, PUBLISHES, READS, withPicture } from './design-tool.ts';
import {
  at,
  conversationId,
  designArgument,
  name,
  revision,
  savedId,
  saving,
  variables,
} from './draft-arguments.ts';
import { aboutSaved, asDesign } from './saved-picture.ts';
import { aboutTimer, lookAtTimer, showTimer, timerFrameId } from './timer-drafts.ts';
import { TIMER_GUIDE } from './timer-guide.ts';

const shown = resultSchema({ timerFrameId: 'string', revision: 'integer' }, { warnings: 'array' });

const Create = bodyContract({
  design: designArgument('The members of the design.').optional(),
  name: name.meta({ description: 'Default Countdown.' }),
  timerId: savedId('A saved timer, to change it or to begin with it. Then the design changes its members.'),
  conversationId: conversationId.meta({ description: 'Default: a new one.' }),
});

export const timerCreate: DesignTool = {
  name: 'timer_create',
  title: 'Draft a countdown timer',
  description: [
    'Drafts a countdown for e-mails: a GIF that each opening draws for its moment. The result has a picture of its first ' +
      'frame. Look at it, follow the warnings, change the draft until it is right, then save it. Begin with a preset.',
    TIMER_GUIDE,
    'Example: {"name": "Summer sale", "design": {"preset": "cards", "height": 200, "headline": {"text": "The sale ends in"}, ' +
      '"target": {"kind": "date", "date": "2027-07-31T23:59", "timeZone": "America/New_York"}}}.',
  ].join('\n'),
  inputSchema: inputSchema(Create),
  outputSchema: shown,
  annotations: DRAFTS,

  async run(call, given) {
    const { timerId, design, ...rest } = readArguments(Create, given);
    const { vitrine, principal, signal } = call;
    if (timerId === undefined) {
      const request = { ...rest, design: design as TimerDesignChanges };
      const draft = await vitrine.timerFrames.create(principal, request, { signal });
      return withPicture(showTimer(call, draft, false), () => lookAtTimer(call, draft));
    }
    const draft = await draftOf(call, String(timerId), rest, design);
    return withPicture(showTimer(call, draft, true), () => lookAtTimer(call, draft));
  },
};

/** Drafts a saved timer, with changes if there are any. A draft whose changes are refused is deleted. */
async function draftOf(call: ToolCall, timerId: string, request: DraftTimerRequest, design: unknown) {
  const { vitrine, principal, signal } = call;
  const draft = await aboutSaved('timerId', timerId, () =>
    vitrine.timers.draft(principal, timerId, request, { signal }),
  );
  if (design === undefined) return draft;
  const { timerFrameId, conversationId } = draft;
  try {
    const changes = { conversationId, changes: design as TimerDesignChanges };
    return await vitrine.timerFrames.update(principal, timerFrameId, changes, { signal });
  } catch (error) {
    await vitrine.timerFrames.delete(principal, timerFrameId, { conversationId });
    throw asDesign(error);
  }
}

const Change = bodyContract({
  timerFrameId,
  changes: designArgument(
    'Members of the design to change. null restores a default, of the preset if there is one.',
  ),
  revision,
  conversationId,
});

export const timerChange: DesignTool = {
  name: 'timer_change',
  title: 'Change a draft of a timer',
  description:
    'Changes members of the design of a draft, as timer_create describes them: the others stay. The result has the new ' +
    'picture. A person may watch and change the same draft; timer_look shows what it is now.\n' +
    'Example: {"timerFrameId": "tf_…", "changes": {"digits": {"size": 56, "color": "#7a1f2b"}, "labels": {"locale": "de"}}}.',
  inputSchema: inputSchema(Change),
  outputSchema: shown,
  annotations: DRAFTS,

  async run(call, given) {
    const { changes, revision, ...named } = readArguments(Change, given);
    const { vitrine, principal, signal } = call;
    return aboutTimer(call, named, async ({ timerFrameId, conversationId }) => {
      const request = { conversationId, revision, changes: changes as TimerDesignChanges };
      const draft = await vitrine.timerFrames.update(principal, timerFrameId, request, { signal });
      return withPicture(showTimer(call, draft, false), () => lookAtTimer(call, draft));
    });
  },
};

const Look = bodyContract({
  timerFrameId,
  at,
  variables: variables.meta({
    type: 'object',
    description: 'Values in the query of the URL: start, until, or those of a key.',
  }),
  conversationId,
});

export const timerLook: DesignTool = {
  name: 'timer_look',
  title: 'Look at a draft of a timer',
  description:
    'Shows a draft as it is now, with its whole design (without what is null) and a picture of the first frame, at any ' +
    'moment: look also at the last minute and at the expired state.\n' +
    'Example: {"timerFrameId": "tf_…", "at": "2027-07-31T23:58:50"}.',
  inputSchema: inputSchema(Look),
  outputSchema: shown,
  annotations: READS,

  async run(call, given) {
    const { at, variables, ...named } = readArguments(Look, given);
    const { vitrine, principal, signal } = call;
    return aboutTimer(call, named, async (draft) => {
      const { timerFrameId, conversationId } = draft;
      const query = { conversationId, start: variables?.start };
      const whole = await vitrine.timerFrames.get(principal, timerFrameId, query, { signal });
      return {
        structured: showTimer(call, whole, true),
        picture: await lookAtTimer(call, draft, { at, variables }),
      };
    });
  },
};

const Save = bodyContract({ timerFrameId, ...saving, conversationId });

export const timerSave: DesignTool = {
  name: 'timer_save',
  title: 'Save a draft as a timer',
  description:
    'Saves a draft: a timer with a stable URL and its HTML for mails. A draft of a saved timer changes that timer under the ' +
    'same URL, also in mails that were sent. Saving makes the draft read-only; saving again returns the same timer.\n' +
    'Example: {"timerFrameId": "tf_…", "name": "Summer sale"}.',
  inputSchema: inputSchema(Save),
  outputSchema: resultSchema({ timerId: 'integer', productionUrl: 'string', html: 'string' }),
  annotations: PUBLISHES,

  async run(call, given) {
    const { timerFrameId: id, conversationId: of, ...request } = readArguments(Save, given);
    const { vitrine, principal, signal } = call;
    const named = { timerFrameId: id, conversationId: of };
    return aboutTimer(call, named, async ({ timerFrameId, conversationId }) => {
      const saved = await vitrine.timerFrames.save(
        principal,
        timerFrameId,
        { conversationId, ...request },
        { signal },
      );
      const { timerId, name, productionUrl, html, targetDate, timeZone } = saved;
      return { structured: { timerId, name, productionUrl, html, targetDate, timeZone } };
    });
  },
};
