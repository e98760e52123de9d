import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressWaitMs, withdrawalHoldMs } from '#protocol/core/limits.ts';
import { giveTicket } from '#server/accounts/account/contacts/verification-codes.ts';
import type { Contact } from '#server/accounts/account/contacts/contact.ts';
import { hashPassword } from '#server/accounts/account/passwords/password-hash.ts';
import { chainsOf } from '#server/main/open-chains.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { contextFor } from '#server/http/testing.ts';
import { underReviewMax } from './request-withdrawal.ts';
import { passwordForTests, withdrawalBench, type WithdrawalBench } from './testing.ts';

let database: TestDatabase;
let bench: WithdrawalBench;

beforeAll(async () => {
  database = await testDatabase();
  bench = await withdrawalBench(database, {
    // One coin whose minimum does not cover its fee, and one with six decimals on its chain.
    chains: (chain) => {
      const coins = chain.coins.map((coin) => {
        if (coin.asset === 'XRP') return { ...coin, withdrawMinimum: 1n, withdrawFee: 500_000n };
        return coin.asset === 'USDC' ? { ...coin, step: 100n } : coin;
      });
      const unwatched = {
        id: 'PAPER',
        name: 'Paper',
        practice: false,
        blockMs: 1_000,
        coins: chain.coins,
        normaliseAddress: (text: string) => text,
        normaliseHash: (text: string) => text,
        depositAddress: (index: bigint) => `paper-${index}`,
      };
      return chainsOf([{ ...chain, coins }, unwatched]);
    },
  });
});
afterAll(() => database.close());

async function set(owner: bigint, column: string, value: unknown): Promise<void> {
  await database.pool.query(`UPDATE users SET ${column} = $2 WHERE id = $1`, [owner, value]);
}

/** A refused call leaves no trace: no withdrawal, no review, nothing frozen, no answer stored under its key. */
async function expectUntouched(owner: bigint): Promise<void> {
  const { rows } = await database.pool.query<{ count: number }>(
    `SELECT (SELECT count(*) FROM withdrawals WHERE owner = $1)::int + (SELECT count(*) FROM reviews WHERE owner = $1)::int
          + (SELECT count(*) FROM idempotency WHERE user_id = $1)::int AS count`,
    [owner],
  );
  expect(rows).toEqual([{ count: 0 }]);
  expect((await bench.balance(owner)).frozen).toBe(0n);
}

describe('a requested withdrawal', () => {
  it('is frozen with its fee, waits for its review and is published to listeners', async () => {
    const owner = await bench.user();
    const heard: unknown[] = [];
    const stop = bench.withdrawals.onChange((who, withdrawal) => heard.push([who, withdrawal]));
    const asked = await bench.ask(owner, { amount: '100.5', remark: '  rent  ' });
    stop();
    expect(asked).toMatchObject({
      asset: 'USDT',
      chain: 'TEST',
      amount: '100.5',
      fee: '1',
      receives: '99.5',
      remark: 'rent',
      state: 'under-review',
      hash: null,
      confirmations: 0,
      neededConfirmations: 2,
      delayed: false,
      reason: null,
    });
    expect(heard).toEqual([[owner, asked]]);
    expect(await bench.balance(owner)).toEqual({ available: 89_950_000_000n, frozen: 10_050_000_000n });
    expect(await bench.withdrawals.underWay(owner)).toEqual([asked]);
    const { rows } = await database.pool.query('SELECT kind, facts FROM reviews WHERE owner = $1', [owner]);
    expect(rows).toMatchObject([
      { kind: 'withdrawal', facts: { amount: '100.5', worthUsdt: '100.5', verified: 'no' } },
    ]);
    expect(await bench.faults()).toEqual([]);
  });

  it('may go to another user of this exchange, in any form of the address', async () => {
    const address = bench.chain.depositAddress(await bench.user());
    const asked = await bench.ask(await bench.user(), { address: `  ${address.toUpperCase()} ` });
    expect(asked).toMatchObject({ address, state: 'under-review' });
  });
});

