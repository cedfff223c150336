import { signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

const ENTRY = 'vitrine.theme';

export const theme = signal<Theme>('system');

/** Chooses light or dark for this device; `system` follows its settings. */
export function setTheme(chosen: Theme): void {
  theme.value = chosen;
  if (chosen === 'system') {
    localStorage.removeItem(ENTRY);
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem(ENTRY, chosen);
    document.documentElement.dataset.theme = chosen;
  }
}

/** Applies the choice that was made before. */
export function startTheme(): void {
  const chosen = localStorage.getItem(ENTRY);
  if (chosen === 'light' || chosen === 'dark') setTheme(chosen);
}
