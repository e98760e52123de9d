import { expect, test } from 'vitest';
import type { Deposit } from '#protocol/deposits/entities.ts';
import type { Verification } from '#protocol/accounts/entities/verification.ts';
import { createOwnerChanges } from '../core/topics/owner-changes.ts';
import type { BalanceRow } from '../core/ledger/balance-row.ts';
import type { SpotEvent } from '../markets/spot/spot.ts';
import type { SpotOrder } from '../markets/spot/order.ts';
import { type AccountField, accountFieldNames } from '#protocol/core/stream/account-fields.ts';
import type { AccountPart } from '../core/topics/account-part.ts';
import type { AreaTopics } from '../core/topics/area-topics.ts';
import { depositTopics } from '../custody/deposits/open.ts';
import { walletTopics } from '../custody/wallets/topic.ts';
import { withdrawalTopics } from '../custody/withdrawals/topic.ts';
import { contractAccount } from '../markets/contracts/topic.ts';
import { restingOrder } from '../markets/spot/testing-orders.ts';
import { spotAccount } from '../markets/spot/topic.ts';
import { createRobotTopics } from '../markets/robots/topic.ts';
import { p2pOrderTopics } from '../p2p/orders/topic.ts';
import { identityTopics } from '../accounts/identity/topic.ts';
import { talkAccount } from '../accounts/chat/talks/topic.ts';
import { securityTopics } from '../accounts/security/topic.ts';
import { noticeTopics } from '../accounts/notices/topic.ts';
import { ticketTopics } from '../support/tickets/topic.ts';
import { accountSource } from './account-source.ts';

const orderOf = (id: number, owner: bigint, status: SpotOrder['status'] = 'open'): SpotOrder => ({
  ...restingOrder,
  id,
  owner,
  status,
});
const balanceOf = (owner: bigint, available: bigint): BalanceRow => ({
  owner,
  wallet: 'spot',
  asset: 'USDT',
  available,
  frozen: 0n,
  locked: 0n,
});

function world() {
  const ledger = createOwnerChanges<BalanceRow, BalanceRow>((rows) => rows);
  const spotListeners = new Set<(event: SpotEvent) => void>();
  const noticeListeners = new Set<(owner: bigint | null) => void>();
  const depositListeners = new Set<(owner: bigint, deposits: readonly Deposit[]) => void>();
  const verificationListeners = new Set<(owner: bigint, state: Verification['state']) => void>();
  const failures: unknown[] = [];
  const state = { unread: 2, due: 0, counting: true, asked: 0, slow: Promise.resolve() };
  const part = ({ account }: AreaTopics) => account ?? [];
  const source = accountSource(
    [
      part(createRobotTopics().topics),
      part(walletTopics({ ledger, holdings: async (owner) => [balanceOf(owner, 150_000_000n)] })),
      part(
        noticeTopics(
          {
            unread: async () => {
              const { counting, unread } = state;
              state.asked += 1;
              await state.slow;
              if (!counting) throw new Error('the store is gone');
              return unread;
            },
            onChange: (listener) => {
              noticeListeners.add(listener);
              return () => noticeListeners.delete(listener);
            },
          },
          (error) => failures.push(error),
        ),
      ),
      part(
        depositTopics({
          underWay: async () => [],
          onChange: (listener) => {
            depositListeners.add(listener);
            return () => depositListeners.delete(listener);
          },
        }),
      ),
      part(withdrawalTopics({ underWay: async () => [], onChange: () => () => undefined })),
      part(ticketTopics({ underWay: async () => [], onChange: () => undefined })),
      part(
        p2pOrderTopics({
          underWay: async () => [],
          onChange: () => () => undefined,
          heldOf: async () => null,
          failed: () => undefined,
        }),
      ),
      part({
        account: talkAccount({
          asks: { query: async () => ({ rows: [] }) } as never,
          chat: { onMessages: () => () => undefined, onTalkRead: () => undefined },
          clock: () => 0,
          onFailure: () => undefined,
        }),
      }),
      part(securityTopics({ read: async () => [], onChange: () => undefined })),
      part(identityTopics({ onChange: (listener) => void verificationListeners.add(listener) })),
      spotAccount({
        openOrders: (owner) => [orderOf(1, owner)],
        onEvents: (listener) => {
          spotListeners.add(listener);
          return () => spotListeners.delete(listener);
        },
      }),
      contractAccount({ own: () => ({ positions: [], orders: [] }), onOwnChange: () => () => undefined }),
    ].flat(),
  );
  return {
    state,
    ledger,
    failures,
    open: (owner: bigint) => source.open(owner, () => (state.due += 1)),
    orders: (...orders: SpotOrder[]) => {
      for (const listener of spotListeners) listener({ pair: 'BTCUSDT', at: 1, trades: [], orders });
    },
    deposits: (owner: bigint, ...deposits: Deposit[]) => {
      for (const listener of depositListeners) listener(owner, deposits);
    },
    verification: (owner: bigint, now: Verification['state']) => {
      for (const listener of verificationListeners) listener(owner, now);
    },
    notices: (owner: bigint | null) => {
      for (const listener of noticeListeners) listener(owner);
    },
  };
}

