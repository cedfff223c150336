import { NotFoundError } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../requests/describe-error.ts';
import { Link } from '../../router/link.tsx';
import { query, setQuery } from '../../router/location.ts';
import { designerTexts } from '../../texts/en/images/designer.ts';
import { CopyButton } from '../copy-button.tsx';
import { Checkbox } from '../field.tsx';
import { showToast } from '../toast.tsx';
import { DifferenceList } from './difference-list.tsx';
import type { DraftEditor } from './draft/draft-editor.ts';
import type { AnyDraft } from './draft/draft-kind.ts';
import type { Revision } from './draft/revision.ts';

const { watch } = designerTexts;
/** Each look costs the server a drawing. */
const LOOK_MS = 2_000;

type Watched = Pick<DraftEditor<AnyDraft, object>, 'draft' | 'others' | 'refresh'>;

interface WatchPanelProps {
  readonly editor: Watched;
  /** What an agent is told, with the ids of the draft. */
  readonly prompt: string;
  /** Where the draft is once it is saved, and what is said then. */
  readonly saved: { readonly to: string; readonly text: string; readonly link: string };
}

/** Shows a draft live that others change, such as an agent: revision by revision, with what was changed. */
export function WatchPanel({ editor, prompt, saved }: WatchPanelProps): JSX.Element {
  const isOn = query.value.has('watch');
  const problem = useLooks(editor, isOn);
  const { revision, status } = editor.draft.value;
  const others = editor.others.value;
  const [latest] = others;
  useEffect(() => {
    if (latest !== undefined && latest.kept.length > 0)
      showToast(watch.bothChanged(latest.kept), { isBad: true });
  }, [latest]);
  return (
    <section class="card watch" aria-label={watch.title}>
      <Checkbox
        isSwitch
        label={watch.title}
        checked={isOn}
        onValue={(next) => setQuery({ watch: next ? '1' : null })}
      />
      {isOn && (
        <>
          <div class="watch-line">
            <p class="faint">{watch.hint}</p>
            <CopyButton label={watch.copy} text={prompt} />
          </div>
          <p class="number soft" role="status">
            {others.length === 0 ? watch.none(revision) : watch.latest(latest?.revision ?? revision)}
          </p>
        </>
      )}
      {status === 'saved' && (
        <p class="note">
          {saved.text} <Link to={saved.to}>{saved.link}</Link>
        </p>
      )}
      {problem !== null && (
        <p class="note bad" role="alert">
          {problem instanceof NotFoundError ? watch.gone : messageOf(problem)}
        </p>
      )}
      {others.length > 0 && (
        <div class="watch-revisions" tabIndex={0} role="group" aria-label={watch.changes}>
          <ol>
            {others.map((each) => (
              <RevisionItem key={each.revision} revision={each} />
            ))}
          </ol>
        </div>
      )}
    </section>
  );
}

/** Looks for changes of others again and again, while the page is seen. Returns why the last look failed. */
function useLooks(editor: Watched, isOn: boolean): unknown {
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(() => {
    if (!isOn) return;
    const aborting = new AbortController();
    const { signal } = aborting;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function look(): Promise<void> {
      try {
        if (!document.hidden) await editor.refresh(signal);
        setProblem(null);
      } catch (error) {
        if (signal.aborted) return;
        setProblem(error);
        // It does not come back.
        if (error instanceof NotFoundError) return;
      }
      if (!signal.aborted) timer = setTimeout(() => void look(), LOOK_MS);
    }
    void look();
    return () => {
      aborting.abort();
      clearTimeout(timer);
      setProblem(null);
    };
  }, [editor, isOn]);
  return problem;
}

function RevisionItem({ revision }: { readonly revision: Revision }): JSX.Element {
  return (
    <li>
      <strong>{watch.revision(revision.revision)}</strong>
      <DifferenceList
        differences={revision.differences}
        noteOf={(member) => (revision.kept.includes(member) ? watch.kept : null)}
      />
    </li>
  );
}
