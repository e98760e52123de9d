import type { WorkboxPlugin } from 'workbox-core';
import type { BuildDigests } from './build-digests.ts';
import { hasRightType, isMarked, soundResponse, wasDigested } from './sound-files.ts';

const pathOf = (url: string) => new URL(url).pathname;

/** Whether a path is one of the build's, which is stored only when this build knows its digest. */
const isOfBuild = (path: string) => path.startsWith('/assets/') || path === '/index.html';

/**
 * Answers of the network that are not the file: the browser's own cache may hold them as well, so it is passed over
 * once.
 *
 * @throws TypeError when it is still another one: the page then gets a network error instead of it
 */
async function soundAnswer(request: Request, response: Response, digests: BuildDigests): Promise<Response> {
  if (response.status !== 200) return response;
  const path = pathOf(request.url);
  const digest = await digests.of(path);
  const first = await soundResponse(response, path, digest);
  if (first !== null) return first;
  const again = await fetch(new Request(request, { cache: 'reload' }));
  const second = again.status === 200 ? await soundResponse(again, path, digest) : again;
  if (second === null) throw new TypeError(`${path} is not the file of this build`);
  return second;
}

/** Removes every copy of an address. */
async function dropCopies(request: Request): Promise<void> {
  await Promise.all(
    (await caches.keys()).map(async (name) => (await caches.open(name)).delete(request, { ignoreVary: true })),
  );
}

/**
 * Lets Workbox store and serve only files that are what their names say: see `sound-files.ts`. Copies that an earlier
 * worker stored are checked when they are used, and removed when they are wrong. A page that asks with `cache: 'reload'`
 * gets the file from the network, and the copy is replaced.
 *
 * @param isShared whether a file may be taken from the cache of another build; what is right is then copied
 */
export function checkedCopies(digests: BuildDigests, isShared: boolean): WorkboxPlugin {
  return {
    fetchDidSucceed: ({ request, response }) => soundAnswer(request, response, digests),
    cacheWillUpdate: async ({ request, response }) => {
      const path = pathOf(request.url);
      return wasDigested(response) || (!isOfBuild(path) && hasRightType(response, path)) ? response : null;
    },
    cachedResponseWillBeUsed: async ({ request, cachedResponse, cacheName, event }) => {
      if (event instanceof FetchEvent && event.request.cache === 'reload') return null;
      const copy = cachedResponse ?? (isShared ? await caches.match(request) : undefined);
      if (copy === undefined) return null;
      const path = pathOf(request.url);
      const digest = await digests.of(path);
      if (cachedResponse !== undefined && digest !== undefined && isMarked(copy, digest)) return copy;
      const sound = await soundResponse(copy, path, digest);
      if (sound === null) await dropCopies(request);
      else if (digest !== undefined) await (await caches.open(cacheName)).put(request, sound.clone());
      return sound;
    },
  };
}

/**
 * Removes copies whose type is not that of their names, from every cache: a worker before this one may have stored what
 * a captive network answered.
 *
 * @returns names of the caches that had such
 */
export async function dropDamagedCopies(): Promise<string[]> {
  const damaged = await Promise.all(
    (await caches.keys()).map(async (name) => {
      const cache = await caches.open(name);
      const wrong = await Promise.all(
        (await cache.keys()).map(async (request) => {
          const copy = await cache.match(request, { ignoreVary: true });
          return (
            copy !== undefined &&
            !hasRightType(copy, pathOf(request.url)) &&
            (await cache.delete(request, { ignoreVary: true }))
          );
        }),
      );
      return wrong.includes(true) ? [name] : [];
    }),
  );
  return damaged.flat();
}

/**
 * Reads every copy of this build's files once more and removes what is wrong.
 *
 * @returns the addresses that were removed
 */
export async function dropWrongCopies(digests: BuildDigests, cacheNames: readonly string[]): Promise<string[]> {
  const dropped: string[] = [];
  for (const name of cacheNames) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const path = pathOf(request.url);
      const copy = await cache.match(request, { ignoreVary: true });
      if (copy === undefined || (await soundResponse(copy, path, await digests.of(path))) !== null) continue;
      await cache.delete(request, { ignoreVary: true });
      dropped.push(request.url);
    }
  }
  return dropped;
}
