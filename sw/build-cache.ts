/**
 * Which of the cached files of earlier builds may be removed. Pages that are still open run on the build they were
 * loaded with, so the files of the one before the newest stay.
 */

/** Names of the caches of lazy chunks, one per build: `assets-<build>`. */
export const assetCachePrefix = 'assets-';

/** Builds whose files stay: the current one and the one before. */
const keptBuilds = 2;

/**
 * Caches of builds that are neither current nor previous.
 *
 * @param names all cache names, in the order they were made, as `caches.keys()` gives them
 * @param current the cache of this build
 */
export function supersededCaches(names: readonly string[], current: string): string[] {
  const others = names.filter((name) => name.startsWith(assetCachePrefix) && name !== current);
  return others.slice(0, Math.max(0, others.length - (keptBuilds - 1)));
}

/** Addresses of this origin's hashed files among those a page names; anything else is not ours to keep. */
export function ownAssets(urls: unknown, origin: string, most: number): string[] {
  if (!Array.isArray(urls)) return [];
  const own = urls.filter((url): url is string => typeof url === 'string' && url.startsWith(`${origin}/assets/`));
  return [...new Set(own)].slice(0, most);
}
