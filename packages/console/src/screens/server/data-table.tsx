import type { ComponentChildren, JSX } from 'preact';
import { formatNumber } from '../../components/format.ts';

interface Column {
  readonly title: string;
  /** Whether it is aligned to the right. */
  readonly isNumber?: boolean;
  /** Whether the title is only for screen readers. */
  readonly isTitleUnseen?: boolean;
}

interface DataTableProps {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly children: ComponentChildren;
}

/** A table that scrolls to the side where the window is narrow. */
export function DataTable({ label, columns, children }: DataTableProps): JSX.Element {
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label={label}>
      <table class="table">
        <thead>
          <tr>
            {columns.map(({ title, isNumber, isTitleUnseen }) => (
              <th key={title} scope="col" class={isNumber ? 'number' : ''}>
                <span class={isTitleUnseen ? 'unseen' : ''}>{title}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** A cell with a number. Zero is faint, so that what happens catches the eye. */
export function CountCell({
  count,
  isBad = false,
}: {
  readonly count: number;
  readonly isBad?: boolean;
}): JSX.Element {
  const tone = count === 0 ? 'faint' : isBad ? 'bad' : '';
  return <td class={`number ${tone}`}>{formatNumber(count)}</td>;
}
