import type { JSX } from 'preact';
import { SelectField } from '../../components/field.tsx';
import { formatNumber } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { imagesTexts } from '../../texts/en/images/images.ts';
import type { Folder } from './library/folders.ts';

interface FolderListProps {
  readonly folders: readonly Folder[];
  /** The number of images in all folders. */
  readonly total: number;
  /** Null: images of all folders are shown. */
  readonly selected: string | null;
  readonly onSelect: (folder: string | null) => void;
}

/** The folders with their numbers of images. */
export function FolderList({ folders, total, selected, onSelect }: FolderListProps): JSX.Element {
  const item = (folder: string | null, label: string, count: number) => (
    <li key={folder}>
      <button type="button" aria-current={folder === selected || undefined} onClick={() => onSelect(folder)}>
        <Icon name={folder === null ? 'image' : 'folder'} />
        <span class="cut" dir="auto" title={label}>
          {label}
        </span>
        <span class="faint number">{formatNumber(count)}</span>
      </button>
    </li>
  );
  return (
    <nav class="folder-list" aria-label={imagesTexts.folders}>
      <ul>
        {item(null, imagesTexts.allFolders, total)}
        {folders.map(({ name, count }) => item(name, name === '' ? imagesTexts.root : name, count))}
      </ul>
    </nav>
  );
}

const ALL = 'all';

/** The folders as a list of choices, where there is no room for `FolderList`. */
export function FolderField({ folders, total, selected, onSelect }: FolderListProps): JSX.Element {
  const choices = [
    { value: ALL, label: `${imagesTexts.allFolders} (${formatNumber(total)})` },
    ...folders.map(({ name, count }, index) => ({
      value: String(index),
      label: `${name === '' ? imagesTexts.root : name} (${formatNumber(count)})`,
    })),
  ];
  const index = folders.findIndex(({ name }) => name === selected);
  return (
    <SelectField
      class="folder-field"
      label={imagesTexts.folders}
      isLabelUnseen
      value={index < 0 ? ALL : String(index)}
      choices={choices}
      onValue={(value) => onSelect(value === ALL ? null : (folders[Number(value)]?.name ?? null))}
    />
  );
}
