import { expect, test } from 'vitest';
import type { WithdrawalRow } from '#server/custody/withdrawals/withdrawal-row.ts';
import { waitText, withdrawalText } from './withdrawal-text.ts';

const minuteMs = 60_000;
const row: WithdrawalRow = {
  id: 7n,
  owner: 100_001n,
  asset: 'USDT',
  chain: 'ETH',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  units: 10_000_000_000n,
  fee: 200_000_000n,
  remark: 'rent\u001B[2J',
  state: 'approved',
  reason: null,
  nonce: null,
  raw: null,
  hash: null,
  confirmations: 0,
  needed: 2,
  hindrance: 'wallet-short',
  tries: 0,
  againAt: null,
  refusedWhy: null,
  refusal: null,
  asideAt: null,
  createdAt: 0,
  updatedAt: 0,
};

test('shows who waits for what, since when and why', () => {
  expect(withdrawalText(row, 90 * minuteMs)).toBe(
    [
      '#7  approved  user 100001  100 USDT (fee 2) on ETH  waits 1 h 30 min',
      '    to 0x52908400098527886E0F7030069857D2E4169EE7  rent\uFFFD[2J',
      '    the paying account has not enough of the coin: fund it',
    ].join('\n'),
  );
});

test('signed withdrawals show their hash, and ended ones their time', () => {
  const signed = { ...row, nonce: 3, raw: '0x', hash: '0xabc', hindrance: null };
  expect(withdrawalText({ ...signed, state: 'sent', confirmations: 1 }, 0)).toContain(
    '#7  sent, 1 of 2 blocks  user 100001  100 USDT (fee 2) on ETH  waits less than 1 min',
  );
  expect(withdrawalText({ ...signed, state: 'confirmed', updatedAt: 1_000 }, 0)).toContain('1970-01-01T00:00:01.000Z');
  expect(withdrawalText(signed, 0)).toContain('transaction 0xabc, nonce 3');
});

test('a wait is printed in its two largest units', () => {
  const minutes = [0, 1, 60, 61, 24 * 60, 24 * 60 + 90, 48 * 60 + 5];
  expect(minutes.map((count) => waitText(count * minuteMs))).toEqual([
    'less than 1 min',
    '1 min',
    '1 h',
    '1 h 1 min',
    '1 d',
    '1 d 1 h',
    '2 d',
  ]);
});

test('one set aside shows since when, the node’s message, and what can be done', () => {
  const aside = {
    ...row,
    hindrance: 'not-signed',
    tries: 8,
    refusedWhy: 'refused',
    refusal: 'execution reverted',
    asideAt: 0,
  } as const;
  expect(withdrawalText(aside, 90 * minuteMs)).toContain(
    '    set aside 1 h 30 min ago after 8 tries: execution reverted; retry-payout tries it again, give-back returns it',
  );
  const filled = { ...aside, nonce: 3, raw: '0x', hash: '0xabc' };
  expect(withdrawalText(filled, 0)).toContain('its nonce is being used up by nothing');
  expect(withdrawalText({ ...filled, refusedWhy: 'nonce-used' }, 0)).toContain('release-payout');
});
