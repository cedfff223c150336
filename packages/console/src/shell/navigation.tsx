import type { JSX } from 'preact';
import { Brand } from '../components/brand.tsx';
import { setTheme, type Theme, theme } from '../components/browser/theme.ts';
import { openPalette } from '../components/commands.ts';
import { Icon, type IconName } from '../components/icon.tsx';
import { MenuButton, type MenuEntry } from '../components/overlays/menu.tsx';
import { showToast } from '../components/toast.tsx';
import { Link } from '../router/link.tsx';
import { path, SERVER_URL } from '../router/location.ts';
import { findScreen } from '../screens/screen-outlet.tsx';
import { rememberKey } from '../session/key-storage.ts';
import { signOut, useSession } from '../session/session.ts';
import { shellTexts } from '../texts/en/shell.ts';
import { navigationItems } from './navigation-items.ts';

/** The content of the sidebar. */
export function Navigation(): JSX.Element {
  const { identity } = useSession();
  const current = findScreen(path.value)?.entry.nav;
  return (
    <>
      <Link class="brand" to="/stores">
        <Brand />
      </Link>
      <button type="button" class="nav-item" onClick={openPalette}>
        <Icon name="search" />
        {shellTexts.nav.search}
        <kbd>{isApple() ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {navigationItems(identity.scope).map(({ name, to, icon }) => (
        <Link key={name} class="nav-item" to={to} aria-current={name === current ? 'page' : undefined}>
          <Icon name={icon} />
          {shellTexts.nav[name]}
        </Link>
      ))}
      <div class="gap" />
      <a class="nav-item" href={`${SERVER_URL}docs`} target="_blank" rel="noreferrer">
        <Icon name="code" />
        {shellTexts.nav.documents}
      </a>
      <AccountMenu />
    </>
  );
}

function AccountMenu(): JSX.Element {
  const { identity, key } = useSession();
  const remember = () =>
    void rememberKey(key).then(
      () => showToast(shellTexts.remembered),
      () => showToast(shellTexts.notRemembered, { isBad: true }),
    );
  const choice = (value: Theme, label: string, icon: IconName): MenuEntry => ({
    label,
    icon,
    isChecked: theme.value === value,
    onSelect: () => setTheme(value),
  });
  const { accountName, keyName, scope } = identity;
  return (
    <div class="account">
      <MenuButton
        label={`${shellTexts.account}: ${accountName}`}
        kind="quiet"
        icon="user"
        items={[
          `${scope === 'store' ? shellTexts.storeKey : shellTexts.accountKey}${keyName ? ` “${keyName}”` : ''}`,
          null,
          shellTexts.theme.title,
          choice('system', shellTexts.theme.system, 'settings'),
          choice('light', shellTexts.theme.light, 'sun'),
          choice('dark', shellTexts.theme.dark, 'moon'),
          null,
          { label: shellTexts.remember, icon: 'key', onSelect: remember },
          { label: shellTexts.signOut, icon: 'signOut', onSelect: () => void signOut() },
        ]}
      >
        <span class="cut">{accountName}</span>
      </MenuButton>
    </div>
  );
}

export function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
