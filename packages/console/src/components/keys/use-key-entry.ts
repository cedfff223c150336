import { UnauthorizedError } from '@vitrine/client';
import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { messageOf } from '../../requests/describe-error.ts';
import { signIn } from '../../session/session.ts';
import { signInTexts } from '../../texts/en/access/sign-in.ts';
import { useFirstFocus } from '../overlays/use-first-focus.ts';

interface KeyEntry {
  /** The typed key. */
  readonly key: string;
  readonly isBusy: boolean;
  /** The members of its field, which has the focus when it is shown. */
  readonly field: {
    readonly type: 'password';
    readonly autocomplete: 'current-password';
    readonly value: string;
    readonly problem: string | null;
    readonly inputRef: RefObject<HTMLInputElement | null>;
    readonly onValue: (key: string) => void;
  };
  /** Says at the field why the server has refused the key. */
  readonly complain: (error: unknown) => void;
  /** Signs in with the key, or says at the field why that is not possible. */
  readonly submit: (isRemembered: boolean) => Promise<void>;
}

/** A key that is typed to sign in. @param problem why an earlier key does not work, said at the field. Null: nothing. */
export function useKeyEntry(problem: unknown): KeyEntry {
  const [key, setKey] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [complaint, setComplaint] = useState<string | null>(null);
  const inputRef = useFirstFocus();
  const complain = (error: unknown) =>
    setComplaint(error instanceof UnauthorizedError ? signInTexts.invalid : messageOf(error));
  useLayoutEffect(() => {
    if (problem !== null) complain(problem);
  }, [problem]);

  async function submit(isRemembered: boolean): Promise<void> {
    if (key.trim() === '') {
      setComplaint(signInTexts.empty);
      inputRef.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await signIn(key.trim(), isRemembered);
    } catch (error) {
      complain(error);
      inputRef.current?.focus();
    }
    setBusy(false);
  }

  const onValue = (typed: string) => {
    setKey(typed);
    setComplaint(null);
  };
  const secret = { type: 'password', autocomplete: 'current-password' } as const;
  return {
    key,
    isBusy,
    field: { ...secret, value: key, problem: complaint, inputRef, onValue },
    complain,
    submit,
  };
}
