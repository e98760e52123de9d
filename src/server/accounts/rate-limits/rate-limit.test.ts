import { afterAll, beforeAll, expect, it } from 'vitest';
import { hourMs } from '#protocol/core/durations.ts';
import { accountLimits } from './account-limits.ts';
import { type TestAccounts, testAccounts } from '../account/testing.ts';
import { rateLimitWaitMs, countAttempt, mayAttempt, uncountAttempt } from './rate-limit.ts';

const limit = { most: 2, windowMs: hourMs };
/** What a /48 may do as often as one of its networks may do it once. */
const wideTimes = 16;

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await testAccounts({ limits: { ...accountLimits(1), invitationsOfAddress: limit } });
});
afterAll(() => accounts.close());

/** Tries an invitation code, which is counted by address. */
const guess = async (address: string) =>
  (await accounts.call('GET common/checkInviteCode', { code: 'WRONG234' }, { address })).msg;

it('limits guesses from one /64 of IPv6, and from all networks of one /48 together', async () => {
  const from = (site: number, network: number, last = 1) => `2001:db8:${site}:${network.toString(16)}::${last}`;
  expect([await guess(from(1, 1)), await guess(from(1, 1, 2)), await guess(from(1, 1, 3))]).toEqual([
    'referrerNotFound',
    'referrerNotFound',
    'verificationTooOften',
  ]);
  for (let network = 2; network <= wideTimes; network += 1) {
    const both = [await guess(from(1, network)), await guess(from(1, network))];
    expect([network, ...both]).toEqual([network, 'referrerNotFound', 'referrerNotFound']);
  }
  expect(await guess(from(1, 0xff_ff))).toBe('verificationTooOften');
  expect(await guess(from(2, 0xff_ff))).toBe('referrerNotFound');
  accounts.pass(hourMs);
  expect(await guess(from(1, 0xff_ff))).toBe('referrerNotFound');
});

it('counts each IPv4 address for itself alone', async () => {
  for (let last = 1; last <= 3 * wideTimes; last += 1)
    expect(await guess(`203.0.113.${last}`)).toBe('referrerNotFound');
});

it('says when a network may try again, and takes a right attempt back from the narrow and the wide network', async () => {
  const of = (network: number) => ({ kind: 'test-of-address', address: `2001:db8:3:${network}::/64` });
  const now = accounts.now();
  await accounts.database.transaction(async (tx) => {
    for (let network = 1; network <= wideTimes; network += 1) {
      for (let time = 0; time < limit.most; time += 1)
        expect(await countAttempt(tx, of(network), limit, now)).toBe(true);
    }
    expect(await mayAttempt(tx, of(99), limit, now)).toBe(false);
    expect(await rateLimitWaitMs(tx, of(99), now + 1_000)).toBe(hourMs - 1_000);
    await uncountAttempt(tx, of(1));
    expect([await mayAttempt(tx, of(99), limit, now), await mayAttempt(tx, of(1), limit, now)]).toEqual([true, true]);
    expect([await countAttempt(tx, of(1), limit, now), await mayAttempt(tx, of(99), limit, now)]).toEqual([
      true,
      false,
    ]);
  });
});
