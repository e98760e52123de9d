import { expect, it } from 'vitest';
import type { LedgerEntry, WalletChange } from '#protocol/wallets/entities/wallet.ts';
import type { BalancePart, Wallet } from '#protocol/wallets/wallets.ts';
import { factsOf } from './record-facts.ts';

function change(wallet: Wallet, asset: string, amount: string): WalletChange {
  return { wallet, asset, amount };
}

function entry(part: BalancePart, amount: string): LedgerEntry {
  return { id: '1', wallet: 'spot', asset: 'USDT', part, kind: 'order-freeze', amount, reference: null, at: 0 };
}

it('names both wallets of a transfer, whichever comes first', () => {
  const changes = [change('option', 'USDT', '500'), change('spot', 'USDT', '-500')];
  const facts = { is: 'moved', from: 'spot', to: 'option', asset: 'USDT', amount: '500' };
  expect(factsOf({ changes, entries: [] })).toEqual(facts);
  expect(factsOf({ changes: changes.toReversed(), entries: [] })).toEqual(facts);
});

it('names both coins of a trade or conversion', () => {
  const [gave, got] = [change('spot', 'USDT', '-600'), change('spot', 'BTC', '0.00999')];
  expect(factsOf({ changes: [got, gave], entries: [] })).toEqual({ is: 'exchanged', gave, got });
});

it('shows what was gained or lost', () => {
  const changes = [change('contract', 'USDT', '-1.25')];
  expect(factsOf({ changes, entries: [] })).toEqual({ is: 'changed', changes });
});

it('takes the first amount that changed places where nothing was gained or lost', () => {
  const frozen = [entry('frozen', '100'), entry('available', '-100')];
  const held = { is: 'held', wallet: 'spot', part: 'frozen', asset: 'USDT', amount: '100' };
  expect(factsOf({ changes: [], entries: frozen })).toEqual(held);
  const released = [entry('frozen', '-100'), entry('available', '100'), ...frozen];
  expect(factsOf({ changes: [], entries: released })).toEqual(held);
  expect(factsOf({ changes: [], entries: [] })).toEqual({ is: 'nothing' });
});
