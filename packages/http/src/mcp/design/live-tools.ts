import type { DraftLiveImageRequest, LiveDesignChanges } from '@vitrine/core/contracts';
import { bodyContract, ResolveLiveImageRequest, SaveLiveImageDraftRequest, z } from '@vitrine/core/contracts';
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
import { aboutLive, draftId, lookAtLive, showLive } from './live-drafts.ts';
import { LIVE_GUIDE } from './live-guide.ts';
import { aboutSaved, asDesign } from './saved-picture.ts';

const shown = resultSchema({ draftId: 'string', revision: 'integer' }, { warnings: 'array' });

const opening = {
  variables: variables.meta({
    type: 'object',
    description: 'Values in the query of the URL, such as {"first_name": "Jana"}. Default: the samples.',
  }),
  at,
  client: ResolveLiveImageRequest.shape.client.meta({ description: 'The mail program. Default other.' }),
  recordId: z
    .string('Expected the id of a record.')
    .optional()
    .meta({ description: 'A record, instead of the key of the first record source.' }),
};

const Create = bodyContract({
  design: designArgument('The members of the design.').optional(),
  name: name.meta({ description: 'Default Live image.' }),
  liveImageId: savedId(
    'A saved live image, to change it or to begin with it. Then the design changes its members.',
  ),
  conversationId: conversationId.meta({ description: 'Default: a new one.' }),
});

const EXAMPLE = {
  name: 'Product card',
  design: {
    width: 600,
    height: 240,
    background: { color: '#f6f3ee' },
    variables: { first_name: { default: 'friend', sample: 'Jana' } },
    layers: {
      band: { type: 'shape', width: 12, height: 240, color: '#c2410c' },
      title: {
        ...{ type: 'text', x: 40, y: 32, width: 520, height: 84, size: 32, fontId: 2, color: '#1c1917' },
        text: 'Hi {{ first_name }}, your lamp is back',
      },
      button: { type: 'shape', x: 40, y: 160, width: 200, height: 48, radius: 24, color: '#c2410c' },
      action: {
        ...{ type: 'text', x: 40, y: 160, width: 200, height: 48, size: 18, fontId: 2, color: '#ffffff' },
        ...{ align: 'center', valign: 'middle', text: 'See it' },
      },
    },
    link: 'https://shop.example/lamps',
  },
};

export const liveCreate: DesignTool = {
  name: 'live_create',
  title: 'Draft a live image',
  description: [
    'Drafts a picture for e-mails that each opening draws from a design, the values of its URL, and records. The result has ' +
      'the picture with the samples. Look at it, follow the warnings, change the draft until it is right, look with long and ' +
      'missing values too, then save it. Leave 24 pixels at the edges, give each line of text 1.3 times its size, and ' +
      'variables a default. For stores, their properties and maps call the tools of /store_mcp.',
    LIVE_GUIDE,
    `Example: ${JSON.stringify(EXAMPLE)}.`,
  ].join('\n'),
  inputSchema: inputSchema(Create),
  outputSchema: shown,
  annotations: DRAFTS,

  async run(call, given) {
    const { liveImageId, design, ...rest } = readArguments(Create, given);
    const { vitrine, principal, signal } = call;
    if (liveImageId === undefined) {
      const request = { ...rest, design: design as LiveDesignChanges };
      const draft = await vitrine.liveImageDrafts.create(principal, request, { signal });
      return withPicture(showLive(call, draft, false), () => lookAtLive(call, draft));
    }
    const draft = await draftOf(call, String(liveImageId), rest, design);
    return withPicture(showLive(call, draft, true), () => lookAtLive(call, draft));
  },
};

/** Drafts a saved live image, with changes if there are any. A draft whose changes are refused is deleted. */
async function draftOf(call: ToolCall, id: string, request: DraftLiveImageRequest, design: unknown) {
  const { vitrine, principal, signal } = call;
  const draft = await aboutSaved('liveImageId', id, () =>
    vitrine.liveImages.draft(principal, id, request, { signal }),
  );
  if (design === undefined) return draft;
  const { draftId, conversationId } = draft;
  try {
    const changes = { conversationId, changes: design as LiveDesignChanges };
    return await vitrine.liveImageDrafts.update(principal, draftId, changes, { signal });
  } catch (error) {
    await vitrine.liveImageDrafts.delete(principal, draftId, { conversationId });
    throw asDesign(error);
  }
}

const Change = bodyContract({
  draftId,
  changes: designArgument(
    'Members of the design to change. null restores a default, and removes a named variable, source, layer or rule.',
  ),
  revision,
  conversationId,
});

