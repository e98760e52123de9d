import { privateCachePrefix } from '../storage/wipe.ts';

/**
 * Pictures of stored texts, in a cache the page fills and the service worker answers from (sw/sw.ts). Its name makes
 * log-out remove it.
 */
export const picturesCache = `${privateCachePrefix}reading`;

/** Bytes of a picture, as the answer declares it, or else counted once. */
async function sizeOf(response: Response): Promise<number> {
  const declared = Number(response.headers.get('content-length'));
  return declared > 0 ? declared : (await response.clone().blob()).size;
}

/** A network with a page of its own answers anything with HTML and status 200. */
function isPicture({ status, headers }: Response): boolean {
  return status === 200 && (headers.get('content-type') ?? '').startsWith('image/');
}

function addressOf(source: string): string {
  return new URL(`${import.meta.env.FILE_BASE}${source}`, location.href).href;
}

/**
 * Fetches the pictures that are not there yet, one after the other, while there is room, and drops those that no text
 * shows any more.
 *
 * @param sources as blocks name them, those that matter most first
 * @param mostBytes what they may take together
 * @param goesOn asked before each: false ends it
 */
export async function storePictures(
  sources: readonly string[],
  mostBytes: number,
  goesOn: () => boolean,
): Promise<void> {
  if (!('caches' in globalThis)) return;
  if (sources.length === 0 && !(await caches.has(picturesCache))) return;
  const cache = await caches.open(picturesCache);
  const wanted = new Set(sources.map(addressOf));
  for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url);
  let bytes = 0;
  for (const url of wanted) {
    if (!goesOn()) break;
    try {
      const stored = await cache.match(url);
      const kept = stored !== undefined && isPicture(stored) ? stored : undefined;
      if (stored !== undefined && kept === undefined) await cache.delete(url);
      const response = kept ?? (await fetch(url, { credentials: 'omit' }));
      // Its name is that of the file an operator gave, before it was encoded again: the type is all there is to check.
      if (kept === undefined && !isPicture(response)) continue;
      bytes += await sizeOf(response);
      if (bytes > mostBytes) {
        if (kept !== undefined) await cache.delete(url);
      } else if (kept === undefined) await cache.put(url, response);
    } catch {
      // The network went, or the device is full: the texts are read without the rest.
      break;
    }
  }
  // A log-out meanwhile removed the cache; what was open would bring it back.
  if (!goesOn()) await caches.delete(picturesCache);
}

/** Bytes of the stored pictures. */
export async function storedPictureBytes(): Promise<number> {
  if (!('caches' in globalThis) || !(await caches.has(picturesCache))) return 0;
  const cache = await caches.open(picturesCache);
  let bytes = 0;
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    if (response !== undefined) bytes += await sizeOf(response);
  }
  return bytes;
}

export async function dropPictures(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(picturesCache);
}
