import { clientsClaim, type FetchDidSucceedCallbackParam, registerQuotaErrorCallback } from 'workbox-core';
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, StaleWhileRevalidate, type Strategy } from 'workbox-strategies';
import { assetCachePrefix, ownAssets, supersededCaches } from './build-cache.ts';
import { buildDigests, type ShellFile } from './build-digests.ts';
import { checkedCopies, dropDamagedCopies, dropWrongCopies } from './checked-copies.ts';
import {
  fetchInTurn,
  listName,
  type OfflineFiles,
  type OfflineRequest,
  readRequest,
  wantedFiles,
} from './offline-files.ts';
import { addressOf, showAddress, shownMessage } from './push-messages.ts';
import { hasRightType, soundResponse, wasDigested } from './sound-files.ts';
import { takeTurns } from './taking-over.ts';

/**
 * The service worker caches the build, never answers: answers of the exchange are persisted by the page, per account,
 * where log-out wipes them (platform/storage/query-persistence.ts). Calls and the stream pass by untouched. Pictures of
 * articles are cached by the page as well (platform/library-pictures.ts); an image element gets them from here.
 */
declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: readonly ShellFile[] };

/** Most files of a build (tests/budgets/size.test.ts counts them), and most pictures that outlive an update. */
const assetsMax = 850;
const picturesMax = 300;

/** The shell and what home needs are there from the start. */
// oxlint-disable-next-line no-underscore-dangle -- Workbox looks for this very name
const shellFiles: readonly ShellFile[] = [...self.__WB_MANIFEST];

/**
 * One cache of lazy files per build, so that a build's files go together; index.html names the build by its content.
 */
const assetCache = assetCachePrefix + (shellFiles.find(({ url }) => url === 'index.html')?.revision ?? 'development');

/** Ends background fetches that no page waits for. */
const resting = new AbortController();
const turns = takeTurns(self, () => resting.abort());

const digests = buildDigests(shellFiles, readOfflineList);
const shell = new PrecacheController({ plugins: [checkedCopies(digests, false), { fetchDidSucceed: putBack }] });
shell.addToCacheList([...shellFiles]);
registerRoute(new PrecacheRoute(shell));
cleanupOutdatedCaches();
clientsClaim();

// Every page is the one index.html, except what belongs to the exchange.
registerRoute(
  new NavigationRoute(shell.createHandlerBoundToURL('/index.html'), {
    denylist: [/^\/api(?:\/|$)/, /^\/stream(?:\/|$)/, /^\/files(?:\/|$)/, /^\/(?:health|metrics)/],
  }),
);

/** What the exchange alone answers; pictures of its articles may be on the device. */
const exchangePaths = ['/api/*', '/stream', '/health', '/metrics'];

/** Where browsers know static routing of service workers; the types of TypeScript do not yet. */
interface RoutedInstall {
  readonly addRoutes?: (rules: readonly object[]) => Promise<void>;
}

/** Lets requests to the exchange pass this worker by: they neither wait for it nor keep it from resting. */
async function passExchangeBy(event: RoutedInstall): Promise<void> {
  await event.addRoutes?.(
    exchangePaths.map((pathname) => ({ condition: { urlPattern: { pathname } }, source: 'network' })),
  );
}

/**
 * Hashed files never change: what was fetched once is taken from any build's cache. A page of the previous build looks
 * here for files that only its own cache has.
 */
const lazyFiles = new CacheFirst({
  cacheName: assetCache,
  plugins: [checkedCopies(digests, true)],
});
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'), lazyFiles);

const pictureCache = 'pictures';
const pictures = new StaleWhileRevalidate({
  cacheName: pictureCache,
  plugins: [checkedCopies(digests, false)],
});
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && (url.pathname.startsWith('/coins/') || url.pathname.startsWith('/icons/')),
  pictures,
);

// A device that is full gets back what can be fetched again.
registerQuotaErrorCallback(() => Promise.all([assetCache, pictureCache].map((name) => caches.delete(name))));

/** Filled and emptied by the page alone. */
const readingCache = 'private-reading';

// The name of such a picture is the hash of what an operator gave, so a cached one never goes stale.
registerRoute(
  ({ request, url }) => request.destination === 'image' && /\/content\/[\w-]{43}\.(?:jpg|png)$/.test(url.pathname),
  async ({ request }) => {
    const kept = (await caches.has(readingCache))
      ? await caches.match(request.url, { cacheName: readingCache })
      : undefined;
    return kept !== undefined && hasRightType(kept, new URL(request.url).pathname) ? kept : fetch(request);
  },
);

/** Set by an installation that found the shell of the worker before it damaged: its pages do not start. */
let isRescue = false;

self.addEventListener('install', (event) => event.waitUntil(install(event)));
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([dropSupersededBuilds(), dropOldPictures()]));
  void shell.activate(event);
  if (isRescue) event.waitUntil(rescuePages());
});

/**
 * Has the shell on the device, whole or not at all. What earlier workers stored wrongly is removed; where that was the
 * shell, no page runs that could agree to an update, so this worker takes over.
 */
async function install(event: ExtendableEvent): Promise<void> {
  const { active, waiting } = self.registration;
  const damaged = await dropDamagedCopies();
  await passExchangeBy(event as RoutedInstall);
  await shell.install(event);
  if (active === null || !damaged.includes(shell.strategy.cacheName)) return;
  // The damaged shell may be the one of a build that waits: then the pages of the active one are well.
  isRescue = waiting === null;
  await self.skipWaiting();
}

