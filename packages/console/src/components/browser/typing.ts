/** Whether a key belongs to a field, which has its own undo. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'))
  );
}

/**
 * Keeps the keys of an input method, such as the Enter that takes a Japanese word or the Escape that gives one up, from
 * the shortcuts of the page. Called once, at the start.
 */
export function leaveInputMethodsAlone(): void {
  const stop = (event: KeyboardEvent) => {
    // Safari ends the word before the key that ends it: only its code says so.
    if (event.isComposing || event.keyCode === COMPOSING_KEY) event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', stop, true);
}

const COMPOSING_KEY = 229;