test('a snapshot contains open orders, balances and unread counts, as defined by the API', async () => {
  const update = await world().open(7n).load();
  expect(update.unread).toBe(2);
  expect(update.orders).toMatchObject([{ id: '1', price: '60000', amount: '1', status: 'open' }]);
  expect(update.balances).toEqual([{ wallet: 'spot', asset: 'USDT', available: '1.5', frozen: '0', locked: '0' }]);
});

test('commits are published once, with the latest state of each row, to their owner alone', () => {
  const { ledger, orders, open, state } = world();
  const [mine, other] = [open(7n), open(8n)];
  orders(orderOf(1, 7n), orderOf(2, 8n));
  orders(orderOf(1, 7n, 'filled'));
  ledger.changed([balanceOf(7n, 1n), balanceOf(8n, 2n)]);
  ledger.changed([balanceOf(7n, 3n)]);
  expect(state.due).toBeGreaterThan(0);
  expect(mine.take()).toMatchObject({
    orders: [{ id: '1', status: 'filled' }],
    balances: [{ available: '0.00000003' }],
    unread: null,
  });
  expect(mine.take()).toBe(null);
  expect(other.take()).toMatchObject({ orders: [{ id: '2' }], balances: [{ available: '0.00000002' }] });
});

test('unread notices are recounted when they change; a failed count is reported and not published', async () => {
  const { notices, open, state, failures } = world();
  const account = open(7n);
  state.unread = 3;
  notices(8n);
  notices(7n);
  await expect.poll(() => account.take()).toEqual({ orders: [], balances: [], unread: 3 });
  state.counting = false;
  notices(7n);
  await expect.poll(() => failures).toHaveLength(1);
  expect(account.take()).toBe(null);
});

test('notices that arrive during a count trigger one more count, and the last one wins', async () => {
  const { notices, open, state } = world();
  const account = open(7n);
  const { promise, resolve } = Promise.withResolvers<void>();
  Object.assign(state, { unread: 4, slow: promise, asked: 0 });
  notices(7n);
  Object.assign(state, { unread: 3 });
  for (let index = 0; index < 20; index += 1) notices(7n);
  resolve();
  await expect.poll(() => account.take()).toMatchObject({ unread: 3 });
  expect(state.asked).toBe(2);
  expect(account.take()).toBe(null);
});

test('a closed feed gets nothing more, another connection of the same user does', () => {
  const { orders, open } = world();
  const [gone, stays] = [open(7n), open(7n)];
  gone.close();
  orders(orderOf(1, 7n));
  expect([gone.take(), stays.take()?.orders.length]).toEqual([null, 1]);
});

test('a deposit is published with each block, in its latest state, and only to its owner', async () => {
  const { open, deposits } = world();
  const own = open(7n);
  const other = open(8n);
  const deposit: Deposit = {
    id: '5',
    asset: 'USDT',
    chain: 'TEST',
    amount: '10',
    state: 'credited',
    hash: '0x1',
    address: 'dt1',
    confirmations: 1,
    creditConfirmations: 1,
    freeConfirmations: 2,
    reason: null,
    at: 1,
    updatedAt: 1,
  };
  expect(await own.load()).not.toHaveProperty('deposits');
  deposits(7n, deposit);
  deposits(7n, { ...deposit, state: 'free', confirmations: 2 });
  expect(own.take()?.deposits).toMatchObject([{ id: '5', state: 'free', confirmations: 2 }]);
  expect(own.take()).toBeNull();
  expect(other.take()).toBeNull();
});

test('a real-name authentication is published when it changes, in its latest state, and only to its owner', async () => {
  const { open, verification } = world();
  const own = open(7n);
  const other = open(8n);
  expect(await own.load()).not.toHaveProperty('verification');
  verification(7n, 'under-review');
  verification(7n, 'verified');
  expect(own.take()).toEqual({ orders: [], balances: [], unread: null, verification: 'verified' });
  expect(own.take()).toBeNull();
  expect(other.take()).toBeNull();
});

test('a broadcast is counted for all connected users', async () => {
  const { notices, open, state } = world();
  const accounts = [open(7n), open(7n), open(8n)];
  state.unread = 5;
  notices(null);
  for (const account of accounts) {
    await expect.poll(() => account.take()).toMatchObject({ unread: 5 });
  }
});

test('every field of the account is provided by one area', () => {
  const part = (...fields: AccountField[]): AccountPart => ({ fields, load: () => ({}), publishTo: () => undefined });
  expect(() => accountSource([part(...accountFieldNames)])).not.toThrow();
  expect(() => accountSource([part(...accountFieldNames), part('unread')])).toThrow(
    "two areas provide the account's unread",
  );
  expect(() => accountSource([part('orders', 'unread')])).toThrow("no area provides the account's balances");
});
