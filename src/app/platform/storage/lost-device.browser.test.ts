import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { changeDevice, readDevice, writeDevice } from './device-store.ts';
import { enqueue, startOutbox } from '../offline/outbox.ts';
import { waitingCount } from '../offline/outbox-store.ts';
import { exchangeSilent } from '../offline/reachability.ts';
import { signIn } from '../session/sign-in.ts';
import { wipeDevice } from './wipe.ts';
import { patience } from '../../../../tests/pace.ts';

/** A device that loses, garbles or refuses what it was given. */

function done(request: IDBOpenDBRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => {
      request.result?.close();
      resolve();
    });
    request.addEventListener('error', () => reject(request.error ?? new Error('no reason')));
  });
}

/** Puts a database in the place of ours that has another version and other stores. */
async function replaceDatabase(): Promise<void> {
  await done(indexedDB.deleteDatabase('dunlin'));
  const request = indexedDB.open('dunlin', 7);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore('garbage').put({ x: 1 }, 'y'));
  await done(request);
}

beforeEach(async () => {
  await wipeDevice(new QueryClient());
  signIn('token', '100007');
  exchangeSilent();
});

it('mends a database that lost its store, also while another handle is open', async () => {
  await writeDevice('one', 1);
  await replaceDatabase();
  await writeDevice('two', 2);
  expect(await readDevice('one')).toBeUndefined();
  await changeDevice<number>('two', (value = 0) => value + 1);
  expect(await readDevice('two')).toBe(3);
});

it('keeps what it holds when the device fails to open it once', async () => {
  await writeDevice('one', 1);
  const { version } = (await indexedDB.databases()).find(({ name }) => name === 'dunlin') ?? {};
  // Opening another version makes the open handle close.
  await done(indexedDB.open('dunlin', (version ?? 0) + 1));
  const open = indexedDB.open.bind(indexedDB);
  const failing = vi.spyOn(indexedDB, 'open').mockImplementationOnce((name) => open(name, 1));
  expect(await readDevice('one')).toBe(1);
  expect(failing).toHaveBeenCalledTimes(2);
  failing.mockRestore();
});

it('takes what it cannot understand for nothing', async () => {
  for (const garbage of ['text', 5, { length: 3 }, [null, 7, {}, { id: 1, kind: 2 }]]) {
    await writeDevice('outbox.100007', garbage);
    expect(await waitingCount()).toBe(0);
    await enqueue('notice-read', { id: '5' });
    expect(await waitingCount()).toBe(1);
  }
});

it('says once how much of what was written is gone, and keeps silent about the rest', async () => {
  const message = { group: '1', text: 'hello', mentions: [], image: null };
  await enqueue('chat-message', message);
  await enqueue('notice-read', { id: '5' });
  await enqueue('chat-message', message);
  await replaceDatabase();
  const received = vi.fn<(count: number) => void>();
  startOutbox(new QueryClient(), received);
  await vi.waitFor(() => expect(received).toHaveBeenCalledWith(2), patience);
  expect(localStorage.getItem('dunlin.waiting')).toBeNull();
  await enqueue('chat-message', message);
  expect(localStorage.getItem('dunlin.waiting')).toBe('100007 1');
  expect(received).toHaveBeenCalledTimes(1);
});
