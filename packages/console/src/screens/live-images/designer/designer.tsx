import type { FontSummary, ImageSummary, MapResponse, StoreSummary, TimerPresetList } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { useDesignSave } from '../../../components/designer/draft/use-design-save.ts';
import { useGoingOn } from '../../../components/designer/draft/use-going-on.ts';
import { useUnsentChanges } from '../../../components/designer/draft/use-unsent-changes.ts';
import { Problems, problemAt } from '../../../components/designer/problems.tsx';
import { SavedSinceDialog } from '../../../components/designer/saved-since-dialog.tsx';
import { UndoButtons, useUndoKeys } from '../../../components/designer/undo.tsx';
import { WatchPanel } from '../../../components/designer/watch-panel.tsx';
import { TextField } from '../../../components/field.tsx';
import { Page } from '../../../components/pages/page.tsx';
import { useKeptFocus } from '../../../components/pages/use-kept-focus.ts';
import { navigate, query } from '../../../router/location.ts';
import { useSession } from '../../../session/session.ts';
import { designerTexts } from '../../../texts/en/images/designer.ts';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import { GoneVariables } from '../data/gone-variables.tsx';
import { ValuesPanel } from '../data/values-panel.tsx';
import { useImageHosts } from '../draft/image-hosts.ts';
import { createLiveEditor } from '../draft/live-editor.ts';
import type { LiveForm } from '../draft/live-form.ts';
import type { OpenDraft } from '../draft/open-draft.ts';
import { openingOfAddress, previewValues } from '../draft/opening.ts';
import { openedPart, partOfAddress } from '../draft/part.ts';
import { useSourcePlaces } from '../draft/source-places.ts';
import { useResolved } from '../draft/use-resolved.ts';
import { MailPanel } from '../output/mail-panel.tsx';
import { lensOf } from '../rules/rule-lens.ts';
import { RuleNote } from '../rules/rule-note.tsx';
import { seenRule } from '../rules/seen-rule.ts';
import { followRenamed } from './follow-renamed.ts';
import { focusPane } from './panes.ts';
import { PartLists } from './part-lists.tsx';
import { PartPanel } from './part-panel.tsx';
import { SeeAs } from './see-as.tsx';
import { Stage } from './stage.tsx';
import { useDesignerCommands } from './use-designer-commands.ts';
import { usePaneKeys } from './use-pane-keys.ts';
import { Warnings } from './warnings.tsx';

const texts = liveImagesTexts.designer;

interface DesignerProps extends OpenDraft {
  readonly fonts: readonly FontSummary[];
  readonly images: readonly ImageSummary[];
  readonly presets: TimerPresetList;
  readonly stores: readonly StoreSummary[];
  readonly maps: readonly MapResponse[];
  /** Called when another draft is to be opened: a saved live image has been changed. */
  readonly onSaved: () => void;
}