export const liveChange: DesignTool = {
  name: 'live_change',
  title: 'Change a draft of a live image',
  description:
    'Changes members of the design of a draft, as live_create describes them: the others stay. The result has the new ' +
    'picture. A person may watch and change the same draft; live_look shows what it is now.\n' +
    'Example: {"draftId": "ld_…", "changes": {"layers": {"title": {"size": 28, "y": 24}, "band": null}}}.',
  inputSchema: inputSchema(Change),
  outputSchema: shown,
  annotations: DRAFTS,

  async run(call, given) {
    const { changes, revision, ...named } = readArguments(Change, given);
    const { vitrine, principal, signal } = call;
    return aboutLive(call, named, async ({ draftId, conversationId }) => {
      const request = { conversationId, revision, changes: changes as LiveDesignChanges };
      const draft = await vitrine.liveImageDrafts.update(principal, draftId, request, { signal });
      return withPicture(showLive(call, draft, false), () => lookAtLive(call, draft));
    });
  },
};

const Look = bodyContract({ draftId, ...opening, conversationId });

export const liveLook: DesignTool = {
  name: 'live_look',
  title: 'Look at a draft of a live image',
  description:
    'Shows a draft as it is now, with its whole design (without what is null) and the picture that an opening shows: with ' +
    'other values, for a record, at a moment, in a mail program. A timer shows its first frame.\n' +
    'Example: {"draftId": "ld_…", "variables": {"first_name": "Maximiliane-Charlotte"}}.',
  inputSchema: inputSchema(Look),
  outputSchema: shown,
  annotations: READS,

  async run(call, given) {
    const { draftId: id, conversationId: of, ...opening } = readArguments(Look, given);
    const { vitrine, principal, signal } = call;
    return aboutLive(call, { draftId: id, conversationId: of }, async (draft) => {
      const { draftId, conversationId } = draft;
      const whole = await vitrine.liveImageDrafts.get(principal, draftId, { conversationId }, { signal });
      return { structured: showLive(call, whole, true), picture: await lookAtLive(call, draft, opening) };
    });
  },
};

export const liveResolve: DesignTool = {
  name: 'live_resolve',
  title: 'Say why a live image shows what it shows',
  description:
    'Computes what an opening shows without drawing it: the rule that matches, each value with its origin, the records, the ' +
    'texts and the link.\n' +
    'Example: {"draftId": "ld_…", "variables": {"sku": "A-2"}}.',
  inputSchema: inputSchema(Look),
  outputSchema: resultSchema(
    { values: 'object', records: 'object', texts: 'object', warnings: 'array' },
    { rule: 'string', link: 'string' },
  ),
  annotations: READS,

  async run(call, given) {
    const { draftId: id, conversationId: of, ...opening } = readArguments(Look, given);
    const { vitrine, principal, signal } = call;
    return aboutLive(call, { draftId: id, conversationId: of }, async ({ draftId, conversationId }) => {
      const request = { conversationId, ...opening };
      const { rule, link, ...rest } = await vitrine.liveImageDrafts.resolve(principal, draftId, request, {
        signal,
      });
      const named = { ...(rule === null ? {} : { rule }), ...(link === null ? {} : { link }) };
      return { structured: { ...named, ...rest } };
    });
  },
};

const Save = bodyContract({
  draftId,
  ...saving,
  mergeTags: SaveLiveImageDraftRequest.shape.mergeTags,
  conversationId,
});

export const liveSave: DesignTool = {
  name: 'live_save',
  title: 'Save a draft as a live image',
  description:
    'Saves a draft: a live image with stable URLs of the picture and of the click, and its HTML for mails. A draft of a saved ' +
    'live image changes it under the same URLs, also in mails that were sent. Saving makes the draft read-only; saving again ' +
    'returns the same image.\n' +
    'Example: {"draftId": "ld_…", "mergeTags": "mailchimp"}.',
  inputSchema: inputSchema(Save),
  outputSchema: resultSchema({
    ...{ liveImageId: 'integer', productionUrl: 'string', clickUrl: 'string', html: 'string' },
  }),
  annotations: PUBLISHES,

  async run(call, given) {
    const { draftId: id, conversationId: of, ...request } = readArguments(Save, given);
    const { vitrine, principal, signal } = call;
    return aboutLive(call, { draftId: id, conversationId: of }, async ({ draftId, conversationId }) => {
      const saved = await vitrine.liveImageDrafts.save(
        principal,
        draftId,
        { conversationId, ...request },
        { signal },
      );
      const { imageId, productionUrl, clickUrl, html } = saved;
      return { structured: { liveImageId: imageId, productionUrl, clickUrl, html } };
    });
  },
};
