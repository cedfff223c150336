import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { type Client, NotFoundError, type ViewResponse } from '@vitrine/client';
import { showToast } from '../../components/toast.tsx';
import { query, setQuery } from '../../router/location.ts';
import { changeParameters, type Parameters } from '../../router/parameters.ts';
import { viewsTexts } from '../../texts/en/stores/views.ts';
import { parametersOf, VIEW_PARAMETERS, type ViewKind } from './view-parameters.ts';

/** The views that this tab has seen, by their ids. */
const known = signal<ReadonlyMap<string, ViewResponse>>(new Map());

/** Keeps views as the server has sent them. */
export function keepViews(views: readonly ViewResponse[]): void {
  known.value = new Map([...known.peek(), ...views.map((view) => [view.id, view] as const)]);
}

/** The view that the address names: `?view=…`. Null: none, or one that is not loaded. */
export const openView: ReadonlySignal<ViewResponse | null> = computed(
  () => known.value.get(query.value.get('view') ?? '') ?? null,
);

/** Whether the address differs from the view that it names: `?view=…&changed=1`, with all of its parameters. */
export const isViewChanged: ReadonlySignal<boolean> = computed(
  () => openView.value !== null && query.value.has('changed'),
);

/** The parameters that a screen shows: those of the address, or of the view that it names. */
export const shownParameters: ReadonlySignal<URLSearchParams> = computed(() => {
  const view = openView.value;
  if (view === null || isViewChanged.value) return query.value;
  const parameters = parametersOf(view);
  for (const [name, value] of query.value) parameters.set(name, value);
  return parameters;
});

/**
 * Changes what a screen shows. While a view is open, the address gets all that it shows, or only the view, if that is the
 * same.
 */
export function changeShown(changes: Parameters, options: { readonly push?: boolean } = {}): void {
  const view = openView.peek();
  if (view === null) {
    setQuery(changes, options);
    return;
  }
  const next = new URLSearchParams(shownParameters.peek());
  changeParameters(next, changes);
  const saved = parametersOf(view);
  const names = VIEW_PARAMETERS[view.kind];
  const isSaved = names.every((name) => next.get(name) === saved.get(name));
  const own = names.map((name) => [name, isSaved ? null : next.get(name)] as const);
  setQuery({ ...changes, ...Object.fromEntries(own), changed: isSaved ? null : '1' }, options);
}

/** Shows a saved view; with null, what the screen shows without one. */
export function showSaved(kind: ViewKind, view: ViewResponse | null): void {
  const none = Object.fromEntries(VIEW_PARAMETERS[kind].map((name) => [name, null]));
  setQuery({ ...none, from: null, changed: null, view: view?.id ?? null }, { push: true });
}

/** Leaves the view that the address names. The screen goes on showing the same. */
export function leaveView(kind: ViewKind): void {
  const shown = shownParameters.peek();
  const own = VIEW_PARAMETERS[kind].map((name) => [name, shown.get(name)] as const);
  setQuery({ ...Object.fromEntries(own), changed: null, view: null });
}

/** Loads the view that the address names, before it is shown. Says so if it is gone. */
export async function loadNamedView(client: Client, storeId: string, kind: ViewKind): Promise<void> {
  const id = query.peek().get('view');
  if (id === null || known.peek().get(id)?.kind === kind) return;
  try {
    const view = await client.stores.views.get({ name: storeId, id: storeId }, id);
    if (view.kind === kind) return keepViews([view]);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
  leaveView(kind);
  showToast(viewsTexts.gone, { isBad: true });
}
