import type { LiveImageSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { Button } from '../../components/button.tsx';
import { useCommands } from '../../components/commands.ts';
import { draftAddress } from '../../components/drafts/draft-address.ts';
import { DraftCards } from '../../components/drafts/draft-cards.tsx';
import { useLeftDrafts } from '../../components/drafts/use-left-drafts.ts';
import { WatchDraftDialog } from '../../components/drafts/watch-draft-dialog.tsx';
import { SearchField } from '../../components/field.tsx';
import { NoMatch } from '../../components/pages/no-match.tsx';
import { Page } from '../../components/pages/page.tsx';
import { EmptyState } from '../../components/pages/states.tsx';
import { useKeptFocus } from '../../components/pages/use-kept-focus.ts';
import { Loaded } from '../../components/pages/use-load.tsx';
import { MoreButton, usePages } from '../../components/pages/use-pages.tsx';
import { Link } from '../../router/link.tsx';
import { navigate, query, setQuery } from '../../router/location.ts';
import { useSession } from '../../session/session.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { draftsTexts } from '../../texts/en/images/drafts.ts';
import { liveImagesTexts as texts } from '../../texts/en/live/live-images.ts';
import { LiveImageCard } from './live-image-card.tsx';
import styles from './live-images.css';

adoptStyles(styles);

const PAGE_SIZE = 24;
const BASE = '/live-images';
const START = `${BASE}/start`;
const COMMANDS = [{ label: texts.create, icon: 'add' as const, run: () => navigate(START) }];

/** The saved live images of the account with their pictures, and the drafts that were left. */
export default function LiveImagesScreen(): JSX.Element {
  const { client } = useSession();
  const text = query.value.get('q') ?? '';
  const search = text.trim();
  const pages = usePages(
    (page, signal) => {
      const request = { limit: PAGE_SIZE, ...(search === '' ? {} : { q: search }), ...page };
      return client.liveImages.list(request, signal ? { signal } : {});
    },
    [client, search],
  );
  const drafts = useLeftDrafts(
    async (signal) =>
      (await client.liveImages.drafts.list({ signal })).map((draft) => ({
        ...draft,
        imageId: draft.liveImageId,
      })),
    texts.designer.newTitle,
    [client],
  );
  useCommands(COMMANDS);
  useKeptFocus('main');
  const isEmpty = pages.data?.items.length === 0 && search === '' && drafts.left.length === 0;

  return (
    <Page
      title={texts.title}
      actions={
        <>
          <Button icon="eye" onClick={() => setQuery({ watch: '1' }, { push: true })}>
            {draftsTexts.watch}
          </Button>
          {!isEmpty && (
            <Link class="button primary" to={START}>
              {texts.create}
            </Link>
          )}
        </>
      }
    >
      {!isEmpty && (
        <div class="live-bar">
          <SearchField label={texts.search} value={text} onValue={(q) => setQuery({ q })} />
        </div>
      )}
      {search === '' && (
        <DraftCards drafts={drafts} base={BASE} remove={(draft) => client.liveImages.drafts.delete(draft)} />
      )}
      <Loaded load={pages}>
        {({ items }) =>
          isEmpty ? <Nothing /> : <Saved images={items} search={search} onChanged={pages.reload} />
        }
      </Loaded>
      <MoreButton pages={pages} label={texts.more} />
      {query.value.has('watch') && (
        <WatchDraftDialog
          previews="live-image-previews"
          find={async (ref) => {
            const { liveImageId } = await client.liveImages.drafts.get(ref);
            return draftAddress(BASE, { ...ref, imageId: liveImageId }, { watch: '1' });
          }}
          onClose={() => setQuery({ watch: null })}
        />
      )}
    </Page>
  );
}

function Nothing(): JSX.Element {
  return (
    <EmptyState
      icon="live"
      title={texts.emptyTitle}
      actions={
        <Link class="button primary" to={START}>
          {texts.emptyAction}
        </Link>
      }
    >
      {texts.emptyText}
    </EmptyState>
  );
}

interface SavedProps {
  readonly images: readonly LiveImageSummary[];
  readonly search: string;
  readonly onChanged: () => void;
}

function Saved({ images, search, onChanged }: SavedProps): JSX.Element {
  if (images.length === 0) {
    if (search !== '') return <NoMatch title={texts.noMatch(search)} showAll={texts.clearSearch} />;
    return <p class="faint">{texts.noneSaved}</p>;
  }
  return (
    <section aria-label={texts.saved}>
      <h2 class="unseen">{texts.saved}</h2>
      <div class="picture-cards">
        {images.map((image) => (
          <LiveImageCard key={image.id} image={image} onChanged={onChanged} />
        ))}
      </div>
    </section>
  );
}
