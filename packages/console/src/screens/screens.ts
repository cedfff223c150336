import type { Client } from '@vitrine/client';
import type { ComponentType } from 'preact';
import { requestFirstView } from './grid/view/first-view.ts';

/** What a screen gets: the parameters of its path, decoded. */
export interface ScreenProps {
  readonly params: Readonly<Record<string, string>>;
}

/** The default export of a screen's file is the screen. */
interface ScreenModule {
  readonly default: ComponentType<ScreenProps>;
}

export type NavName =
  | 'stores'
  | 'live-images'
  | 'timers'
  | 'images'
  | 'fonts'
  | 'maps'
  | 'webhooks'
  | 'keys'
  | 'server';

export interface ScreenEntry {
  readonly path: string;
  /** The item of the navigation that is marked. */
  readonly nav: NavName;
  /** Whether a store key may see it. Default: account keys only. */
  readonly isForStoreKeys?: true;
  readonly load: () => Promise<ScreenModule>;
  /** Sends the first requests of the screen while its code is loaded and the key is checked. */
  readonly request?: (client: Client, params: Readonly<Record<string, string>>) => void;
}

/** Where a client of OAuth sends the browser: a page without the frame of the console, and before there is a session. */
export const connectScreen: ScreenEntry = {
  path: '/connect',
  nav: 'keys',
  load: () => import('./connect/connect-screen.tsx'),
};

/** Every screen by its path. Each is loaded when it is first shown. */
export const screens: readonly ScreenEntry[] = [
  {
    path: '/stores',
    nav: 'stores',
    isForStoreKeys: true,
    load: () => import('./stores/stores-screen.tsx'),
  },
  {
    path: '/stores/:storeId',
    nav: 'stores',
    isForStoreKeys: true,
    load: () => import('./grid/grid-screen.tsx'),
    request: (client, { storeId = '' }) => void requestFirstView(client, storeId),
  },
  {
    path: '/stores/:storeId/charts',
    nav: 'stores',
    isForStoreKeys: true,
    load: () => import('./charts/charts-screen.tsx'),
  },
  {
    path: '/stores/:storeId/schema',
    nav: 'stores',
    load: () => import('./schema/schema-screen.tsx'),
  },
  {
    path: '/stores/:storeId/deleted',
    nav: 'stores',
    isForStoreKeys: true,
    load: () => import('./deleted/deleted-screen.tsx'),
  },
  {
    path: '/deleted-stores',
    nav: 'stores',
    load: () => import('./deleted-stores/deleted-stores-screen.tsx'),
  },
  {
    path: '/live-images',
    nav: 'live-images',
    load: () => import('./live-images/live-images-screen.tsx'),
  },
  {
    path: '/live-images/start',
    nav: 'live-images',
    load: () => import('./live-images/start-screen.tsx'),
  },
  {
    path: '/live-images/new',
    nav: 'live-images',
    load: () => import('./live-images/designer/designer-screen.tsx'),
  },
  {
    path: '/live-images/:imageId',
    nav: 'live-images',
    load: () => import('./live-images/designer/designer-screen.tsx'),
  },
  { path: '/timers', nav: 'timers', load: () => import('./timers/timers-screen.tsx') },
  { path: '/timers/new', nav: 'timers', load: () => import('./timers/designer-screen.tsx') },
  { path: '/timers/:timerId', nav: 'timers', load: () => import('./timers/designer-screen.tsx') },
  { path: '/import', nav: 'stores', load: () => import('./import/import-screen.tsx') },
  {
    path: '/stores/:storeId/import',
    nav: 'stores',
    isForStoreKeys: true,
    load: () => import('./import/import-screen.tsx'),
  },
  { path: '/images', nav: 'images', load: () => import('./images/images-screen.tsx') },
  { path: '/fonts', nav: 'fonts', load: () => import('./fonts/fonts-screen.tsx') },
  { path: '/maps', nav: 'maps', load: () => import('./maps/maps-screen.tsx') },
  { path: '/maps/:mapId/import', nav: 'maps', load: () => import('./import/import-screen.tsx') },
  { path: '/maps/:mapId', nav: 'maps', load: () => import('./maps/map-screen.tsx') },
  { path: '/webhooks', nav: 'webhooks', load: () => import('./webhooks/webhooks-screen.tsx') },
  {
    path: '/webhooks/:webhookId',
    nav: 'webhooks',
    load: () => import('./webhooks/webhook-screen.tsx'),
  },
  {
    path: '/keys',
    nav: 'keys',
    isForStoreKeys: true,
    load: () => import('./keys/keys-screen.tsx'),
  },
  {
    path: '/keys/:keyId/agent',
    nav: 'keys',
    isForStoreKeys: true,
    load: () => import('./agents/agent-screen.tsx'),
  },
  { path: '/server', nav: 'server', load: () => import('./server/server-screen.tsx') },
];
