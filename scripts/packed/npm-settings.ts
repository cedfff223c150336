import type { InstalledRegistry } from './installed-registry.ts';

/** Returns variables for npm: everything from the registry and in the folder, neither the network nor npm's own cache. */
export function npmSettings(cache: string, { url }: InstalledRegistry): Record<string, string> {
  return {
    npm_config_registry: url,
    npm_config_cache: cache,
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    npm_config_yes: 'true',
  };
}
