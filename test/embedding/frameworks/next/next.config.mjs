export default {
  serverExternalPackages: ['@vitrine/core', '@vitrine/http', '@vitrine/media', '@vitrine/storage-sqlite'],
  // The console is at a path that ends with a slash.
  skipTrailingSlashRedirect: true,
};
