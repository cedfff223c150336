/** Elements that may have the focus. */
export const REACHABLE = 'button, input, select, textarea, a[href], summary, [tabindex="0"]';

/** Moves the focus to the first element of a part of the page that Tab reaches. Returns whether there is one. */
export function focusIn(part: Element | null | undefined): boolean {
  const target = [...(part?.querySelectorAll<HTMLElement>(REACHABLE) ?? [])].find(
    (one) => !one.matches(':disabled, [tabindex="-1"]') && one.checkVisibility(),
  );
  target?.focus();
  return target !== undefined;
}
