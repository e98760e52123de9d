import { expect, test } from 'vitest';
import type { MerchantDepositState } from '#protocol/p2p/entities/collection-methods.ts';
import { becomingOf } from './steps.ts';

const deposit = (state: MerchantDepositState) => ({
  state,
  asset: 'USDT',
  required: '500',
  held: '0',
  missing: '500',
  available: '0',
  reason: null,
  updatedAt: null,
});
const nothing = { verified: false, nickname: null, methods: [], deposit: deposit('not-paid'), merchant: false };

test('one step is open at a time, in the order of the way', () => {
  expect(becomingOf(nothing, 'not-verified')).toMatchObject({ open: 'verified', done: 0 });
  expect(becomingOf({ ...nothing, verified: true }, 'verified')).toMatchObject({ open: 'nickname', done: 1 });
  expect(becomingOf({ ...nothing, verified: true, nickname: 'Harbour' }, 'verified')).toMatchObject({
    open: 'method',
    done: 2,
    standings: { verified: 'done', nickname: 'done', method: 'open', deposit: 'later' },
  });
  const three = { ...nothing, verified: true, nickname: 'Harbour', methods: ['alipay' as const] };
  expect(becomingOf(three, 'verified')).toMatchObject({ open: 'deposit', done: 3 });
});

test('a step under review leaves others open that do not need it', () => {
  expect(becomingOf(nothing, 'under-review')).toMatchObject({
    open: 'nickname',
    standings: { verified: 'review', method: 'later' },
  });
  expect(becomingOf({ ...nothing, nickname: 'Harbour' }, 'under-review').open).toBeNull();
});

test('a deposit under review is waited for; one that was refused or returned is paid again', () => {
  const three = { ...nothing, verified: true, nickname: 'Harbour', methods: ['bank' as const] };
  const waiting = becomingOf({ ...three, deposit: deposit('processing') }, 'verified');
  expect(waiting).toMatchObject({ open: null, done: 3, standings: { deposit: 'review' } });
  expect(becomingOf({ ...three, deposit: deposit('refunded') }, 'verified').open).toBe('deposit');
  expect(becomingOf({ ...three, deposit: deposit('paid'), merchant: true }, 'verified').done).toBe(4);
});

test('a verification that is not known yet counts as open', () => {
  expect(becomingOf(nothing, undefined).open).toBe('verified');
});
