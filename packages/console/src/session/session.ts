import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { type Client, createClient, UnauthorizedError, type WhoAmIResponse } from '@vitrine/client';
import { type Send, watchedFetch } from '../requests/connection.ts';
import { SERVER_URL, takeKey } from '../router/location.ts';
import { signInTexts } from '../texts/en/access/sign-in.ts';
import { createHeldKeys, type HeldKeys, holdSecret, type KnownKey } from './held-keys.ts';
import { dropEndedKey, dropKeys, holdKey, readKey } from './key-storage.ts';
import { joinTabs } from './tabs.ts';

/** A key that works, and what it may see. */
export interface Session {
  readonly key: string;
  readonly client: Client;
  readonly identity: WhoAmIResponse;
  /** The keys that can be used in this tab: that of the session, and those that were created or pasted meanwhile. */
  readonly held: HeldKeys;
}

export type SessionState =
  | { readonly kind: 'starting' }
  /** `problem`: why the last key does not work. */
  | { readonly kind: 'signedOut'; readonly problem: unknown }
  /** The server did not answer while a held key was checked. */
  | { readonly kind: 'unreachable'; readonly problem: unknown }
  | { readonly kind: 'signedIn'; readonly session: Session };

export const sessionState = signal<SessionState>({ kind: 'starting' });

/** When this tab was last seen, in milliseconds. */
let hiddenAt = 0;
const usedAt = () => (document.hidden ? hiddenAt : Date.now());

/** The other tabs. Each server at an origin has its own. */
const tabs = joinTabs(new BroadcastChannel(`vitrine-console ${SERVER_URL}`), {
  keyOf() {
    const state = sessionState.peek();
    return state.kind === 'signedIn' ? state.session.key : null;
  },
  usedAt,
  onSignedIn(key) {
    // A tab without a key takes that of another one. If the key does not work any more, nothing has changed.
    if (sessionState.peek().kind === 'signedOut') enter(key, false).catch(() => {});
  },
  onSignedOut: () => void leave(),
});

/** Is called when the key in a link does not work, and the session stays as it is. */
export type OnRefusedLink = (error: unknown) => void;

/** Follows what happens outside of the pages: the tab is hidden, or a link with a key is pasted into its address. */
export function followBrowser(onRefusedLink: OnRefusedLink): void {
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) hiddenAt = Date.now();
  });
  window.addEventListener('hashchange', () => {
    const key = takeKey();
    if (key === null) return;
    if (sessionState.peek().kind === 'signedIn') signIn(key, false).catch(onRefusedLink);
    else void startWith(key);
  });
}

/**
 * Signs in with the key in the fragment of the address, or else, if there is none that works, with the one of the tab, of
 * the device or of another tab.
 * @param begin gets the client while the server checks the key, so that the first requests do not wait for that.
 */
export async function startSession(
  onRefusedLink: OnRefusedLink,
  begin?: (client: Client) => void,
): Promise<void> {
  const linked = takeKey();
  let problem: unknown = null;
  if (linked !== null) {
    try {
      return await signIn(linked, false, begin);
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) return keepForLater(linked, error);
      problem = error;
    }
  }
  const key = (await readKey()) ?? (await tabs.ask());
  if (key === null) sessionState.value = { kind: 'signedOut', problem };
  else await startWith(key, begin);
  if (problem !== null && sessionState.peek().kind === 'signedIn') onRefusedLink(problem);
}

async function startWith(key: string, begin?: (client: Client) => void): Promise<void> {
  try {
    await signIn(key, false, begin);
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) return keepForLater(key, error);
    await dropEndedKey(key);
    sessionState.value = { kind: 'signedOut', problem: error };
  }
}

/** Keeps a key for the next try, because it may be good. */
async function keepForLater(key: string, error: unknown): Promise<void> {
  await holdKey(key, false);
  sessionState.value = { kind: 'unreachable', problem: error };
}

/** Checks a key with the server and holds it, also for the tabs that have none. @throws VitrineError */
export async function signIn(
  key: string,
  isRemembered: boolean,
  begin?: (client: Client) => void,
): Promise<void> {
  await enter(key, isRemembered, begin);
  tabs.tellSignedIn(key);
}

async function enter(key: string, isRemembered: boolean, begin?: (client: Client) => void): Promise<void> {
  const client = createSessionClient(key);
  const checking = client.whoami();
  begin?.(client);
  const identity = await checking;
  await holdKey(key, isRemembered);
  const held = createHeldKeys();
  const own = knownKey(identity, key);
  if (own !== null) holdSecret(held, own);
  sessionState.value = { kind: 'signedIn', session: { key, client, identity, held } };
}

/** Returns a key by the identity that the server has told. Null for a caller without a key. */
export function knownKey(identity: WhoAmIResponse, secret: string): KnownKey | null {
  const { keyId, keyName, scope, storeId } = identity;
  return keyId === null ? null : { keyId, name: keyName ?? '', scope, storeId, secret };
}

/** Forgets the key in all tabs and on this device. */
export async function signOut(): Promise<void> {
  tabs.tellSignedOut();
  await leave();
}

async function leave(): Promise<void> {
  await dropKeys();
  sessionState.value = { kind: 'signedOut', problem: null };
}

/** The account of the session, and the store of a store key. Null: nobody has signed in. */
export const signedInAs: ReadonlySignal<string | null> = computed(() => {
  const state = sessionState.value;
  if (state.kind !== 'signedIn') return null;
  const { accountId, storeId = '' } = state.session.identity;
  return `${accountId}/${storeId}`;
});

/** Returns the session. Only for screens, which are shown while there is one. */
export function useSession(): Session {
  const state = sessionState.value;
  if (state.kind !== 'signedIn') throw new Error('A screen was shown without a session.');
  return state.session;
}

/**
 * Creates a client that ends the session when the server says that its key is not valid any more.
 *
 * @param send default: `fetch`.
 */
export function createSessionClient(key: string, send?: Send): Client {
  return createClient({
    url: SERVER_URL,
    key,
    async fetch(url, init) {
      const response = await watchedFetch(url, init, send);
      const state = sessionState.peek();
      if (response.status === 401 && state.kind === 'signedIn' && state.session.key === key) {
        const dropping = dropEndedKey(key);
        // At once: another key may sign in while the storage of the device is read.
        sessionState.value = { kind: 'signedOut', problem: new Error(signInTexts.ended) };
        await dropping;
      }
      return response;
    },
  });
}
