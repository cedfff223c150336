import type { TimerDesignChanges, TimerFrameResponse, TimerFrameSummary } from '@vitrine/core/contracts';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { withMedia } from '../database/with-media.ts';
import { findDraft, findTimerId } from '../lists/named-resources.ts';
import { printItem } from '../lists/print-item.ts';
import { type ListFlags, printList } from '../lists/print-list.ts';
import type { Column } from '../lists/table.ts';
import { type ConfirmFlags, confirmLoss } from '../terminal/confirm.ts';
import { readJsonFile } from '../terminal/read-json-file.ts';
import { formatCount, printLine, printNotice, type Terminal } from '../terminal/terminal.ts';
import { writePicture } from '../terminal/write-picture.ts';

/** The conversation of drafts that the command line creates. */
const CONVERSATION = 'command-line';

export interface CreateDraftFlags extends AccountFlags {
  readonly name?: string;
  readonly design?: string;
  readonly conversation?: string;
  readonly json?: boolean;
}

export interface SaveDraftFlags extends AccountFlags {
  readonly name?: string;
  readonly folder?: string;
  readonly copy?: boolean;
  readonly json?: boolean;
}

export interface DraftTimerFlags extends AccountFlags {
  readonly name?: string;
  readonly json?: boolean;
}

/** Runs `vitrine timers draft`: saving the draft changes the timer under the same URL. */
export function draftTimer(terminal: Terminal, given: string, flags: DraftTimerFlags): Promise<void> {
  return withMedia(terminal, flags, async (vitrine, principal) => {
    const id = await findTimerId({ vitrine, principal }, given);
    const { name } = flags;
    const request = { conversationId: CONVERSATION, ...(name === undefined ? {} : { name }) };
    printDraft(terminal, await vitrine.timers.draft(principal, id, request), flags);
  });
}

/** Runs `vitrine timers drafts list`: prints the drafts of all conversations, newest first. */
export function listDrafts(terminal: Terminal, flags: AccountFlags & ListFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const drafts = await vitrine.timerFrames.list(principal);
    await printList(terminal, flags, DRAFT_COLUMNS, [drafts.slice(0, flags.limit)]);
  });
}

const DRAFT_COLUMNS: readonly Column<TimerFrameSummary>[] = [
  { header: 'ID', cell: ({ timerFrameId }) => timerFrameId, whole: true },
  { header: 'REVISION', cell: ({ revision }) => revision },
  { header: 'STATUS', cell: ({ status }) => status },
  { header: 'IMAGE', cell: ({ status, timerId }) => (status === 'draft' ? null : timerId) },
  { header: 'EXPIRES', cell: ({ expiresAt }) => expiresAt },
  { header: 'CONVERSATION', cell: ({ conversationId }) => conversationId },
  { header: 'NAME', cell: ({ name }) => name },
];

/** Runs `vitrine timers drafts show`: prints a draft with its warnings and its design. */
export function showDraft(
  terminal: Terminal,
  given: string,
  flags: AccountFlags & { readonly json?: boolean },
): Promise<void> {
  return withMedia(terminal, flags, async (vitrine, principal) => {
    const { timerFrameId, conversationId } = await findDraft({ vitrine, principal }, given);
    const draft = await vitrine.timerFrames.get(principal, timerFrameId, { conversationId });
    printDraft(terminal, draft, flags);
    if (flags.json === true) return;
    printLine(terminal.stdout, '');
    for (const line of JSON.stringify(draft.design, null, 2).split('\n')) printLine(terminal.stdout, line);
  });
}

/** Runs `vitrine timers drafts create`. */
export function createDraft(terminal: Terminal, flags: CreateDraftFlags): Promise<void> {
  return withMedia(terminal, flags, async (vitrine, principal) => {
    const { name, conversation: conversationId = CONVERSATION } = flags;
    const design = flags.design === undefined ? undefined : await readDesign(flags.design);
    const draft = await vitrine.timerFrames.create(principal, {
      conversationId,
      ...(name === undefined ? {} : { name }),
      ...(design === undefined ? {} : { design }),
    });
    printDraft(terminal, draft, flags);
  });
}

