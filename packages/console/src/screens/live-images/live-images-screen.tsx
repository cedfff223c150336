import type { LiveImageDraftSummary, LiveImageSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { Button } from '../../components/button.tsx';
import { useCommands } from '../../components/commands.ts';
import { WatchDraftDialog } from '../../components/drafts/watch-draft-dialog.tsx';
import { SearchField } from '../../components/field.tsx';
import { NoMatch } from '../../components/no-match.tsx';
import { Page } from '../../components/page.tsx';
import { EmptyState } from '../../components/states.tsx';
import { Loaded, useLoad } from '../../components/use-load.tsx';
import { MoreButton, usePages } from '../../components/use-pages.tsx';
import { Link } from '../../router/link.tsx';
import { navigate, query, setQuery } from '../../router/location.ts';
import { useSession } from '../../session/session.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { draftsTexts } from '../../texts/en/images/drafts.ts';
import { liveImagesTexts as texts } from '../../texts/en/live/live-images.ts';
import { addressOfDraft } from './draft-address.ts';
import { DraftCard } from './draft-card.tsx';
import { LiveImageCard } from './live-image-card.tsx';
import styles from './live-images.css';

adoptStyles(styles);

const PAGE_SIZE = 24;
const START = '/live-images/start';
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
  const drafts = useLoad((signal) => client.liveImages.drafts.list({ signal }), [client]);
  const left = (drafts.data ?? []).filter(isLeft);
  useCommands(COMMANDS);
  const isEmpty = pages.data?.items.length === 0 && search === '' && left.length === 0;

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
      {left.length > 0 && search === '' && (
        <section class="live-drafts" aria-label={texts.drafts}>
          <h2>{texts.drafts}</h2>
          <div class="picture-cards live-cards">
            {left.map((draft) => (
              <DraftCard key={draft.draftId} draft={draft} onChanged={drafts.reload} />
            ))}
          </div>
        </section>
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
          find={async (ref) => addressOfDraft(await client.liveImages.drafts.get(ref), { watch: '1' })}
          onClose={() => setQuery({ watch: null })}
        />
      )}
    </Page>
  );
}

/** Whether a draft has something that is not saved. The one that a visit of a saved image makes has nothing yet. */
function isLeft({ status, revision, liveImageId }: LiveImageDraftSummary): boolean {
  return status === 'draft' && (revision > 1 || liveImageId === null);
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
      <div class="picture-cards live-cards">
        {images.map((image) => (
          <LiveImageCard key={image.id} image={image} onChanged={onChanged} />
        ))}
      </div>
    </section>
  );
}
