import type { IconName } from '../components/icon.tsx';
import { type NavName, screens } from '../screens/screens.ts';

const ICONS: Readonly<Record<NavName, IconName>> = {
  stores: 'database',
  'live-images': 'live',
  timers: 'timer',
  images: 'image',
  fonts: 'font',
  maps: 'map',
  webhooks: 'bolt',
  keys: 'key',
  server: 'server',
};

interface NavigationItem {
  readonly name: NavName;
  readonly to: string;
  readonly icon: IconName;
}

/** Returns the places that a key of the scope may see and that exist. */
export function navigationItems(scope: 'account' | 'store'): readonly NavigationItem[] {
  return (Object.keys(ICONS) as NavName[]).flatMap((name) => {
    const to = `/${name}`;
    const entry = screens.find((one) => one.path === to);
    if (entry === undefined || (scope === 'store' && !entry.isForStoreKeys)) return [];
    return [{ name, to, icon: ICONS[name] }];
  });
}
