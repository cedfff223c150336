import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Brand } from '../components/brand.tsx';
import { isTyping } from '../components/browser/typing.ts';
import { IconButton } from '../components/button.tsx';
import { formatNumber } from '../components/format.ts';
import { Icon } from '../components/icon.tsx';
import { endUndo, undoLatest } from '../components/toast.tsx';
import { countDrafts, waitingCount } from '../records/edits/kept-drafts.ts';
import { openEdits } from '../records/edits/store-edits.ts';
import { isOnline } from '../requests/connection.ts';
import { Link } from '../router/link.tsx';
import { path } from '../router/location.ts';
import { ScreenOutlet } from '../screens/screen-outlet.tsx';
import { useSession } from '../session/session.ts';
import { shellTexts } from '../texts/en/shell.ts';
import { CommandPalette } from './command-palette.tsx';
import { Navigation } from './navigation.tsx';

/** What is around every screen: navigation, the bar without a server, the command palette. */
export function Shell(): JSX.Element {
  const main = useRef<HTMLElement>(null);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const at = path.value;

  const { client, identity } = useSession();
  useEffect(() => {
    // Values that were kept from an earlier visit are sent on any screen.
    for (const storeId of countDrafts(identity.accountId)) openEdits(client, identity.accountId, storeId);
  }, [client, identity.accountId]);

  const shownPlace = useRef(at);
  useLayoutEffect(() => {
    if (shownPlace.current === at) return;
    shownPlace.current = at;
    setDrawerOpen(false);
    main.current?.scrollTo(0, 0);
    // What had the focus is gone, or is the link that was followed. The title of the page takes it from here.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [at]);

  useLayoutEffect(() => endUndo, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      if (event.defaultPrevented || isTyping(event.target)) return;
      if (undoLatest()) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <div class="shell">
      <a class="button skip" href="#main">
        {shellTexts.skip}
      </a>
      <header class="topbar">
        <IconButton icon="menu" label={shellTexts.openNavigation} onClick={() => setDrawerOpen(true)} />
        <Link class="brand" to="/stores">
          <Brand />
        </Link>
      </header>
      <nav class="sidebar" aria-label={shellTexts.navigation}>
        <Navigation />
      </nav>
      {isDrawerOpen && <Drawer onClose={() => setDrawerOpen(false)} />}
      {!isOnline.value && (
        <div class="offline" role="status">
          <Icon name="offline" />
          {shellTexts.offline(formatNumber(waitingCount.value), waitingCount.value)}
        </div>
      )}
      <main ref={main} id="main" class="shell-main" tabIndex={-1}>
        <ScreenOutlet />
      </main>
      <CommandPalette />
    </div>
  );
}

/** The navigation on narrow screens. */
function Drawer({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const drawer = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = drawer.current;
    const onToggle = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') onClose();
    };
    element?.showPopover();
    element?.addEventListener('toggle', onToggle);
    element?.querySelector('a')?.focus();
    return () => element?.removeEventListener('toggle', onToggle);
  }, []);
  return (
    <nav ref={drawer} class="sidebar" popover="auto" aria-label={shellTexts.navigation}>
      <Navigation />
    </nav>
  );
}
