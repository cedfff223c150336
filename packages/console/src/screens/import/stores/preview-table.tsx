import type { InferStoreResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { Icon } from '../../../components/icon.tsx';
import { importTexts as texts } from '../../../texts/en/stores/import.ts';
import type { ColumnPlan } from '../file/column-plan.ts';
import type { FileRow } from '../file/rows/file-rows.ts';
import { formOf } from '../file/settings/text-form.ts';
import { previewValue, whyUnread } from './preview-value.ts';

const CELL_MAX = 200;

interface PreviewTableProps {
  readonly rows: readonly FileRow[];
  readonly found: InferStoreResponse;
  readonly plans: readonly ColumnPlan[];
}

/** The first rows of the file as they will be stored. */
export function PreviewTable({ rows, found, plans }: PreviewTableProps): JSX.Element | null {
  const columns = plans.flatMap((plan, index) => (plan.isSkipped ? [] : [{ plan, index }]));
  if (rows.length === 0 || columns.length === 0) return null;
  return (
    <section class="import-part">
      <h2>{texts.preview}</h2>
      <div class="table-scroll" tabIndex={0} role="region" aria-label={texts.preview}>
        <table class="table">
          <thead>
            <tr>
              {columns.map(({ plan }) => (
                <th key={plan.key} scope="col" class={plan.type === 'number' ? 'number' : ''}>
                  <bdi>{plan.property}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                {columns.map(({ plan, index }) => (
                  <Cell key={plan.key} text={row[index] ?? ''} plan={plan} found={found} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface CellProps {
  readonly text: string;
  readonly plan: ColumnPlan;
  readonly found: InferStoreResponse;
}

function Cell({ text, plan: { type, inferred }, found }: CellProps): JSX.Element {
  const form = formOf(found, inferred);
  if (text.trim() === '') return <td class="faint">{texts.unset}</td>;
  const shown = previewValue(text, type, form);
  if (shown !== null) {
    return (
      <td class={type === 'number' ? 'number' : ''}>
        <bdi class="import-cell cut">{shown.slice(0, CELL_MAX)}</bdi>
      </td>
    );
  }
  const reason = whyUnread(text, type, form, inferred);
  return (
    <td class={type === 'number' ? 'refused number' : 'refused'} title={reason}>
      <Icon name="alert" />
      <bdi class="import-cell cut">{text.slice(0, CELL_MAX)}</bdi>
      <span class="unseen">{reason}</span>
    </td>
  );
}