/** Runs `vitrine timers drafts update`: applies the merge patch in a file to the design. */
export function updateDraft(
  terminal: Terminal,
  given: string,
  file: string,
  flags: AccountFlags & { readonly json?: boolean },
): Promise<void> {
  return withMedia(terminal, flags, async (vitrine, principal) => {
    const changes = await readDesign(file);
    const { timerFrameId, conversationId } = await findDraft({ vitrine, principal }, given);
    const draft = await vitrine.timerFrames.update(principal, timerFrameId, { conversationId, changes });
    printDraft(terminal, draft, flags);
  });
}

/** Reads a design or a merge patch of one. The services validate it. @throws CommandError */
async function readDesign(path: string): Promise<TimerDesignChanges> {
  return (await readJsonFile(path)) as TimerDesignChanges;
}

function printDraft(terminal: Terminal, draft: TimerFrameResponse, flags: { readonly json?: boolean }): void {
  printItem(terminal, flags, draft, [
    ['id', draft.timerFrameId],
    ['name', draft.name],
    ['status', draft.status],
    ['revision', draft.revision],
    ['conversation', draft.conversationId],
    ['estimated', `${formatCount(draft.estimatedBytes)} bytes`],
    ['created', draft.date_created],
    ['updated', draft.date_updated],
    ['expires', draft.expiresAt],
  ]);
  for (const warning of draft.warnings) printNotice(terminal, warning);
}

/** Runs `vitrine timers drafts preview`: writes the GIF of this moment to a file. Replaces an earlier file. */
export function previewDraft(
  terminal: Terminal,
  given: string,
  file: string,
  flags: AccountFlags,
): Promise<void> {
  return withMedia(terminal, flags, async (vitrine, principal) => {
    const { timerFrameId, conversationId } = await findDraft({ vitrine, principal }, given);
    const { previewUrl } = await vitrine.timerFrames.get(principal, timerFrameId, { conversationId });
    const [token = ''] = new URL(previewUrl).pathname.split('/').slice(-3);
    const preview = await vitrine.timerFrames.preview(token, conversationId, timerFrameId);
    await writePicture(terminal, file, await preview.render());
  });
}

/** Runs `vitrine timers drafts save`: makes the draft a timer. A saved draft returns the same timer again. */
export function saveDraft(terminal: Terminal, given: string, flags: SaveDraftFlags): Promise<void> {
  return withMedia(terminal, flags, async (vitrine, principal) => {
    const { name, folder } = flags;
    const { timerFrameId, conversationId } = await findDraft({ vitrine, principal }, given);
    const timer = await vitrine.timerFrames.save(principal, timerFrameId, {
      conversationId,
      ...(name === undefined ? {} : { name }),
      ...(folder === undefined ? {} : { folder }),
      ...(flags.copy === true ? { as: 'copy' as const } : {}),
    });
    printItem(terminal, flags, timer, [
      ['id', timer.timerId],
      ['name', timer.name],
      ['target', timer.targetDate],
      ['time zone', timer.timeZone],
      ['url', timer.productionUrl],
      ['html', timer.html],
    ]);
  });
}

/** Runs `vitrine timers drafts delete`. A timer that was saved from the draft stays. */
export function deleteDraft(
  terminal: Terminal,
  given: string,
  flags: AccountFlags & ConfirmFlags,
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const draft = await findDraft({ vitrine, principal }, given);
    const { timerFrameId, conversationId, name, status, timerId } = draft;
    const kept = status === 'draft' ? '' : ` Timer ${timerId}, which was saved from it, stays.`;
    const loss = `This deletes draft ${timerFrameId} ${JSON.stringify(name)} permanently.${kept}`;
    await confirmLoss(terminal, loss, flags);
    await vitrine.timerFrames.delete(principal, timerFrameId, { conversationId });
    printLine(terminal.stdout, `deleted  ${timerFrameId}`);
  });
}
