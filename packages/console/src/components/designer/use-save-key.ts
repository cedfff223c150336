import { useEffect } from 'preact/hooks';

/** Ctrl+S (Cmd+S) saves, also while a field has the focus. */
export function useSaveKey(save: () => void, isDisabled: boolean): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
      if (event.defaultPrevented || event.altKey || event.shiftKey) return;
      // The dialog of the browser would save the page of the console.
      event.preventDefault();
      if (isDisabled) return;
      // A name takes effect as its field is left.
      const field = document.activeElement;
      if (field instanceof HTMLElement) {
        field.blur();
        field.focus({ preventScroll: true });
      }
      save();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [save, isDisabled]);
}
