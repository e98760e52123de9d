import { describe, expect, it } from 'vitest';
import { checkJournal, type Journal, postingsOf } from './journal.ts';

const posting = (owner: bigint, amount: bigint, asset = 'USDT') =>
  ({ owner, wallet: 'spot', asset, part: 'available', amount }) as const;
const journal = (...postings: Journal['postings']): Journal => ({ kind: 'transfer', reference: null, at: 1, postings });

describe('a journal', () => {
  it('moves what it takes, asset by asset', () => {
    const moved = journal(posting(1n, -5n), posting(2n, 5n), posting(2n, -7n, 'BTC'), posting(1n, 7n, 'BTC'));
    expect(() => checkJournal(moved)).not.toThrow();
  });

  it.each([
    ['gives more than it takes', journal(posting(1n, -5n), posting(2n, 6n)), 'is off by 1 of USDT'],
    ['takes more than it gives', journal(posting(1n, -6n), posting(2n, 5n)), 'is off by -1 of USDT'],
    ['takes one asset for another', journal(posting(1n, -5n), posting(2n, 5n, 'BTC')), 'is off by -5 of USDT'],
    ['moves nothing', journal(), 'moves nothing'],
    ['names no asset', journal(posting(1n, -5n, 'NONE'), posting(2n, 5n, 'NONE')), 'no such asset: NONE'],
    ['moves more than a column holds', journal(posting(1n, -(2n ** 63n)), posting(2n, 2n ** 63n)), 'beyond 64 bits'],
  ])('that %s is not written', (_, wrong, message) => {
    expect(() => checkJournal(wrong)).toThrow(message);
  });

  it('has fees above zero, each of which is one more posting', () => {
    const fee = { owner: 1n, wallet: 'spot', asset: 'USDT', amount: 1n } as const;
    const moved = journal(posting(1n, -5n), posting(2n, 5n));
    expect(() => checkJournal({ ...moved, fees: [fee] })).not.toThrow();
    expect(() => checkJournal({ ...moved, fees: [{ ...fee, amount: 0n }] })).toThrow('is none');
    expect(postingsOf({ ...moved, fees: [fee] })).toBe(3);
  });
});
