import { expect, test } from 'vitest';
import type { AccountUpdate } from '#protocol/core/stream/account-fields.ts';
import type { AccountView } from './account-view.ts';
import { TopicStore } from './topic-store.ts';

const nothing: AccountUpdate = { orders: [], balances: [], unread: null };

function row<Name extends 'orders' | 'deposits'>(fields: object): NonNullable<AccountUpdate[Name]>[number] {
  return fields as NonNullable<AccountUpdate[Name]>[number];
}

function account(store: TopicStore, is: 'snapshot' | 'delta', data: Partial<AccountUpdate>): AccountView {
  store.take({ topic: 'account', is, source: 'stream', data: { ...nothing, ...data } }, 0);
  return store.view as AccountView;
}

test('open orders are newest first, deposits by their last change, and what did not change is the same list', () => {
  const store = new TopicStore('account', 0);
  const older = row<'orders'>({ id: '1', status: 'open', createdAt: 1 });
  const newer = row<'orders'>({ id: '2', status: 'open', createdAt: 2 });
  const deposits = ['1', '2'].map((id) => row<'deposits'>({ id }));
  const first = account(store, 'snapshot', { orders: [older, newer], deposits, unread: 3 });
  expect(first.orders).toEqual([newer, older]);
  expect(first.deposits.map(({ id }) => id)).toEqual(['2', '1']);
  expect(first.verification).toBeNull();
  const next = account(store, 'delta', { orders: [{ ...newer, status: 'filled' }], verification: 'verified' });
  expect(next.orders).toEqual([older]);
  expect(next.deposits).toBe(first.deposits);
  expect([next.unread, next.verification]).toEqual([3, 'verified']);
  const again = account(store, 'snapshot', { orders: [older], unread: 4 });
  expect(again.orders).toBe(next.orders);
  expect(again.deposits).toEqual([]);
  expect(again.verification).toBe('verified');
});

test('nothing of one account is left for the next', () => {
  const store = new TopicStore('account', 0);
  account(store, 'snapshot', { unread: 3, verification: 'verified' });
  store.clear();
  expect(store.view).toBeNull();
  expect(account(store, 'snapshot', { unread: 0 }).verification).toBeNull();
});
