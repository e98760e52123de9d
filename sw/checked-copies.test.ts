import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkedCopies, dropDamagedCopies, dropWrongCopies } from './checked-copies.ts';
import { digestOf, soundResponse } from './sound-files.ts';

const origin = 'https://dunlin.example';
const code = 'export const one = 1;';
const portal = '<!doctype html><h1>Hotel Wi-Fi</h1>';
const script = (text = code) => new Response(text, { headers: { 'content-type': 'text/javascript' } });
const page = () => new Response(portal, { headers: { 'content-type': 'text/html' } });
const requestOf = (path: string) => new Request(`${origin}${path}`);

/** Caches by name, each with its copies by address. */
let stored: Map<string, Map<string, Response>>;

function open(name: string) {
  const copies = stored.get(name) ?? new Map<string, Response>();
  stored.set(name, copies);
  return {
    match: async ({ url }: Request) => copies.get(url)?.clone(),
    put: async ({ url }: Request, response: Response) => void copies.set(url, response),
    delete: async ({ url }: Request) => copies.delete(url),
    keys: async () => [...copies.keys()].map((url) => new Request(url)),
  };
}

const namesIn = (cache: string) => [...(stored.get(cache)?.keys() ?? [])].map((url) => new URL(url).pathname);

let known: Map<string, string>;
const digests = { of: async (path: string) => known.get(path) };
const event = {} as ExtendableEvent;

beforeEach(async () => {
  stored = new Map();
  known = new Map([['/assets/a.js', (await digestOf(new TextEncoder().encode(code).buffer)).slice(0, 8)]]);
  vi.stubGlobal('FetchEvent', EventTarget);
  vi.stubGlobal('caches', {
    open: async (name: string) => open(name),
    keys: async () => [...stored.keys()],
    match: async ({ url }: Request) => [...stored.values()].flatMap((copies) => copies.get(url)?.clone() ?? []).at(0),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('an answer of the network', () => {
  const answer = (path: string, response: Response) =>
    checkedCopies(digests, true).fetchDidSucceed?.({ event, request: requestOf(path), response });
  const kept = (path: string, response: Response) =>
    checkedCopies(digests, true).cacheWillUpdate?.({ event, request: requestOf(path), response });

  it('is served and stored when it is the file', async () => {
    const served = await answer('/assets/a.js', script());
    expect(await served?.clone().text()).toBe(code);
    expect(served && (await kept('/assets/a.js', served))).toBe(served);
  });

  it('is asked for again past the browser’s own cache when it is a page', async () => {
    const asked: RequestCache[] = [];
    vi.stubGlobal('fetch', async ({ cache }: Request) => {
      asked.push(cache);
      return script();
    });
    expect(await (await answer('/assets/a.js', page()))?.text()).toBe(code);
    expect(asked).toEqual(['reload']);
  });

  it.each([page, () => script('export const one'), () => script(portal)])(
    'is refused when it stays another one',
    async (of) => {
      vi.stubGlobal('fetch', async () => of());
      await expect(answer('/assets/a.js', of())).rejects.toThrow('is not the file');
    },
  );

  it('that says the file is gone is passed on and not stored', async () => {
    const gone = new Response('', { status: 404 });
    expect(await answer('/assets/a.js', gone)).toBe(gone);
    expect(await kept('/assets/a.js', gone)).toBeNull();
  });

  it('of a file of another build is served by its type alone, and not stored', async () => {
    const served = await answer('/assets/old.js', script());
    expect(await served?.clone().text()).toBe(code);
    expect(served && (await kept('/assets/old.js', served))).toBeNull();
  });

  it('is stored by its type where names say nothing of the content', async () => {
    const picture = new Response('<svg/>', { headers: { 'content-type': 'image/svg+xml' } });
    expect(await kept('/coins/BTC.svg', picture)).toBe(picture);
    expect(await kept('/coins/BTC.svg', page())).toBeNull();
  });
});

describe('a stored copy', () => {
  const use = async (path: string, cacheName = 'assets-2') => {
    const request = requestOf(path);
    const cachedResponse = await open(cacheName).match(request);
    return checkedCopies(digests, true).cachedResponseWillBeUsed?.({
      event,
      request,
      cacheName,
      ...(cachedResponse === undefined ? {} : { cachedResponse }),
    });
  };

  it('that an earlier worker stored is checked once, and marked', async () => {
    await open('assets-2').put(requestOf('/assets/a.js'), script());
    expect(await (await use('/assets/a.js'))?.text()).toBe(code);
    const digest = vi.spyOn(crypto.subtle, 'digest');
    expect(await (await use('/assets/a.js'))?.text()).toBe(code);
    expect(digest).not.toHaveBeenCalled();
    digest.mockRestore();
  });

  it('that is a page, or cut, is removed from every cache', async () => {
    for (const wrong of [page(), script('export')]) {
      await open('assets-1').put(requestOf('/assets/a.js'), wrong.clone());
      await open('assets-2').put(requestOf('/assets/a.js'), wrong);
      expect(await use('/assets/a.js')).toBeNull();
      expect([...namesIn('assets-1'), ...namesIn('assets-2')]).toEqual([]);
    }
  });

  it('of the build before is taken over when it is right', async () => {
    await open('assets-1').put(requestOf('/assets/a.js'), script());
    expect(await (await use('/assets/a.js'))?.text()).toBe(code);
    expect(namesIn('assets-2')).toEqual(['/assets/a.js']);
  });
});

describe('a look at all copies', () => {
  it('removes pages in the place of files, and names the caches that had such', async () => {
    await open('assets-1').put(requestOf('/assets/a.js'), page());
    await open('pictures').put(requestOf('/coins/BTC.svg'), page());
    await open('shell').put(requestOf('/index.html'), page());
    await open('shell').put(requestOf('/assets/a.js'), script());
    expect((await dropDamagedCopies()).toSorted()).toEqual(['assets-1', 'pictures']);
    expect(namesIn('shell')).toEqual(['/index.html', '/assets/a.js']);
    expect([...namesIn('assets-1'), ...namesIn('pictures')]).toEqual([]);
  });

  it('reads what was found right before once more', async () => {
    const sound = await soundResponse(script(), '/assets/a.js', known.get('/assets/a.js'));
    const decayed = new Response('export', { headers: sound?.headers ?? {} });
    await open('assets-2').put(requestOf('/assets/a.js'), decayed);
    expect(await dropWrongCopies(digests, ['assets-2'])).toEqual([`${origin}/assets/a.js`]);
    expect(namesIn('assets-2')).toEqual([]);
  });
});
