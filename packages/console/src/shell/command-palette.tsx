import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { setTheme } from '../components/browser/theme.ts';
import { isPaletteOpen, screenCommands } from '../components/commands.ts';
import { Icon, type IconName } from '../components/icon.tsx';
import { signOut, useSession } from '../session/session.ts';
import { shellTexts } from '../texts/en/shell.ts';
import { navigationItems } from './navigation-items.ts';
import { OTHERS_MAX, placeRow, type Row, useOtherRows, useRecordRows, useStoreRows } from './palette-rows.ts';

/** Opens the palette on Ctrl+K (Cmd+K). Called once. */
export function listenForPalette(): void {
  window.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    isPaletteOpen.value = !isPaletteOpen.value;
  });
}

/** The palette, while it is open. */
export function CommandPalette(): JSX.Element | null {
  return isPaletteOpen.value ? <OpenPalette /> : null;
}

function OpenPalette(): JSX.Element {
  const { client, identity } = useSession();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  /** The row that the arrow keys have chosen. Null: they have chosen none, and Enter takes the first. */
  const [active, setActive] = useState<string | null>(null);
  const close = () => {
    isPaletteOpen.value = false;
  };

  useLayoutEffect(() => dialog.current?.showModal(), []);
  const stores = useStoreRows(client, text);
  const others = useOtherRows(client, identity.scope);
  const records = useRecordRows(client, text);

  const pages = navigationItems(identity.scope).map(({ name, to, icon }) =>
    placeRow(to, shellTexts.palette.goTo(shellTexts.nav[name]), shellTexts.palette.page, icon),
  );
  const command = (label: string, icon: IconName, run: () => void): Row => ({
    id: label,
    label,
    icon,
    run,
    note: shellTexts.palette.command,
  });
  const { theme } = shellTexts;
  const commands = [
    ...screenCommands.value.map(({ label, icon, run }) => command(label, icon, run)),
    ...pages,
    command(`${theme.title}: ${theme.light}`, 'sun', () => setTheme('light')),
    command(`${theme.title}: ${theme.dark}`, 'moon', () => setTheme('dark')),
    command(`${theme.title}: ${theme.system}`, 'settings', () => setTheme('system')),
    command(shellTexts.signOut, 'signOut', () => void signOut()),
  ];
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ label }: Row) => words.every((word) => label.toLowerCase().includes(word));
  const found = words.length === 0 ? [] : others.filter(fits).slice(0, OTHERS_MAX);
  const shown = [...stores.filter(fits), ...found, ...commands.filter(fits), ...records];
  // Rows that arrive late move the chosen one. Where it is gone, none is chosen.
  const chosen = active === null ? 0 : shown.findIndex(({ id }) => id === active);

  const run = (one: Row | undefined) => {
    if (one === undefined) return;
    // First of all: behind an open dialog nothing can take the focus.
    dialog.current?.close();
    one.run();
  };

  return (
    <dialog
      ref={dialog}
      class="dialog palette"
      aria-label={shellTexts.palette.label}
      onClose={close}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      <input
        role="combobox"
        aria-label={shellTexts.palette.label}
        aria-expanded={shown.length > 0}
        aria-controls="palette-list"
        aria-activedescendant={shown[chosen] === undefined ? undefined : `palette-${chosen}`}
        autocomplete="off"
        spellcheck={false}
        placeholder={shellTexts.palette.placeholder}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setActive(null);
        }}
        onKeyDown={(event) => {
          const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
          if (step !== 0) {
            event.preventDefault();
            const from = step < 0 ? Math.max(chosen, 0) : chosen;
            setActive(shown.at((from + step) % shown.length)?.id ?? null);
          } else if (event.key === 'Enter') {
            event.preventDefault();
            run(shown[chosen]);
          }
        }}
      />
      {shown.length === 0 ? (
        <p class="none">{shellTexts.palette.none}</p>
      ) : (
        <div id="palette-list" role="listbox" aria-label={shellTexts.palette.label}>
          {shown.map((one, index) => (
            <PaletteRow key={one.id} command={one} index={index} isChosen={index === chosen} onRun={run} />
          ))}
        </div>
      )}
    </dialog>
  );
}

function PaletteRow(props: {
  readonly command: Row;
  readonly index: number;
  readonly isChosen: boolean;
  readonly onRun: (command: Row) => void;
}): JSX.Element {
  const { command, index, isChosen, onRun } = props;
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen, index]);
  return (
    <div
      ref={ref}
      id={`palette-${index}`}
      class="option"
      role="option"
      aria-selected={isChosen}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onRun(command)}
    >
      <Icon name={command.icon} />
      <span class="grow cut" dir="auto">
        {command.label}
      </span>
      <span class="faint">{command.note}</span>
    </div>
  );
}
