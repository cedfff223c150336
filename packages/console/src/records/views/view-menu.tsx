import type { CreateViewRequest, ViewResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../../components/icon.tsx';
import { MenuButton, type MenuEntry } from '../../components/overlays/menu.tsx';
import { NameDialog } from '../../components/overlays/name-dialog.tsx';
import { type Load, useLoad } from '../../components/pages/use-load.tsx';
import { showToast } from '../../components/toast.tsx';
import { changedMembers, membersBefore } from '../../forms/changed-members.ts';
import { newKey, useCreation } from '../../requests/creation.ts';
import { messageOf } from '../../requests/describe-error.ts';
import { useSession } from '../../session/session.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { viewsTexts as texts } from '../../texts/en/stores/views.ts';
import { isViewChanged, keepViews, leaveView, openView, shownParameters, showSaved } from './shown-view.ts';
import { contentOf, type ViewContent, type ViewKind } from './view-parameters.ts';

/** The limit of the interface. */
const NAME_MAX = 200;

/** Loads the views of a kind of a store, sorted by name. */
export function useViews(storeId: string, kind: ViewKind): Load<readonly ViewResponse[]> {
  const { client } = useSession();
  return useLoad(
    async (signal): Promise<readonly ViewResponse[]> => {
      const store = { name: storeId, id: storeId };
      const views = await client.stores.views.list(store, { kind, limit: 100 }, { signal }).all();
      keepViews(views);
      return views.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
    },
    [client, storeId, kind],
  );
}

interface ViewMenuProps {
  readonly storeId: string;
  readonly kind: ViewKind;
  readonly views: Load<readonly ViewResponse[]>;
  /** What the view keeps besides the parameters of the address. */
  readonly display?: ViewResponse['display'];
  readonly isDisplayChanged?: boolean;
  /** Gives up the changes of `display`. */
  readonly onReset?: () => void;
  /** Called when `display` is saved. */
  readonly onSaved?: () => void;
  /** Whether there is something to save. */
  readonly canSave?: boolean;
}

/** The saved views of a store, and what can be done with the open one. */
export function ViewMenu(props: ViewMenuProps): JSX.Element {
  const { storeId, kind, views, display, isDisplayChanged = false, onReset, onSaved, canSave = true } = props;
  const { client, identity } = useSession();
  const [naming, setNaming] = useState<'new' | 'rename' | null>(null);
  const open = openView.value;
  const isChanged = open !== null && (isViewChanged.value || isDisplayChanged);
  const store = { name: storeId, id: storeId };
  const create = useCreation((view: CreateViewRequest, options) =>
    client.stores.views.create(store, view, options),
  );
  const isAdmin = identity.scope === 'account';

  const content = () => {
    const shown = contentOf(kind, shownParameters.peek());
    // Ranges among the filters are those of now.
    const { filters: _, ...kept } = display ?? {};
    return { ...shown, display: { ...kept, ...shown.display } };
  };
  const received = (view: ViewResponse) => {
    keepViews([view]);
    views.reload();
  };
  const run = (work: () => Promise<void>) => {
    work().catch((error: unknown) => showToast(messageOf(error), { isBad: true }));
  };
  const write = async (id: string, changes: Partial<ViewContent>) => {
    const written = await client.stores.views.update(store, id, changes);
    received(written);
    return written;
  };
  const save = (view: ViewResponse) =>
    run(async () => {
      const { query, display: shown } = content();
      const changes = changedMembers<Partial<ViewContent>>(
        view,
        isViewChanged.peek() ? { query, display: shown } : { display: shown },
      );
      const now = await client.stores.views.get(store, view.id);
      const members = Object.keys(changes) as (keyof ViewContent)[];
      const overwritten = changedMembers<ViewContent>(view, now);
      if (members.some((member) => Object.hasOwn(overwritten, member))) {
        keepViews([now]);
        const replace = () => {
          endToast();
          save(now);
        };
        const action = { label: texts.replace, run: replace };
        const endToast = showToast(texts.changedMeanwhile(now.name), { isBad: true, action });
        return;
      }
      const written = await write(view.id, changes);
      onSaved?.();
      showSaved(kind, view);
      const undo = async () => {
        const since = await client.stores.views.get(store, view.id);
        keepViews([since]);
        await write(view.id, membersBefore<ViewContent>(contentIn(now), contentIn(written), since));
      };
      showToast(texts.saved(now.name), { undo });
    });
  const dropChanges = (view: ViewResponse) => {
    onReset?.();
    showSaved(kind, view);
  };
  const remove = (view: ViewResponse) =>
    run(async () => {
      await client.stores.views.delete(store, view.id);
      leaveView(kind);
      views.reload();
      const idempotencyKey = newKey();
      const undo = async () => {
        const { name, query, display: shown } = view;
        const made = await client.stores.views.create(
          store,
          { name, kind, query, display: shown },
          { idempotencyKey },
        );
        received(made);
        showSaved(kind, made);
        return texts.restored(name);
      };
      showToast(texts.deleted(view.name), { undo });
    });

  const listed = views.data ?? [];
  const items: MenuEntry[] = [
    listed.length === 0 ? (views.error === null ? texts.none[kind] : texts.notRead) : texts.title[kind],
    ...listed.map((view) => ({
      label: view.name,
      isChecked: view.id === open?.id,
      onSelect: () => showSaved(kind, view),
    })),
  ];
  if (open !== null) {
    items.push({ label: texts.all[kind], icon: 'close', onSelect: () => showSaved(kind, null) }, null);
    if (isAdmin && isChanged) {
      items.push({ label: texts.saveChanges, icon: 'check', onSelect: () => save(open) });
    }
    if (isChanged) items.push({ label: texts.dropChanges, icon: 'undo', onSelect: () => dropChanges(open) });
    if (isAdmin) {
      items.push({ label: texts.rename, icon: 'edit', onSelect: () => setNaming('rename') });
      const onSelect = () => remove(open);
      items.push({ label: texts.delete[kind], icon: 'trash', isDangerous: true, onSelect });
    }
  }
  if (isAdmin && canSave) {
    items.push(null, { label: texts.saveNew[kind], icon: 'add', onSelect: () => setNaming('new') });
  }

  return (
    <>
      <MenuButton label={texts.menu[kind]} icon={kind === 'chart' ? 'chart' : 'folder'} items={items}>
        {open !== null && <span class="unseen">{texts.menu[kind]}: </span>}
        <span class="cut">{open?.name ?? texts.menu[kind]}</span>
        {isChanged && <span class="badge warn">{texts.changed}</span>}
        <Icon name="chevronDown" />
      </MenuButton>
      {naming === 'new' && (
        <NameDialog
          title={texts.nameTitle[kind]}
          label={texts.name}
          action={shellTexts.save}
          maxLength={NAME_MAX}
          hint={texts.nameHint[kind]}
          onClose={() => setNaming(null)}
          onName={async (name) => {
            const made = await create({ name, kind, ...content() });
            received(made);
            onReset?.();
            showSaved(kind, made);
            showToast(texts.saved(name));
          }}
        />
      )}
      {naming === 'rename' && open !== null && (
        <NameDialog
          title={texts.renameTitle(open.name)}
          label={texts.name}
          action={shellTexts.save}
          maxLength={NAME_MAX}
          name={open.name}
          onClose={() => setNaming(null)}
          onName={async (name) => received(await client.stores.views.update(store, open.id, { name }))}
        />
      )}
    </>
  );
}

function contentIn({ query, display }: ViewResponse): ViewContent {
  return { query, display };
}
