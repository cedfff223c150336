import type { JSX } from 'preact';
import { Link } from '../router/link.tsx';

interface TabsProps<Name extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly name: Name; readonly label: string }[];
  readonly selected: Name;
  readonly onSelect: (name: Name) => void;
}

/** Tabs that switch a part of a screen (the ARIA pattern "tabs"). The arrows move between them. */
export function Tabs<Name extends string>(props: TabsProps<Name>): JSX.Element {
  const { label, tabs, selected, onSelect } = props;
  return (
    <div
      class="tabs"
      role="tablist"
      aria-label={label}
      onKeyDown={(event) => {
        const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
        if (step === 0) return;
        event.preventDefault();
        const at = tabs.findIndex(({ name }) => name === selected);
        const next = tabs[(at + step + tabs.length) % tabs.length];
        if (next === undefined) return;
        onSelect(next.name);
        const buttons = event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]');
        buttons[tabs.indexOf(next)]?.focus();
      }}
    >
      {tabs.map((tab) => (
        <button
          key={tab.name}
          type="button"
          role="tab"
          aria-selected={tab.name === selected}
          tabIndex={tab.name === selected ? 0 : -1}
          onClick={() => onSelect(tab.name)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}

interface LinkTabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly to: string; readonly label: string; readonly isCurrent: boolean }[];
}

/** Tabs that are places of their own: links. */
export function LinkTabs({ label, tabs }: LinkTabsProps): JSX.Element {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} aria-current={tab.isCurrent ? 'page' : undefined}>
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
