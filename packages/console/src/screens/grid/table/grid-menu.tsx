import type { AnyRow } from '@vitrine/client';
import type { JSX } from 'preact';
import { copyText } from '../../../components/copy-button.tsx';
import { formatNumber } from '../../../components/format.ts';
import type { IconName } from '../../../components/icon.tsx';
import { Menu, type MenuEntry } from '../../../components/overlays/menu.tsx';
import { showToast } from '../../../components/toast.tsx';
import { valueEdit } from '../../../records/edits/cell-edit.ts';
import { createNewId, isNewId } from '../../../records/edits/store-drafts.ts';
import { ownPicture } from '../../../records/pictures/own-picture.ts';
import { messageOf } from '../../../requests/describe-error.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import { valueTexts } from '../../../texts/en/stores/values.ts';
import { deleteRows } from '../bulk/bulk-dialogs.tsx';
import { fillDown } from '../edits/range-edits.ts';
import type { GridState } from '../state/grid-state.ts';
import { type CopyFormat, copyAs } from './copy-as.ts';
import { copyCells, cutCells, startEdit } from './grid-keys.ts';
import { linkOf, openPage } from './open-link.ts';

const texts = gridTexts.menu;
const FORMATS: readonly (readonly [CopyFormat, IconName])[] = [
  ['csv', 'table'],
  ['json', 'code'],
  ['markdown', 'columns'],
];

interface GridMenuProps {
  readonly grid: GridState;
  /** The cell at which the menu opens. */
  readonly anchor: HTMLElement;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}

/** The menu of the selected cells and their records. */
export function GridMenu({ grid, anchor, onOpen, onClose }: GridMenuProps): JSX.Element {
  const { top, bottom, left, right } = grid.range.value;
  const rows: AnyRow[] = [];
  for (let line = top; line <= bottom; line += 1) {
    const row = grid.rowAt(line);
    if (row !== null && !isNewId(row.id)) rows.push(row);
  }
  const [first] = rows;
  const columns = grid.placed.value.slice(left, right + 1);
  const active = grid.rowAt(grid.active.value.row);
  const link = active === null ? null : linkOf(grid, active, grid.placed.value[grid.active.value.column]);
  const column = grid.placed.value[grid.active.value.column];
  const picture = link !== null && column !== undefined ? ownPicture(link, column.type) : null;
  const isOne = rows.length === 1;

  const items: MenuEntry[] = [
    { label: texts.edit, icon: 'edit', keys: 'Enter', onSelect: () => startEdit(grid) },
    ...(first !== undefined && isOne
      ? [
          {
            label: texts.open,
            icon: 'panel' as const,
            keys: 'Shift+Enter',
            onSelect: () => onOpen(first.id),
          },
          {
            label: texts.copyLink,
            icon: 'link' as const,
            onSelect: () => void copyText(addressOfRecord(first.id)),
          },
        ]
      : []),
    ...(picture === null
      ? []
      : [
          {
            label: valueTexts.picture.enlarge,
            icon: 'image' as const,
            onSelect: () => {
              grid.enlarged.value = picture;
            },
          },
        ]),
    ...(link === null
      ? []
      : [{ label: texts.openLink, icon: 'external' as const, onSelect: () => openPage(link) }]),
    null,
    { label: texts.copy, icon: 'copy', keys: 'Ctrl+C', onSelect: () => void copyCells(grid) },
    ...FORMATS.map(([format, icon]) => ({
      label: texts.copyAs[format],
      icon,
      isDisabled: rows.length === 0,
      onSelect: () => void copy(copyAs(format, { columns, rows: rows.map((row) => grid.asShown(row)) })),
    })),
    { label: texts.cut, icon: 'cut', keys: 'Ctrl+X', onSelect: () => void cutCells(grid) },
    {
      label: texts.fillDown,
      icon: 'download',
      keys: 'Ctrl+D',
      isDisabled: top === bottom,
      onSelect: () => void fillDown(grid),
    },
    null,
    {
      label: texts.insert,
      icon: 'add',
      onSelect: () => grid.moveTo({ row: grid.lineCount.peek() - 1, column: 0 }),
    },
    {
      icon: 'copy',
      label: texts.duplicate(formatNumber(rows.length), isOne),
      isDisabled: rows.length === 0,
      onSelect: () => duplicate(grid, rows),
    },
    {
      label: texts.delete(formatNumber(rows.length), isOne),
      icon: 'trash',
      isDangerous: true,
      isDisabled: rows.length === 0,
      onSelect: () =>
        void deleteRows(grid, rows).catch((error: unknown) => showToast(messageOf(error), { isBad: true })),
    },
  ];
  return <Menu anchor={anchor} label={texts.label} items={items} onClose={onClose} />;
}

async function copy(text: string): Promise<void> {
  if (await copyText(text)) showToast(texts.copied);
}

function addressOfRecord(id: string): string {
  const address = new URL(window.location.href);
  address.search = '';
  address.searchParams.set('record', id);
  return address.href;
}

/** Begins records with the values of others. Those with a unique value wait for another one. */
function duplicate(grid: GridState, rows: readonly AnyRow[]): void {
  const own = grid.columns.filter(({ isSystem, isUnique }) => !isSystem && !isUnique);
  const ids = rows.map((stored) => {
    const id = createNewId();
    const row = grid.asShown(stored);
    const edits = own
      .filter(({ name }) => (row[name] ?? null) !== null)
      .map((column) => valueEdit(id, column, { value: row[column.name] ?? null, from: null }));
    grid.edits.drafts.put(grid.edits.draftsOf(edits, 'typed'));
    return id;
  });
  const [first = ''] = ids;
  const unique = grid.placed.peek().findIndex(({ isUnique }) => isUnique);
  grid.moveTo({ row: grid.lineOf(first), column: Math.max(0, unique) });
  if (!grid.columns.some(({ isUnique }) => isUnique)) for (const id of ids) grid.addLeft(id);
}
