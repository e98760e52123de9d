import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { clientsClaim } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, createHandlerBoundToURL, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { assetCachePrefix, ownAssets, supersededCaches } from './build-cache.ts';
import { fetchInTurn, type OfflineFiles, type OfflineRequest, readRequest, wantedFiles } from './offline-files.ts';
import { addressOf, showAddress, shownMessage } from './push-messages.ts';

/**
 * The service worker caches the build, never answers: answers of the exchange are persisted by the page, per account,
 * where log-out wipes them (platform/storage/query-persistence.ts). Calls and the stream pass by untouched. Pictures of
 * articles are cached by the page as well (platform/library-pictures.ts); an image element gets them from here.
 */
declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: readonly { readonly url: string; readonly revision: string | null }[];
};

/** Most cached files of one build (tests/budgets/size.test.ts counts them), and most cached coin pictures. */
const assetsMax = 800;
const picturesMax = 300;
const pictureDays = 30;

/** The shell and what home needs are there from the start. */
// oxlint-disable-next-line no-underscore-dangle -- Workbox looks for this very name
const shellFiles = [...self.__WB_MANIFEST];

/**
 * One cache of lazy files per build, so that a build's files go together; index.html names the build by its content.
 */
const assetCache = assetCachePrefix + (shellFiles.find(({ url }) => url === 'index.html')?.revision ?? 'development');

precacheAndRoute(shellFiles);
cleanupOutdatedCaches();
clientsClaim();

// Every page is the one index.html, except what belongs to the exchange.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), {
    denylist: [/^\/api(?:\/|$)/, /^\/stream(?:\/|$)/, /^\/files(?:\/|$)/, /^\/(?:health|metrics)/],
  }),
);

/** Hashed files never change: what was fetched once is taken from any build's cache. */
const lazyFiles = new CacheFirst({
  cacheName: assetCache,
  plugins: [
    new CacheableResponsePlugin({ statuses: [200] }),
    new ExpirationPlugin({ maxEntries: assetsMax, purgeOnQuotaError: true }),
    {
      // A page of the previous build looks here for files that only its own cache has.
      cachedResponseWillBeUsed: async ({ cachedResponse, request }) =>
        cachedResponse ?? (await caches.match(request)) ?? null,
    },
  ],
});
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'), lazyFiles);

const pictureCache = 'pictures';
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && (url.pathname.startsWith('/coins/') || url.pathname.startsWith('/icons/')),
  new StaleWhileRevalidate({
    cacheName: pictureCache,
    plugins: [
      new CacheableResponsePlugin({ statuses: [200] }),
      new ExpirationPlugin({ maxEntries: picturesMax, maxAgeSeconds: pictureDays * 86_400, purgeOnQuotaError: true }),
    ],
  }),
);

/** Filled and emptied by the page alone. */
const readingCache = 'private-reading';

// The name of such a picture is the hash of its bytes, so a cached one never goes stale.
registerRoute(
  ({ request, url }) => request.destination === 'image' && /\/content\/[\w-]{43}\.(?:jpg|png)$/.test(url.pathname),
  async ({ request }) => {
    const kept = (await caches.has(readingCache))
      ? await caches.match(request.url, { cacheName: readingCache })
      : undefined;
    return kept ?? fetch(request);
  },
);

self.addEventListener('activate', (event) => {
  event.waitUntil(dropSupersededBuilds());
});

async function dropSupersededBuilds(): Promise<void> {
  // Opened here, so that an empty build also has its place in the order of caches.
  await caches.open(assetCache);
  await Promise.all(supersededCaches(await caches.keys(), assetCache).map((name) => caches.delete(name)));
}

/**
 * What pages say: change to this build now (in the words of workbox-window), keep these files, or complete what opens
 * without a network. `rest` comes from the worker of a newer build: it takes over only once this one has nothing left to
 * do.
 */
type Message =
  | { readonly type: 'SKIP_WAITING' | 'skip-waiting' | 'rest' }
  | { readonly type: 'keep'; readonly urls: unknown }
  | { readonly type: 'complete' };

/** Ends background fetches that no page waits for. */
const resting = new AbortController();

self.addEventListener('message', (event) => {
  const message = event.data as Message | null;
  // Open pages of older builds still say the second.
  if (message?.type === 'SKIP_WAITING' || message?.type === 'skip-waiting') event.waitUntil(takeOver());
  if (message?.type === 'rest') resting.abort();
  if (message?.type === 'keep') event.waitUntil(keepFiles(ownAssets(message.urls, self.location.origin, assetsMax)));
  const request = message?.type === 'complete' ? readRequest(message) : null;
  if (request !== null)
    event.waitUntil(
      completeFiles(request).then((missing) => event.source?.postMessage({ type: 'completed', ...request, missing })),
    );
});

function takeOver(): Promise<void> {
  self.registration.active?.postMessage({ type: 'rest' } satisfies Message);
  return self.skipWaiting();
}

/** Fetches the named files that no cache has yet. */
async function keepFiles(urls: readonly string[]): Promise<void> {
  await Promise.allSettled(urls.map((url) => keepFile(url)));
}

/**
 * Has a file of the build in the cache of this build: what an earlier one has already is copied, so that it stays when
 * that one's cache goes.
 */
async function keepFile(url: string): Promise<void> {
  const cache = await caches.open(assetCache);
  if ((await matchPrecache(url)) ?? (await cache.match(url))) return;
  const known = await caches.match(url);
  if (known) await cache.put(url, known);
  else await cache.add(new Request(url, { signal: resting.signal, priority: 'low' }));
}

/** Has a picture in its cache: its name says nothing of its content, so it belongs to no build. */
async function keepPicture(url: string): Promise<void> {
  const cache = await caches.open(pictureCache);
  if ((await cache.match(url)) === undefined)
    await cache.add(new Request(url, { signal: resting.signal, priority: 'low' }));
}

/** What must stay free for what the user writes, in bytes. */
const freeLeastBytes = 20 * 1024 * 1024;

/**
 * Fetches what a page asks to be there without a network.
 *
 * @returns how many files are still missing; the page asks again when the network is back
 */
async function completeFiles(request: OfflineRequest): Promise<number> {
  const listed = shellFiles.find(({ url }) => url.startsWith('assets/offline-'))?.url;
  const list = listed === undefined ? undefined : await matchPrecache(listed);
  if (list === undefined) return Number.POSITIVE_INFINITY;
  const files = wantedFiles((await list.json()) as OfflineFiles, request);
  // Browsers that do not say how much room there is refuse what does not fit.
  const room = (await navigator.storage.estimate?.()) ?? {};
  if ((room.quota ?? Number.POSITIVE_INFINITY) - (room.usage ?? 0) < freeLeastBytes) return files.length;
  const { missing } = await fetchInTurn(
    files,
    (file) => (file.startsWith('coins/') ? keepPicture(`/${file}`) : keepFile(`/${file}`)),
    resting.signal,
  );
  return missing;
}

self.addEventListener('push', (event) => {
  const { title, options } = shownMessage(jsonOf(event.data));
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openFrom(addressOf(event.notification.data)));
});

function jsonOf(data: PushMessageData | null): unknown {
  try {
    return data?.json() ?? null;
  } catch {
    return null;
  }
}

async function openFrom(address: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await showAddress(address, windows, (wanted) => self.clients.openWindow(wanted));
}
