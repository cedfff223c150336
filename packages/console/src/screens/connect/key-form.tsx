import type { JSX } from 'preact';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { useKeyEntry } from '../../components/keys/use-key-entry.ts';
import { connectTexts as texts } from '../../texts/en/access/connect.ts';

interface KeyFormProps {
  /** The address that tells the client that it is not allowed. */
  readonly denyUrl: string;
  /** Whether the session has the key of a store, which can't allow anything. */
  readonly isOfStore: boolean;
  /** Why the key of the session could not be checked. */
  readonly problem: unknown;
}

/** Asks for an account key, before what is allowed can be chosen. */
export function KeyForm({ denyUrl, isOfStore, problem }: KeyFormProps): JSX.Element {
  const { field, isBusy, submit } = useKeyEntry(problem);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(false);
      }}
    >
      {isOfStore && (
        <p class="note warn" role="status">
          <span>
            <strong>{texts.storeKeyTitle}</strong> {texts.storeKeyText}
          </span>
        </p>
      )}
      <TextField label={texts.key} placeholder={texts.placeholder} hint={texts.keyHint} {...field} />
      <div class="actions">
        <Button onClick={() => window.location.assign(denyUrl)}>{texts.deny}</Button>
        <Button type="submit" kind="primary" busy={isBusy}>
          {texts.signIn}
        </Button>
      </div>
    </form>
  );
}