/** What the picture consists of, the picture as the server draws it, and the selected part. */
export function Designer(props: DesignerProps): JSX.Element {
  const { draft, image, fonts, images, presets, stores, maps, onSaved } = props;
  const { client } = useSession();
  const opening = openingOfAddress();
  const latest = useRef(opening);
  latest.current = opening;
  const editor = useMemo(
    () => createLiveEditor(client, draft, (design) => previewValues(latest.current, design), followRenamed),
    [client, draft],
  );
  useUnsentChanges(editor);
  const openingKey = JSON.stringify(opening);
  useEffect(() => void editor.redraw(), [editor, openingKey]);
  const goingOn = useGoingOn({
    editor,
    base: '/live-images',
    async renew() {
      const imageId = editor.draft.peek().liveImageId;
      return { ...(await client.liveImages.draft(imageId ?? 0)), imageId };
    },
    onRenewed: onSaved,
  });
  const saver = useDesignSave({
    editor,
    goingOn,
    target: image && {
      opened: image,
      draftMadeAt: draft.date_created,
      read: () => client.liveImages.get(image.id),
    },
    send: (settings) => client.liveImages.drafts.save(draft, settings),
    onSaved: ({ imageId }) => {
      if (imageId === image?.id) onSaved();
      else navigate(`/live-images/${imageId}?${stateOfAddress()}`, { replace: image === null });
    },
  });
  const { saving, save } = saver;
  const [added, setAdded] = useState<readonly ImageSummary[]>([]);
  const [addedFonts, setAddedFonts] = useState<readonly FontSummary[]>([]);
  useUndoKeys(editor, saving !== null);
  usePaneKeys();
  useKeptFocus('.stage, .live-designer > *');
  const design = editor.design.value;
  const name = editor.name.value;
  const problem = editor.problem.value;
  const places = useSourcePlaces(client, design, maps);
  const allowed = useImageHosts(client, editor);
  const { resolved, problem: unresolved } = useResolved(client, editor, opening);
  const form: LiveForm = {
    ...{ design, presets, stores, maps, places, resolved },
    change: editor.change,
    rename: (renamed, from, to) =>
      editor.renamePart({
        forth: (before) => renamed(before, from, to) ?? {},
        back: (before) => renamed(before, to, from) ?? {},
      }),
    latest: editor.design.peek.bind(editor.design),
    named: editor.named,
    rule: null,
    problemOf: (path) => problemAt(problem, path),
    // The server returns a font that it has already.
    fonts: [...addedFonts.filter(({ id }) => fonts.every((font) => font.id !== id)), ...fonts],
    addFont: (font) => setAddedFonts((before) => [font, ...before]),
    images: [...added, ...images],
    addImage: (picture) => setAdded((before) => [picture, ...before]),
  };

  const rule = seenRule(design);
  const layersForm = lensOf(form, rule);

  useDesignerCommands({ form, layersForm, save: () => void save('save') });
  const opened = openedPart.value;
  useLayoutEffect(() => {
    const part = partOfAddress(design);
    if (opened === null || part?.kind !== opened.kind || part.name !== opened.name) return;
    openedPart.value = null;
    focusPane('selected');
  }, [opened, design]);

  return (
    <Page
      title={image?.name ?? texts.newTitle}
      parent={{ to: '/live-images', label: liveImagesTexts.title }}
      isWide
      actions={
        <>
          <UndoButtons editor={editor} isDisabled={saving !== null} />
          {image !== null && (
            <>
              <Button icon="code" onClick={() => focusPane('mail')}>
                {liveImagesTexts.mail.title}
              </Button>
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
            {image === null ? texts.save : texts.saveChanges}
          </Button>
        </>
      }
    >
      <div class="designer live-designer">
        <fieldset class="designer-form live-parts" aria-label={texts.parts} disabled={saving !== null}>
          <TextField
            label={texts.name}
            value={name}
            maxLength={200}
            problem={name.trim() === '' ? texts.nameMissing : null}
            onValue={editor.rename}
          />
          <PartLists form={form} layersForm={layersForm} />
        </fieldset>
        <div class="live-middle">
          <SeeAs form={form} opening={opening} problem={unresolved} />
          <RuleNote form={form} rule={rule} />
          {image !== null && <GoneVariables saved={image.design} design={design} />}
          <Stage editor={editor} form={layersForm} name={name} />
          <Problems editor={editor} goingOn={goingOn} />
          <Warnings
            warnings={[...editor.draft.value.warnings, ...(resolved?.warnings ?? [])]}
            allow={allowed.allow}
          />
          <ValuesPanel form={form} />
          <MailPanel image={image} opening={opening} form={form} />
          <WatchPanel
            editor={editor}
            prompt={texts.watchPrompt(draft.draftId, draft.conversationId)}
            saved={{
              to: `/live-images/${editor.draft.value.liveImageId}`,
              text: texts.isSaved,
              link: texts.openSaved,
            }}
          />
        </div>
        <fieldset class="designer-form live-selected" aria-label={texts.selected} disabled={saving !== null}>
          <PartPanel form={form} layersForm={layersForm} allowed={allowed} />
        </fieldset>
        <SavedSinceDialog saver={saver} design={design} />
      </div>
    </Page>
  );
}

/** Returns what is seen, without the draft: the next one takes its place. */
function stateOfAddress(): URLSearchParams {
  const state = new URLSearchParams(query.peek());
  for (const name of ['draft', 'conversation', 'watch']) state.delete(name);
  return state;
}
