import type { JSX } from 'preact';
import { Page } from '../../components/page.tsx';
import { storesTexts } from '../../texts/en/stores.ts';

/** All stores of the account. */
export default function StoresScreen(): JSX.Element {
  return <Page title={storesTexts.title}>…</Page>;
}
