import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storageKeys } from '#protocol/core/storage-keys.ts';
import { readDevice, writeDevice } from './device-store.ts';
import { persistDelayMs, persistedMaxAgeMs } from './persisted-queries.ts';
import { createAppQueryClient } from './query-client.ts';
import { persistQueries, restoreBoot, restorePersisted } from './query-persistence.ts';
import { session } from '../session/session.ts';
import { signIn } from '../session/sign-in.ts';
import { bootKeyPrefix } from './storage.ts';
import { logOut, privateCachePrefix, wipeDevice } from './wipe.ts';

const ended: (() => void)[] = [];
const newClient = () => createAppQueryClient(() => {});
const wait = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Answers as if they had just come, and the moment in which they are written. */
async function keep(client: QueryClient, answers: readonly (readonly [root: string, data: unknown])[]): Promise<void> {
  ended.push(persistQueries(client, Promise.resolve()));
  for (const [root, data] of answers) await client.fetchQuery({ queryKey: [root, {}], queryFn: () => data });
  await wait(persistDelayMs + 300);
}

beforeEach(() => wipeDevice(new QueryClient()));
afterEach(() => {
  for (const end of ended.splice(0)) end();
  vi.unstubAllGlobals();
});

it('keeps what is allowed, per account, and nothing else', async () => {
  signIn('token', '100007');
  await keep(newClient(), [
    ['web/config', { mode: 'practice' }],
    ['notice/list', { list: ['a notice'] }],
    ['common/kline', { list: ['a candle'] }],
  ]);

  const next = newClient();
  restoreBoot(next);
  expect(next.getQueryData(['web/config', {}])).toEqual({ mode: 'practice' });
  await restorePersisted(next);
  expect(next.getQueryData(['notice/list', {}])).toEqual({ list: ['a notice'] });
  expect(next.getQueryData(['common/kline', {}])).toBeUndefined();

  signIn('another token', '100008');
  const other = newClient();
  restoreBoot(other);
  await restorePersisted(other);
  expect(other.getQueryCache().getAll()).toEqual([]);
});

it('drops what is too old or of another shape', async () => {
  signIn('token', '100007');
  await keep(newClient(), [['notice/list', { list: [] }]]);
  const kept = await readDevice<{ timestamp: number; buster: string }>('queries.100007');
  const restored = async (change: object) => {
    await writeDevice('queries.100007', { ...kept, ...change });
    const client = newClient();
    await restorePersisted(client);
    return client.getQueryCache().getAll().length;
  };
  expect(await restored({})).toBe(1);
  expect(await restored({ timestamp: Date.now() - persistedMaxAgeMs - 1 })).toBe(0);
  expect(await restored({ buster: 'another shape' })).toBe(0);
});

it('never writes over what it has not read yet', async () => {
  signIn('token', '100007');
  await keep(newClient(), [['notice/list', { list: ['kept'] }]]);
  const client = newClient();
  const restored = Promise.withResolvers<void>();
  ended.push(persistQueries(client, restored.promise));
  await client.fetchQuery({ queryKey: ['common/newsList', {}], queryFn: () => ({ list: ['new'] }) });
  await wait(persistDelayMs + 300);
  await restorePersisted(client);
  expect(client.getQueryData(['notice/list', {}])).toEqual({ list: ['kept'] });
  restored.resolve();
  await wait(persistDelayMs + 300);
  const next = newClient();
  await restorePersisted(next);
  expect(next.getQueryCache().getAll()).toHaveLength(2);
});

it('wipes every trace at log-out without a network, and keeps language and theme', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed to fetch')));
  signIn('token', '100007');
  localStorage.setItem(storageKeys.language, 'yn');
  localStorage.setItem(storageKeys.theme, 'light');
  localStorage.setItem(storageKeys.favourites, '["BTCUSDT"]');
  sessionStorage.setItem('draft', 'x');
  const secure = 'caches' in globalThis;
  if (secure) await (await caches.open(`${privateCachePrefix}100007`)).put('/x', new Response('mine'));
  const client = newClient();
  await keep(client, [
    ['info', { id: '100007' }],
    ['wallet', { total: '5' }],
  ]);
  expect(localStorage.getItem(`${bootKeyPrefix}100007`)).toContain('100007');

  await logOut(client);
  expect(session.get()).toBeNull();
  expect(client.getQueryCache().getAll()).toEqual([]);
  expect(Object.keys(localStorage).toSorted((a, b) => a.localeCompare(b))).toEqual(['lang', 'theme']);
  expect(sessionStorage.length).toBe(0);
  expect(await readDevice('queries.100007')).toBeUndefined();
  if (secure) expect(await caches.keys()).not.toContain(`${privateCachePrefix}100007`);
});

it('keeps the last answer of what failed when it was asked again', async () => {
  signIn('token', '100007');
  const client = newClient();
  await client.fetchQuery({ queryKey: ['wallet', {}], queryFn: () => ({ total: '1' }) });
  const silent = () => Promise.reject(new Error('no answer'));
  await client.fetchQuery({ queryKey: ['wallet', {}], queryFn: silent, retry: false, staleTime: 0 }).catch(() => {});
  expect(client.getQueryState(['wallet', {}])?.status).toBe('error');
  await keep(client, [['notice/list', { list: [] }]]);
  const next = newClient();
  await restorePersisted(next);
  expect(next.getQueryState(['wallet', {}])).toMatchObject({ status: 'success', data: { total: '1' }, error: null });
});
