import type { Command } from 'commander';
import type { CreateDraftFlags, DraftTimerFlags, SaveDraftFlags } from '../../pictures/timer-drafts.ts';
import type { SetTargetFlags } from '../../pictures/timers.ts';
import type { CommandContext } from '../command-context.ts';
import { accountCommand, confirmOption, listOptions, withExample } from '../options.ts';

const TIMER = 'the id or the name of the timer';
const DRAFT = 'the id or the name of the draft';

export function addTimerCommands(root: Command, context: CommandContext): void {
  const { terminal } = context;
  const timers = root.command('timers').description('the saved countdown timers, and their drafts');
  const list = accountCommand(timers, 'list', 'list the saved timers, newest first').action(async (flags) => {
    const { listTimers } = await import('../../pictures/timers.ts');
    await listTimers(terminal, flags);
  });
  withExample(listOptions(list), 'vitrine timers list');

  const show = accountCommand(timers, 'show', 'show a saved timer with its URL and HTML')
    .argument('<timer>', TIMER)
    .option('--json', 'print JSON, with the design')
    .action(async (timer: string, flags) => {
      const { showTimer } = await import('../../pictures/timers.ts');
      await showTimer(terminal, timer, flags);
    });
  withExample(show, 'vitrine timers show Countdown');

  const target = accountCommand(timers, 'set-target', 'change when a saved timer ends')
    .argument('<timer>', TIMER)
    .argument('<date>', 'an instant with an offset, or a wall time or date in the time zone')
    .option('--time-zone <zone>', "an IANA name (default: the timer's zone)")
    .option('--json', 'print JSON')
    .action(async (timer: string, date: string, flags: SetTargetFlags) => {
      const { setTarget } = await import('../../pictures/timers.ts');
      await setTarget(terminal, timer, date, flags);
    });
  withExample(target, 'vitrine timers set-target Countdown 2026-12-01T09:00:00 --time-zone Europe/Vienna');

  const draft = accountCommand(timers, 'draft', 'draft a new design of a saved timer')
    .argument('<timer>', TIMER)
    .option('--name <name>', "name of the draft (default: the timer's)")
    .option('--json', 'print JSON')
    .action(async (timer: string, flags: DraftTimerFlags) => {
      const { draftTimer } = await import('../../pictures/timer-drafts.ts');
      await draftTimer(terminal, timer, flags);
    });
  withExample(draft, 'vitrine timers draft Countdown');

  const deletion = accountCommand(timers, 'delete', 'delete a saved timer; its image can be restored')
    .argument('<timer>', TIMER)
    .action(async (timer: string, flags) => {
      const { deleteTimer } = await import('../../pictures/timers.ts');
      await deleteTimer(terminal, timer, flags);
    });
  withExample(deletion, 'vitrine timers delete Countdown');

  const presets = accountCommand(timers, 'presets', 'list the looks that a design can begin with')
    .option('--json', 'print JSON, with the designs')
    .action(async (flags) => {
      const { listPresets } = await import('../../pictures/timers.ts');
      await listPresets(terminal, flags);
    });
  withExample(presets, 'vitrine timers presets');

  addDraftCommands(timers, context);
}

function addDraftCommands(timers: Command, { terminal }: CommandContext): void {
  const drafts = timers.command('drafts').description('the drafts of timers; each expires after a day');
  const list = accountCommand(drafts, 'list', 'list the drafts, newest first').action(async (flags) => {
    const { listDrafts } = await import('../../pictures/timer-drafts.ts');
    await listDrafts(terminal, flags);
  });
  withExample(listOptions(list), 'vitrine timers drafts list');

  const show = accountCommand(drafts, 'show', 'show a draft with its design')
    .argument('<draft>', DRAFT)
    .option('--json', 'print JSON')
    .action(async (draft: string, flags) => {
      const { showDraft } = await import('../../pictures/timer-drafts.ts');
      await showDraft(terminal, draft, flags);
    });
  withExample(show, 'vitrine timers drafts show Countdown');

  const create = accountCommand(drafts, 'create', 'draft a timer')
    .option('--name <name>', 'name of the draft (default: Countdown)')
    .option('--design <file.json>', 'members of the design; others have their defaults')
    .option('--conversation <id>', 'the conversation of the draft (default: command-line)')
    .option('--json', 'print JSON')
    .action(async (flags: CreateDraftFlags) => {
      const { createDraft } = await import('../../pictures/timer-drafts.ts');
      await createDraft(terminal, flags);
    });
  withExample(create, 'vitrine timers drafts create --name Sale --design sale.json');

  const update = accountCommand(drafts, 'update', 'change the design of a draft')
    .argument('<draft>', DRAFT)
    .argument('<changes.json>', 'a merge patch of the design; null restores a default')
    .option('--json', 'print JSON')
    .action(async (draft: string, file: string, flags) => {
      const { updateDraft } = await import('../../pictures/timer-drafts.ts');
      await updateDraft(terminal, draft, file, flags);
    });
  withExample(update, 'vitrine timers drafts update Sale changes.json');

  const preview = accountCommand(drafts, 'preview', 'write the GIF of a draft, as it is now, to a file')
    .argument('<draft>', DRAFT)
    .argument('<file.gif>', 'the file to write; an existing one is replaced')
    .action(async (draft: string, file: string, flags) => {
      const { previewDraft } = await import('../../pictures/timer-drafts.ts');
      await previewDraft(terminal, draft, file, flags);
    });
  withExample(preview, 'vitrine timers drafts preview Sale sale.gif');

  const save = accountCommand(drafts, 'save', 'save a draft as a timer')
    .argument('<draft>', DRAFT)
    .option('--name <name>', "name of the timer (default: the draft's)")
    .option('--folder <folder>', 'the folder for the image (default: the root folder)')
    .option('--copy', 'of a draft of a timer: make a new timer')
    .option('--json', 'print JSON')
    .action(async (draft: string, flags: SaveDraftFlags) => {
      const { saveDraft } = await import('../../pictures/timer-drafts.ts');
      await saveDraft(terminal, draft, flags);
    });
  withExample(save, 'vitrine timers drafts save Sale --folder spring');

  const deleteCommand = accountCommand(drafts, 'delete', 'delete a draft; a timer saved from it stays')
    .argument('<draft>', DRAFT)
    .action(async (draft: string, flags) => {
      const { deleteDraft } = await import('../../pictures/timer-drafts.ts');
      await deleteDraft(terminal, draft, flags);
    });
  withExample(confirmOption(deleteCommand), 'vitrine timers drafts delete Sale --yes');
}
