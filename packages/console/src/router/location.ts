import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { changeParameters, type Parameters } from './parameters.ts';

/** The path of the console's root, with a slash at its end: `/console/`, or longer behind a proxy. */
const ROOT = new URL('../', import.meta.url).pathname;

/** The URL of the server, with a slash at its end. */
export const SERVER_URL = new URL('../../', import.meta.url).href;

const place = signal(window.location.href);

/** The path below the console's root, with a slash at its beginning: `/stores/abc`. */
export const path: ReadonlySignal<string> = computed(() => {
  const { pathname } = new URL(place.value);
  return pathname.startsWith(ROOT) ? `/${pathname.slice(ROOT.length)}` : '/';
});

/** The parameters of the address: the state of the screen, which survives a reload and can be sent to others. */
export const query: ReadonlySignal<URLSearchParams> = computed(() => new URL(place.value).searchParams);

/** Returns the address of a path below the console's root. */
export function addressOf(to: string): string {
  return `${ROOT}${to.replace(/^\//, '')}`;
}

/** A question before a screen is left, because something is typed. */
export interface LeaveGuard {
  /** Returns false to stay. */
  readonly mayLeave: () => boolean;
  /** Whether it is asked before any step back, too, which may close the dialog that is open. */
  readonly isOfDialog: boolean;
}

/** The guards of a screen with unsaved work and of its dialogs. The latest one is asked. */
let leaveGuards: readonly LeaveGuard[] = [];

/** Asks a guard before the screen is left. Returns the function that removes it. */
export function guardLeaving(guard: LeaveGuard): () => void {
  leaveGuards = [...leaveGuards, guard];
  return () => {
    leaveGuards = leaveGuards.filter((one) => one !== guard);
  };
}

/** Returns whether the user may go to an address, after a question if one is needed. */
function mayGoTo(address: URL | Location, from: string, isBack: boolean): boolean {
  const guard = leaveGuards.at(-1);
  const isAsked = address.pathname !== new URL(from).pathname || (isBack && guard?.isOfDialog === true);
  return !isAsked || (guard?.mayLeave() ?? true);
}

interface NavigateOptions {
  /** Whether Back does not return to the present place. */
  readonly replace?: boolean;
  /** Whether what was typed is saved, so that nobody is asked. */
  readonly isSaved?: boolean;
}

/** Goes to a path below the console's root. */
export function navigate(to: string, { replace = false, isSaved = false }: NavigateOptions = {}): void {
  const next = new URL(addressOf(to), window.location.origin);
  if (!isSaved && !mayGoTo(next, window.location.href, false)) return;
  if (next.href === window.location.href) return;
  window.history[replace ? 'replaceState' : 'pushState'](null, '', next);
  place.value = next.href;
}

/**
 * Returns a function that tells whether the user is still on the page of now. An action that takes a while
 * navigates only then, so that a user who has left stays where they are.
 */
export function rememberPage(): () => boolean {
  const page = path.peek();
  return () => path.peek() === page;
}

/**
 * Changes parameters of the address; null and '' remove one. Replaces the present entry of the history unless `push` is
 * set, because most changes (a column, a typed letter) are no place to go back to.
 */
export function setQuery(changes: Parameters, { push = false }: { readonly push?: boolean } = {}): void {
  const next = new URL(window.location.href);
  changeParameters(next.searchParams, changes);
  if (next.href === window.location.href) return;
  window.history[push ? 'pushState' : 'replaceState'](null, '', next);
  place.value = next.href;
}

/** Follows Back and Forward. Called once, at the start. */
export function followHistory(): void {
  window.addEventListener('popstate', () => {
    if (!mayGoTo(window.location, place.peek(), true)) window.history.pushState(null, '', place.peek());
    else place.value = window.location.href;
  });
}

/** Removes a key in the fragment from the address and returns it. Null: the address has none. */
export function takeKey(): string | null {
  const key = new URLSearchParams(window.location.hash.slice(1)).get('key');
  if (key === null) return null;
  const bare = new URL(window.location.href);
  bare.hash = '';
  window.history.replaceState(null, '', bare);
  place.value = bare.href;
  return key;
}
