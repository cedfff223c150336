import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { messageOf } from '../../../requests/describe-error.ts';
import { useLeaveQuestion } from '../../../router/leave-question.ts';
import { Button } from '../../button.tsx';
import { type Choice, SelectField } from '../../field.tsx';

interface AddedFileFieldProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onValue: (value: string) => void;
  readonly problem: string | null;
  /** What the file dialog offers. */
  readonly accept: string;
  readonly addLabel: string;
  /** Adds a file to the account. Returns the value that chooses it. */
  readonly add: (file: File, signal: AbortSignal) => Promise<string>;
}

/** A choice among files of the account, or one that is added here by choice or by drop. */
export function AddedFileField(props: AddedFileFieldProps): JSX.Element {
  const { label, value, choices, onValue, problem, accept, addLabel, add } = props;
  const [isSending, setSending] = useState(false);
  useLeaveQuestion(isSending);
  const [refusal, setRefusal] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const aborting = useMemo(() => new AbortController(), []);
  useEffect(() => () => aborting.abort(), [aborting]);

  async function send(file: File | undefined): Promise<void> {
    if (file === undefined || isSending) return;
    setSending(true);
    setRefusal(null);
    try {
      onValue(await add(file, aborting.signal));
    } catch (error) {
      if (!aborting.signal.aborted) setRefusal(messageOf(error));
    }
    setSending(false);
  }

  return (
    <div
      class="image-field"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void send(event.dataTransfer?.files[0]);
      }}
    >
      <SelectField
        label={label}
        value={value}
        choices={choices}
        problem={refusal ?? problem}
        onValue={(next) => {
          setRefusal(null);
          onValue(next);
        }}
      />
      <Button icon="upload" busy={isSending} onClick={() => input.current?.click()}>
        {addLabel}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={(event) => {
          void send(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
