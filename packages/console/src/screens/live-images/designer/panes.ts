import { focusIn } from '../../../components/pages/focus-in.ts';

/** The parts of the page that F6 and commands lead to, in the order of the page. */
const PANES = {
  parts: '.live-parts',
  seeAs: '.see-as',
  stage: '.stage',
  values: '.values',
  mail: '.mail-panel',
  selected: '.live-selected',
} as const;
export type Pane = keyof typeof PANES;

/** Moves the focus to a part of the page. Returns whether the part is there. */
export function focusPane(pane: Pane): boolean {
  return focusIn(document.querySelector(`.live-designer ${PANES[pane]}`));
}

/** Moves the focus to the members of the selected layer, to the text of one that has a text. */
export function focusSelected(): void {
  const text = document.querySelector<HTMLElement>('.live-designer .live-selected textarea');
  if (text === null) focusPane('selected');
  else text.focus();
}

/** Moves the focus to the part after the one that has it, or before it. */
export function focusNextPane(step: 1 | -1): void {
  const all = Object.values(PANES).map((selector) => document.querySelector(`.live-designer ${selector}`));
  const at = all.findIndex((pane) => pane?.contains(document.activeElement));
  const first = at === -1 ? 0 : at + step;
  for (let tried = 0; tried < all.length; tried++) {
    // A part without anything to use, such as that for the e-mail before a save, is passed over.
    if (focusIn(all.at((first + tried * step) % all.length) ?? null)) return;
  }
}