describe('refused', () => {
  it.each([
    ['a coin that is not on the chain', { asset: 'ZZZ' }, 'currencyMismatch', null],
    ['a chain that is not there', { chain: 'MOON' }, 'currencyMismatch', null],
    ['a chain without a node', { chain: 'PAPER', address: 'paper' }, 'notYetOpen', null],
    ['no address', { address: '  ' }, 'enterAddress', null],
    ['an address of another chain', { address: '0x52908400098527886E0F7030069857D2E4169EE7' }, 'addressWrong', null],
    ['an amount finer than the ledger', { amount: '100.000000001' }, 'quantityOutOfRange', { step: '0.00000001' }],
    [
      'an amount finer than the chain',
      { asset: 'USDC', amount: '100.0000001' },
      'quantityOutOfRange',
      { step: '0.000001' },
    ],
    ['less than the minimum', { amount: '9.99999999' }, 'belowMinimumWithdrawal', { minimum: '10' }],
    ['what the fee eats of less than the minimum', { amount: '1' }, 'withdrawalInsufficientAfterFee', { fee: '1' }],
    ['what the fee eats', { asset: 'XRP', amount: '0.5' }, 'withdrawalInsufficientAfterFee', { fee: '0.5' }],
    ['no remark', { remark: ' ' }, 'operationFailed', { field: 'remark' }],
    ['more than there is', { amount: '1000.00000001' }, 'insufficientWalletBalance', null],
    ['no transaction password', { transactionPassword: undefined }, 'transactionPasswordNeeded', null],
    ['a wrong transaction password', { transactionPassword: '112233' }, 'transactionPasswordWrong', null],
  ])('%s', async (_, given, codeName, data) => {
    const owner = await bench.user({ USDT: '1000', USDC: '1000', XRP: '1000' });
    await expect(bench.ask(owner, given)).rejects.toMatchObject({ codeName, data });
    await expectUntouched(owner);
  });

  it('the own deposit address', async () => {
    const owner = await bench.user();
    const address = bench.chain.depositAddress(owner).toUpperCase();
    await expect(bench.ask(owner, { address })).rejects.toMatchObject({ codeName: 'ownAddress' });
    await expectUntouched(owner);
  });

  it('a coin that the audit stopped', async () => {
    const owner = await bench.user();
    bench.halted.add('USDT');
    await expect(bench.ask(owner)).rejects.toMatchObject({ codeName: 'notYetOpen' });
    bench.halted.clear();
    await expectUntouched(owner);
  });

  it('a user without a transaction password', async () => {
    const owner = await bench.user();
    await set(owner, 'transaction_password_hash', null);
    await expect(bench.ask(owner)).rejects.toMatchObject({ codeName: 'setTransactionPasswordFirst' });
  });

  it('24 hours after a change of a password, to the millisecond', async () => {
    const owner = await bench.user();
    const changed = bench.now();
    await set(owner, 'password_changed_at', changed);
    bench.pass(withdrawalHoldMs - 1);
    const until = changed + withdrawalHoldMs;
    await expect(bench.ask(owner)).rejects.toMatchObject({ codeName: 'withdrawalHold', data: { until } });
    await expectUntouched(owner);
    bench.pass(1);
    expect(await bench.ask(owner)).toMatchObject({ state: 'under-review' });
  });

  it('an address that is not in the book or still waiting, when the user requires the wait', async () => {
    const owner = await bench.user();
    const address = bench.strangersAddress();
    const context = contextFor(owner, 'unused');
    const { addressBook } = bench.withdrawals;
    await addressBook.setWait(owner, { kind: 'address-wait', on: true }, context);
    const usableAt = bench.now() + addressWaitMs;
    await expect(bench.ask(owner, { address })).rejects.toMatchObject({
      codeName: 'addressWrong',
      data: { why: 'not-booked', usableAt },
    });
    const input = {
      kind: 'address',
      chain: 'TEST',
      address,
      label: 'ledger',
      transactionPassword: passwordForTests,
    } as const;
    expect(await addressBook.add(owner, input, context)).toMatchObject({ address, usableAt });
    bench.pass(addressWaitMs - 1);
    await expect(bench.ask(owner, { address })).rejects.toMatchObject({
      codeName: 'addressWrong',
      data: { why: 'waiting', usableAt },
    });
    await expectUntouched(owner);
    bench.pass(1);
    expect(await bench.ask(owner, { address })).toMatchObject({ address });
  });

  it('one more while the maximum is under review', async () => {
    const owner = await bench.user();
    for (let count = 0; count < underReviewMax; count += 1) await bench.ask(owner, { amount: '10' });
    await expect(bench.ask(owner)).rejects.toMatchObject({
      codeName: 'withdrawalAlreadyApplied',
      data: { waiting: underReviewMax },
    });
  });
});

