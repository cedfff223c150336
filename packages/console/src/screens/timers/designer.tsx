import type { FontSummary, ImageSummary, TimerPresetList } from '@vitrine/client';
import type { JSX } from 'preact';
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { useDesignSave } from '../../components/designer/draft/use-design-save.ts';
import { useGoingOn } from '../../components/designer/draft/use-going-on.ts';
import { useUnsentChanges } from '../../components/designer/draft/use-unsent-changes.ts';
import { Problems, problemAt } from '../../components/designer/problems.tsx';
import { SavedSinceDialog } from '../../components/designer/saved-since-dialog.tsx';
import { UndoButtons, useUndoKeys } from '../../components/designer/undo.tsx';
import { WatchPanel } from '../../components/designer/watch-panel.tsx';
import { TextField } from '../../components/field.tsx';
import { Page } from '../../components/pages/page.tsx';
import { ReachNote } from '../../components/pictures/reach-note.tsx';
import { navigate } from '../../router/location.ts';
import { useSession } from '../../session/session.ts';
import { designerTexts } from '../../texts/en/images/designer.ts';
import { timersTexts } from '../../texts/en/images/timers.ts';
import type { DesignForm, ReadStart } from './design/design-form.ts';
import type { OpenDraft } from './design/open-draft.ts';
import { createTimerEditor } from './design/timer-editor.ts';
import { BackgroundSection } from './sections/background-section.tsx';
import { DigitSection } from './sections/digit-section.tsx';
import { EndSection, FileSection } from './sections/file-sections.tsx';
import { LayoutSection } from './sections/layout-section.tsx';
import { PresetRow } from './sections/preset-row.tsx';
import { TargetSection } from './sections/target-section.tsx';
import { TextSection } from './sections/text-section.tsx';
import { Stage } from './stage/stage.tsx';

interface DesignerProps extends OpenDraft {
  readonly presets: TimerPresetList;
  readonly fonts: readonly FontSummary[];
  readonly images: readonly ImageSummary[];
  /** Called when another draft is to be opened: a saved timer has been changed. */
  readonly onSaved: () => void;
}

const texts = timersTexts.designer;

/** A form on one side and the GIF of the server on the other. */
export function Designer({ frame, timer, presets, fonts, images, onSaved }: DesignerProps): JSX.Element {
  const { client } = useSession();
  const editor = useMemo(() => createTimerEditor(client, frame), [client, frame]);
  useUnsentChanges(editor);
  useEffect(() => void editor.redraw(), [editor]);
  const name = editor.name.value;
  const goingOn = useGoingOn({
    editor,
    base: '/timers',
    async renew() {
      const imageId = editor.draft.peek().timerId;
      const { timerFrameId: draftId, conversationId } = await client.timers.draft(imageId ?? 0);
      return { draftId, conversationId, imageId };
    },
    onRenewed: onSaved,
  });
  const saver = useDesignSave({
    editor,
    goingOn,
    target: timer && {
      opened: timer,
      draftMadeAt: frame.date_created,
      read: () => client.timers.get(timer.id),
    },
    send: (settings) => client.timers.drafts.save(frame, settings),
    onSaved: ({ timerId }) => {
      if (timerId === timer?.id) onSaved();
      else navigate(`/timers/${timerId}`, { replace: timer === null });
    },
  });
  const { saving, save } = saver;
  const problem = editor.problem.value;
  const [added, setAdded] = useState<readonly ImageSummary[]>([]);
  useUndoKeys(editor, saving !== null);
  const readStart = useCallback<ReadStart>(
    async (start, signal) => (await client.timers.drafts.get(frame, { start, signal })).start,
    [client, frame],
  );
  const form: DesignForm = {
    design: editor.design.value,
    change: editor.change,
    problemOf: (path) => problemAt(problem, path),
    warnings: editor.draft.value.warnings,
    fonts,
    images: [...added, ...images],
    readStart,
    addImage: (image) => setAdded((before) => [image, ...before]),
  };

  return (
    <Page
      title={timer?.name ?? texts.newTitle}
      parent={{ to: '/timers', label: timersTexts.title }}
      actions={
        <>
          <UndoButtons editor={editor} isDisabled={saving !== null} />
          {timer !== null && (
            <>
              <CopyButton size="normal" label={timersTexts.copyUrl} text={timer.productionUrl} />
              <CopyButton size="normal" label={timersTexts.copyHtml} text={timer.html} />
              <Button busy={saving === 'copy'} onClick={() => void save('copy')}>
                {texts.saveCopy}
              </Button>
            </>
          )}
          <Button
            kind="primary"
            busy={saving === 'save'}
            title={designerTexts.saveKeys}
            aria-keyshortcuts="Control+S"
            onClick={() => void save('save')}
          >
            {timer === null ? texts.save : texts.saveChanges}
          </Button>
        </>
      }
    >
      <div class="designer timer-designer">
        <PresetRow presets={presets} form={form} isDisabled={saving !== null} />
        <fieldset class="designer-form" aria-label={texts.design} disabled={saving !== null}>
          <TextField
            label={texts.name}
            value={name}
            maxLength={200}
            problem={name.trim() === '' ? texts.nameMissing : null}
            onValue={editor.rename}
          />
          <Problems editor={editor} goingOn={goingOn} />
          <TargetSection form={form} />
          <TextSection form={form} />
          <DigitSection form={form} />
          <BackgroundSection form={form} />
          <LayoutSection form={form} />
          <EndSection form={form} />
          <FileSection form={form} />
        </fieldset>
        <div class="designer-stage">
          <Stage editor={editor} name={name} />
          <WatchPanel
            editor={editor}
            prompt={texts.watch.prompt(frame.timerFrameId, frame.conversationId)}
            saved={{
              to: `/timers/${editor.draft.value.timerId}`,
              text: texts.watch.saved,
              link: texts.watch.openSaved,
            }}
          />
          {timer === null ? (
            <p class="faint">{texts.notSavedYet}</p>
          ) : (
            <section class="designer-html">
              <h2>{texts.htmlTitle}</h2>
              <CodeBlock code={timer.html} label={texts.htmlTitle} isWrapped />
              <ReachNote url={timer.productionUrl} />
              <p class="faint">{texts.htmlHint}</p>
            </section>
          )}
        </div>
        <SavedSinceDialog saver={saver} design={form.design} />
      </div>
    </Page>
  );
}
