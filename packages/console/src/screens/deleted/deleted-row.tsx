import type { AnyRow, DeletedRecord } from '@vitrine/client';
import type { JSX } from 'preact';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { TimeAgo } from '../../components/time.tsx';
import { titleOf } from '../../records/record-title.ts';
import { type Column, sayValue } from '../../records/value-types.ts';
import { deletedTexts as texts } from '../../texts/en/stores/deleted.ts';

interface DeletedRowProps {
  readonly record: DeletedRecord;
  readonly columns: readonly Column[];
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
  readonly onRestore: () => void;
}

/** Values that the line of a record shows before it is opened. */
const SUMMARY_MAX = 4;

/** A deleted record: its first values in a line, all of them when it is opened. */
export function DeletedRow({
  record,
  columns,
  isSelected,
  onSelect,
  onRestore,
}: DeletedRowProps): JSX.Element {
  const { id, values, at, by } = record;
  const title = titleOf({ ...values, id } as AnyRow, columns);
  const own = columns.filter(({ isSystem }) => !isSystem);
  const summary = own
    .filter(({ name }) => values[name] !== null && values[name] !== undefined && values[name] !== title)
    .slice(0, SUMMARY_MAX)
    .map((column) => sayValue(values[column.name], column));
  return (
    <li class="card deleted-row">
      <Checkbox label={texts.select(title)} isLabelUnseen checked={isSelected} onValue={onSelect} />
      <details>
        <summary>
          <Icon name="chevronRight" />
          <span class="deleted-what cut" dir="auto">
            <strong>{title}</strong> {summary.join(' · ')}
          </span>
          <span class="faint">
            {texts.deleted} <TimeAgo time={at} /> {by !== null && texts.by(by.name)}
          </span>
        </summary>
        <dl aria-label={texts.values}>
          {own.map((column) => (
            <div key={column.name}>
              <dt dir="auto">{column.name}</dt>
              <dd dir="auto">{sayValue(values[column.name], column)}</dd>
            </div>
          ))}
        </dl>
      </details>
      <Button size="small" icon="undo" aria-label={texts.restoreOne(title)} onClick={onRestore}>
        {texts.restore}
      </Button>
    </li>
  );
}