describe('the daily limit', () => {
  it('counts 24 hours in USDT at the last prices, rounded up, without refused ones', async () => {
    const owner = await bench.user({ USDT: '20000', BTC: '1' });
    await bench.ask(owner, { asset: 'BTC', amount: '0.1' });
    await expect(bench.ask(owner, { amount: '4000.00000001' })).rejects.toMatchObject({
      codeName: 'quantityOutOfRange',
      data: { limit: '10000', used: '6000' },
    });
    await bench.ask(owner, { amount: '4000' });
    await expect(bench.ask(owner, { amount: '10' })).rejects.toMatchObject({ data: { used: '10000' } });
    await bench.decide(false);
    await bench.ask(owner, { amount: '10000' });
    bench.pass(24 * 3_600_000);
    await bench.ask(owner, { amount: '10' });
  });

  it('is higher for the verified', async () => {
    const owner = await bench.user({ USDT: '2000000' });
    await expect(bench.ask(owner, { amount: '10001' })).rejects.toMatchObject({ codeName: 'quantityOutOfRange' });
    await set(owner, 'verification', 'verified');
    await bench.ask(owner, { amount: '1000000' });
    await expect(bench.ask(owner, { amount: '10' })).rejects.toMatchObject({ data: { limit: '1000000' } });
  });

  it('refuses a coin without a price', async () => {
    const owner = await bench.user({ SOL: '100' });
    await expect(bench.ask(owner, { asset: 'SOL', amount: '10' })).rejects.toMatchObject({
      codeName: 'quantityOutOfRange',
      data: { limit: '10000', used: '0' },
    });
  });
});

