import type { JSX } from 'preact';
import { shellTexts } from '../texts/en/shell.ts';

/** The mark: a display case. */
export function Brand(): JSX.Element {
  return (
    <>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="#3b55d9" />
        <path
          d="M9 10v9.5a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V10M7 10h18M12.5 14.5h7M12.5 18h4.5"
          fill="none"
          stroke="#fff"
          stroke-width="2.2"
          stroke-linecap="round"
          stroke-linejoin="round"
        />
      </svg>
      <span>{shellTexts.product}</span>
    </>
  );
}
