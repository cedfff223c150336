import type { FontSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { useCallback, useMemo, useRef, useState } from 'preact/hooks';
import { useShownAgain } from '../../components/browser/use-shown-again.ts';
import { useCommands } from '../../components/commands.ts';
import { SearchField } from '../../components/field.tsx';
import { DropAnywhere, FileDrop, FONTS } from '../../components/files/file-drop.tsx';
import { UploadList } from '../../components/files/upload-list.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { MenuButton } from '../../components/overlays/menu.tsx';
import { NoMatch } from '../../components/pages/no-match.tsx';
import { Page } from '../../components/pages/page.tsx';
import { Loaded, useLoad } from '../../components/pages/use-load.tsx';
import { showToast } from '../../components/toast.tsx';
import { query, setQuery } from '../../router/location.ts';
import { useSession } from '../../session/session.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { fontsTexts } from '../../texts/en/images/fonts.ts';
import { AddFromUrl } from './add-from-url.tsx';
import { FamilyCard } from './family-card.tsx';
import { familiesOf } from './font-families.ts';
import { FontPanel } from './font-panel.tsx';
import { useFontUploads } from './font-uploads.ts';
import styles from './fonts.css';

adoptStyles(styles);

const openFont = ({ id }: FontSummary) => setQuery({ font: String(id) }, { push: true });
const closeFont = () => setQuery({ font: null, text: null });

/** The fonts that timers can be set in: those of the account, then the built-in ones. */
export default function FontsScreen(): JSX.Element {
  const { client } = useSession();
  const load = useLoad((signal) => client.fonts.list({}, { signal }), [client]);
  useShownAgain(load.reload);
  const known = useRef<ReadonlySet<number>>(new Set());
  known.current = new Set(load.data?.map(({ id }) => id));
  const added = useCallback(
    (font: FontSummary) => {
      const isNew = !known.current.has(font.id);
      showToast((isNew ? fontsTexts.added : fontsTexts.existed)(font.fullName));
      load.reload();
    },
    [load.reload],
  );
  const { queue, add } = useFontUploads(added);
  const files = useRef<HTMLInputElement>(null);
  const [isAsking, setAsking] = useState(false);
  const choose = () => files.current?.click();
  useCommands(useMemo(() => [{ label: fontsTexts.add, icon: 'upload' as const, run: choose }], []));

  return (
    <Page
      title={fontsTexts.title}
      actions={
        <MenuButton
          kind="primary"
          icon="upload"
          align="end"
          label={fontsTexts.add}
          items={[
            { label: fontsTexts.addFile, icon: 'upload', onSelect: choose },
            { label: fontsTexts.addUrl, icon: 'link', onSelect: () => setAsking(true) },
          ]}
        />
      }
    >
      <input
        ref={files}
        type="file"
        hidden
        multiple
        accept={FONTS}
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          if (chosen.length > 0) add(chosen);
        }}
      />
      <UploadList queue={queue} />
      <Loaded load={load}>
        {(fonts) => <FontLists fonts={fonts} onFiles={add} onChanged={load.reload} />}
      </Loaded>
      <DropAnywhere isMultiple label={fontsTexts.drop} onFiles={add} />
      {isAsking && <AddFromUrl onClose={() => setAsking(false)} onAdded={added} />}
    </Page>
  );
}

interface FontListsProps {
  readonly fonts: readonly FontSummary[];
  readonly onFiles: (files: readonly File[]) => void;
  readonly onChanged: () => void;
}

function FontLists({ fonts, onFiles, onChanged }: FontListsProps): JSX.Element {
  const text = query.value.get('q') ?? '';
  const openId = query.value.get('font');
  const own = familiesOf(fonts, 'custom', text);
  const builtIn = familiesOf(fonts, 'builtin', text);
  const hasOwn = fonts.some(({ scope }) => scope === 'custom');
  const open = fonts.find(({ id }) => String(id) === openId);
  const broken = useRef<readonly FontSummary[] | null>(null);
  const renew = () => {
    // Once for each list: a picture that the server can't draw must not load the list for ever.
    if (broken.current !== fonts) onChanged();
    broken.current = fonts;
  };
  const cards = (families: typeof own) => (
    <div class="family-cards">
      {families.map((family) => (
        <FamilyCard key={family.name} family={family} onOpen={openFont} onBroken={renew} />
      ))}
    </div>
  );
  return (
    <>
      <div class="fonts-bar">
        <SearchField label={fontsTexts.search} value={text} onValue={(q) => setQuery({ q })} />
      </div>
      {own.length === 0 && builtIn.length === 0 ? (
        <NoMatch title={fontsTexts.noMatch(text)} showAll={fontsTexts.showAll} />
      ) : (
        <>
          {(own.length > 0 || !hasOwn) && <h2 class="fonts-title">{fontsTexts.own}</h2>}
          {!hasOwn && (
            <div class="fonts-none">
              <p class="soft">{fontsTexts.ownEmpty}</p>
              <FileDrop
                isMultiple
                label={fontsTexts.ownDrop}
                hint={fontsTexts.ownHint}
                accept={FONTS}
                onFiles={onFiles}
              />
            </div>
          )}
          {own.length > 0 && cards(own)}
          {builtIn.length > 0 && <h2 class="fonts-title">{fontsTexts.builtIn}</h2>}
          {cards(builtIn)}
        </>
      )}
      {openId !== null && open === undefined && (
        <Dialog title={fontsTexts.panel.gone} onClose={closeFont}>
          <p>{fontsTexts.panel.goneText}</p>
        </Dialog>
      )}
      {open !== undefined && (
        <FontPanel
          key={open.id}
          font={open}
          onClose={closeFont}
          onDeleted={() => {
            closeFont();
            onChanged();
          }}
        />
      )}
    </>
  );
}
