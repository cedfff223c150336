import { signal } from '@preact/signals';
import { deviceStorage } from '../../session/browser-storage.ts';

export type Theme = 'system' | 'light' | 'dark';

const ENTRY = 'vitrine.theme';

export const theme = signal<Theme>('system');

/** Chooses light or dark for this device; `system` follows its settings. */
export function setTheme(chosen: Theme): void {
  theme.value = chosen;
  deviceStorage.write(ENTRY, chosen === 'system' ? null : chosen);
  if (chosen === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
}

/** Applies the choice that was made before. */
export function startTheme(): void {
  const chosen = deviceStorage.read(ENTRY);
  if (chosen === 'light' || chosen === 'dark') setTheme(chosen);
}