describe('one idempotency key', () => {
  it('has one effect when it comes 64 times', async () => {
    const owner = await bench.user();
    const key = 'sixty-four-times';
    const answers = await Promise.all(Array.from({ length: 64 }, () => bench.ask(owner, {}, key)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await bench.balance(owner)).toEqual({ available: 90_000_000_000n, frozen: 10_000_000_000n });
  });

  it('is refused with another body, and the same with another password', async () => {
    const owner = await bench.user();
    const key = 'the-same-tap-0001';
    const first = await bench.ask(owner, {}, key);
    await expect(bench.ask(owner, { amount: '101' }, key)).rejects.toMatchObject({ codeName: 'alreadyProcessed' });
    const wrong = { transactionPassword: '112233' };
    await expect(bench.ask(owner, wrong, key)).rejects.toMatchObject({ codeName: 'transactionPasswordWrong' });
    await set(owner, 'transaction_password_hash', await hashPassword('736492'));
    expect(await bench.ask(owner, { transactionPassword: '736492' }, key)).toEqual(first);
    const { rows } = await database.pool.query('SELECT body_hash FROM idempotency WHERE user_id = $1', [owner]);
    expect(rows).toHaveLength(1);
  });

  it('can be retried after a refusal', async () => {
    const owner = await bench.user({ USDT: '10' });
    const key = 'again-after-funds';
    await expect(bench.ask(owner, {}, key)).rejects.toMatchObject({ codeName: 'insufficientWalletBalance' });
    expect(await bench.ask(owner, { amount: '10' }, key)).toMatchObject({ state: 'under-review' });
  });
});

describe('64 concurrent requests', () => {
  const settled = async (tries: Promise<unknown>[]) => {
    const outcomes = await Promise.allSettled(tries);
    const codes = outcomes.flatMap((one) =>
      one.status === 'rejected' ? [(one.reason as { codeName: string }).codeName] : [],
    );
    return { won: outcomes.length - codes.length, codes: new Set(codes) };
  };

  it('never pay out more than the balance', async () => {
    const owner = await bench.user({ USDT: '100' });
    const { won, codes } = await settled(Array.from({ length: 64 }, () => bench.ask(owner)));
    expect({ won, codes }).toEqual({ won: 1, codes: new Set(['insufficientWalletBalance']) });
    expect(await bench.balance(owner)).toEqual({ available: 0n, frozen: 10_000_000_000n });
    expect(await bench.faults()).toEqual([]);
  });

  it('never exceed the daily limit together', async () => {
    const owner = await bench.user({ USDT: '1000000' });
    const { won, codes } = await settled(Array.from({ length: 64 }, () => bench.ask(owner, { amount: '3000' })));
    expect({ won, codes }).toEqual({ won: 3, codes: new Set(['quantityOutOfRange']) });
  });
});

describe('with a code', () => {
  const right = () => ({
    asset: 'USDT',
    chain: 'TEST',
    address: bench.strangersAddress(),
    amount: '100',
    remark: 'rent',
    transactionPassword: passwordForTests,
  });
  const ask = (owner: bigint, ticket: string, key: string, given = {}) =>
    bench.withdrawals.calls['POST withdrawCoin']({ ...right(), ticket, ...given }, contextFor(owner, key));
  const ticketFor = (contact: Contact, purpose: 'security' | 'bind' = 'security') =>
    database.transaction(async (tx) => (await giveTicket(tx, contact, purpose, bench.now())).ticket);

  it('accepts a ticket of the user’s own contact once', async () => {
    const owner = await bench.user();
    await set(owner, 'email', 'mai@example.com');
    const ticket = await ticketFor({ by: 'email', value: 'mai@example.com' });
    const input = right();
    const first = await ask(owner, ticket, 'with-a-code-0001', input);
    expect(await ask(owner, ticket, 'with-a-code-0001', input)).toEqual(first);
    await expect(ask(owner, ticket, 'with-a-code-0002')).rejects.toMatchObject({ codeName: 'verificationExpired' });
  });

  it('refuses a ticket of another user, of another purpose, or expired, and leaves it unchanged', async () => {
    const [owner, other] = [await bench.user(), await bench.user()];
    await set(owner, 'email', 'ken@example.com');
    await set(other, 'phone', '+8613812345678');
    const theirs = await ticketFor({ by: 'phone', value: '+8613812345678' });
    const bound = await ticketFor({ by: 'email', value: 'ken@example.com' }, 'bind');
    const own = await ticketFor({ by: 'email', value: 'ken@example.com' });
    for (const ticket of [theirs, bound, 'x'.repeat(43)]) {
      await expect(ask(owner, ticket, 'with-a-code-0003')).rejects.toMatchObject({ codeName: 'verificationExpired' });
    }
    expect(await ask(other, theirs, 'with-a-code-0004')).toMatchObject({ withdrawal: { state: 'under-review' } });
    bench.pass(10 * 60_000);
    await expect(ask(owner, own, 'with-a-code-0005')).rejects.toMatchObject({ codeName: 'verificationExpired' });
    await expectUntouched(owner);
  });
});