/** Puts a file of the shell back that was missing, or wrong and removed; what is installed, Workbox stores itself. */
async function putBack({ event, request, response }: FetchDidSucceedCallbackParam): Promise<Response> {
  const key = shell.getCacheKeyForURL(request.url);
  if (key !== undefined && event.type !== 'install' && wasDigested(response))
    await (await caches.open(shell.strategy.cacheName)).put(key, response.clone());
  return response;
}

/** Loads pages again that began with a damaged shell. */
async function rescuePages(): Promise<void> {
  await self.clients.claim();
  const windows = await self.clients.matchAll({ type: 'window' });
  // Not waited for: their requests are answered only once this worker is active.
  for (const window of windows) void window.navigate(addressAgain(window.url)).catch(() => undefined);
}

/** With the same address only the place within the page would change; index.html removes the addition. */
function addressAgain(address: string): string {
  const url = new URL(address);
  url.search = '?again';
  return url.href;
}

async function dropSupersededBuilds(): Promise<void> {
  // Opened here, so that an empty build also has its place in the order of caches.
  await caches.open(assetCache);
  await Promise.all(supersededCaches(await caches.keys(), assetCache).map((name) => caches.delete(name)));
}

/** Pictures come by the names of coins, so that there are only so many; those fetched first go. */
async function dropOldPictures(): Promise<void> {
  const cache = await caches.open(pictureCache);
  const requests = await cache.keys();
  const surplus = requests.slice(0, Math.max(0, requests.length - picturesMax));
  await Promise.all(surplus.map((request) => cache.delete(request)));
}

/**
 * What pages say: change to this build now (in the words of workbox-window), keep these files, complete what opens
 * without a network, or look for wrong copies because a file did not run.
 */
type Message =
  | { readonly type: 'SKIP_WAITING' | 'skip-waiting' }
  | { readonly type: 'keep'; readonly urls: unknown }
  | { readonly type: 'complete' | 'verify' };

self.addEventListener('message', (event) => {
  const message = event.data as Message | null;
  // Open pages of older builds still say the second.
  if (message?.type === 'SKIP_WAITING' || message?.type === 'skip-waiting')
    event.waitUntil(turns.othersFinish().then(() => self.skipWaiting()));
  if (message?.type === 'keep')
    event.waitUntil(keepFiles(event, ownAssets(message.urls, self.location.origin, assetsMax)));
  if (message?.type === 'verify')
    event.waitUntil(fetchWrongAgain(event).finally(() => event.ports[0]?.postMessage('verified')));
  const request = message?.type === 'complete' ? readRequest(message) : null;
  if (request !== null)
    event.waitUntil(
      completeFiles(event, request).then((missing) =>
        event.source?.postMessage({ type: 'completed', ...request, missing }),
      ),
    );
});

/** Fetches the named files that no cache has yet. */
async function keepFiles(event: ExtendableEvent, urls: readonly string[]): Promise<void> {
  await Promise.allSettled(urls.map((url) => keepFile(event, url)));
}

/**
 * Has a file of this build on the device: what an earlier build's cache has already is copied, so that it stays when
 * that one goes. Files of other builds stay where they are.
 *
 * @throws when it does not come
 */
async function keepFile(event: ExtendableEvent, url: string): Promise<void> {
  const { pathname } = new URL(url, self.location.origin);
  if ((await digests.of(pathname)) === undefined) return;
  await keepWith(shell.getCacheKeyForURL(pathname) === undefined ? lazyFiles : shell.strategy, event, pathname);
}

/** Has a picture in its cache: its name says nothing of its content, so it belongs to no build. */
async function keepPicture(event: ExtendableEvent, url: string): Promise<void> {
  const kept = await (await caches.open(pictureCache)).match(url);
  if (kept === undefined || !hasRightType(kept, url)) await keepWith(pictures, event, url);
}

async function keepWith(strategy: Strategy, event: ExtendableEvent, path: string): Promise<void> {
  const request = new Request(path, { signal: resting.signal, priority: 'low' });
  const [answering, done] = strategy.handleAll({ event, request });
  const { ok } = await answering;
  await done;
  if (!ok) throw new TypeError(`${path} does not come`);
}

/** Compares every copy of this build with its digest, and fetches again what is wrong. */
async function fetchWrongAgain(event: ExtendableEvent): Promise<void> {
  const dropped = await dropWrongCopies(digests, [shell.strategy.cacheName, assetCache]);
  await keepFiles(event, dropped);
}

/** What must stay free for what the user writes, in bytes. */
const freeLeastBytes = 20 * 1024 * 1024;

/**
 * Fetches what a page asks to be there without a network.
 *
 * @returns how many files are still missing; the page asks again when the network is back
 */
async function completeFiles(event: ExtendableEvent, request: OfflineRequest): Promise<number> {
  const list = await readOfflineList().catch(() => undefined);
  if (list === undefined) return Number.POSITIVE_INFINITY;
  const files = wantedFiles(list, request);
  // Browsers that do not say how much room there is refuse what does not fit.
  const room = (await navigator.storage.estimate?.()) ?? {};
  if ((room.quota ?? Number.POSITIVE_INFINITY) - (room.usage ?? 0) < freeLeastBytes) return files.length;
  const { missing } = await fetchInTurn(
    files,
    (file) => (file.startsWith('coins/') ? keepPicture(event, `/${file}`) : keepFile(event, `/${file}`)),
    resting.signal,
  );
  return missing;
}

/** The build's list of what is fetched later; undefined when it is nowhere. */
async function readOfflineList(): Promise<OfflineFiles | undefined> {
  const file = shellFiles.find(({ url }) => listName.test(url));
  if (file === undefined) return undefined;
  const path = `/${file.url}`;
  const response = (await shell.matchPrecache(path)) ?? (await fetch(path));
  const list = await soundResponse(response, path, file.digest);
  return (await list?.json()) as OfflineFiles | undefined;
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
