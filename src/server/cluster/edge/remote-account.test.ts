import { expect, it } from 'vitest';
import type { AccountUpdate } from '#protocol/core/stream/account-fields.ts';
import { StoreUnavailable } from '#server/core/failures/store-unavailable.ts';
import { RemoteAccount } from './remote-account.ts';

const update = (unread: number): AccountUpdate => ({ orders: [], balances: [], unread });

function open() {
  const opened: string[] = [];
  let epoch = 0;
  const feed = new RemoteAccount({
    open: () => {
      epoch += 1;
      opened.push(`e${epoch}`);
      return Promise.resolve({ epoch: `e${epoch}`, seq: 4 });
    },
    load: () => Promise.resolve(update(0)),
    due: () => undefined,
    leave: () => undefined,
  });
  return { feed, opened };
}

it('merges changes until they are taken', async () => {
  const { feed } = open();
  expect(await feed.load()).toEqual(update(0));
  feed.hear({ epoch: 'e1', seq: 5, data: { unread: 1 } });
  feed.hear({ epoch: 'e1', seq: 6, data: { unread: 2 } });
  feed.hear({ epoch: 'e1', seq: 6, data: { unread: 9 } });
  expect(feed.take()).toEqual(update(2));
  expect([feed.take(), feed.restarts(), feed.position]).toEqual([null, false, { epoch: 'e1', seq: 6 }]);
});

it.each([
  { what: 'a number is left out', delta: { epoch: 'e1', seq: 6, data: { unread: 1 } } },
  { what: 'it was opened again', delta: { epoch: 'e9', seq: 5, data: { unread: 1 } } },
  { what: 'a change has no content', delta: { epoch: 'e1', seq: 5, data: null } },
])('needs the full state when $what, and opens the account for it', async ({ delta }) => {
  const { feed, opened } = open();
  await feed.load();
  feed.hear(delta);
  expect([feed.take(), feed.restarts(), feed.restarts(), feed.position]).toEqual([null, true, false, null]);
  feed.hear({ epoch: 'e1', seq: 7, data: { unread: 1 } });
  expect(feed.take()).toBeNull();
  await feed.load();
  expect(opened).toEqual(['e1', 'e2']);
  feed.hear({ epoch: 'e2', seq: 5, data: { unread: 1 } });
  expect(feed.take()).toEqual(update(1));
});

it('does not take a state that was read from an engine that is not followed any more', async () => {
  const { promise, resolve } = Promise.withResolvers<AccountUpdate>();
  const feed = new RemoteAccount({
    open: () => Promise.resolve({ epoch: 'e1', seq: 4 }),
    load: () => promise,
    due: () => undefined,
    leave: () => undefined,
  });
  const loaded = feed.load();
  await Promise.resolve();
  feed.forget();
  resolve(update(0));
  await expect(loaded).rejects.toThrow(StoreUnavailable);
  expect([feed.position, feed.restarts()]).toEqual([null, false]);
});

it('opens the account again after its state could not be read', async () => {
  const opened: number[] = [];
  let isAway = true;
  const feed = new RemoteAccount({
    open: () => Promise.resolve({ epoch: 'e1', seq: opened.push(1) }),
    load: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(update(0))),
    due: () => undefined,
    leave: () => undefined,
  });
  await expect(feed.load()).rejects.toThrow('away');
  isAway = false;
  await feed.load();
  expect(opened.length).toBe(2);
});
