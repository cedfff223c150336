import type { JSX } from 'preact';
import { Button } from '../../components/button.tsx';
import { importTexts as texts } from '../../texts/en/import.ts';

interface ImportActionsProps {
  readonly busy: 'dry' | 'real' | null;
  readonly onStart: () => void;
}

/** The buttons of the form: to try first, which Enter does too, or to import at once. */
export function ImportActions({ busy, onStart }: ImportActionsProps): JSX.Element {
  return (
    <>
      <Button type="submit" kind="primary" busy={busy === 'dry'} disabled={busy === 'real'}>
        {texts.dryRun}
      </Button>
      <Button busy={busy === 'real'} disabled={busy === 'dry'} onClick={onStart}>
        {texts.start}
      </Button>
      {busy !== null && (
        <span class="faint" role="status">
          {texts.sending}
        </span>
      )}
    </>
  );
}
