import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { shellTexts } from '../../texts/en/shell.ts';

/** The heading of a screen, which is also the title of the window. */
export function PageTitle({ title }: { readonly title: string }): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = shellTexts.windowTitle(title);
  }, [title]);
  // Whoever came here by a link hears where they are, unless something of the screen has taken the focus.
  useEffect(() => {
    if (document.activeElement === heading.current?.closest('main')) heading.current?.focus();
  }, []);
  return (
    <h1 ref={heading} class="page-title" tabIndex={-1} dir="auto">
      {title}
    </h1>
  );
}
