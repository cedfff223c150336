import type { AnyRow } from '@vitrine/client';
import type { JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { Button, IconButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { readValue } from '../../records/value-types.ts';
import { problemsByField } from '../../session/describe-error.ts';
import { gridTexts } from '../../texts/en/grid.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import type { GridState } from './grid-state.ts';
import { RecordField } from './record-field.tsx';

const texts = gridTexts.panel;

interface NewRecordProps {
  readonly grid: GridState;
  readonly onClose: () => void;
  readonly onAdded: (row: AnyRow) => void;
}

/** An empty record to fill in. The server's words are at the fields that they concern. */
export function NewRecord({ grid, onClose, onAdded }: NewRecordProps): JSX.Element {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const own = grid.columns.filter(({ isSystem }) => !isSystem);
  useLayoutEffect(() => document.querySelector<HTMLElement>('.record-panel .record-field [id]')?.focus(), []);

  async function submit(): Promise<void> {
    setBusy(true);
    try {
      const record = own.flatMap(({ name, type }) => {
        const text = values[name] ?? '';
        return text === '' ? [] : [[name, readValue(text, type)] as const];
      });
      onAdded(await grid.store.add(Object.fromEntries(record)));
    } catch (error) {
      setErrors(
        problemsByField(
          error,
          own.map(({ name }) => name),
        ),
      );
      setBusy(false);
    }
  }

  return (
    <aside class="record-panel" aria-label={texts.newTitle}>
      <header>
        <h2>{texts.newTitle}</h2>
        <IconButton icon="close" label={shellTexts.close} onClick={onClose} />
      </header>
      <form
        class="record-body"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {own.map((column) => (
          <RecordField
            key={column.name}
            column={{ ...column, isEditable: true }}
            raw={null}
            value={values[column.name] ?? ''}
            problem={errors[column.name] ?? null}
            onSave={(text) => setValues((before) => ({ ...before, [column.name]: text }))}
          />
        ))}
        {errors[''] && (
          <p class="problem" role="alert">
            <Icon name="alert" />
            {errors['']}
          </p>
        )}
        <div>
          <Button type="submit" kind="primary" busy={isBusy}>
            {texts.add}
          </Button>
        </div>
      </form>
    </aside>
  );
}
