import { afterAll, beforeAll, expect, it } from 'vitest';
import { guessesOfPoolMax, guessWaitsMs, guessWindowMs } from '#protocol/core/limits.ts';
import { hashPassword } from './password-hash.ts';
import { type TestAccounts, testAccounts } from '../testing.ts';
import { createTransactionPasswords, type TransactionPasswords } from './transaction-password.ts';

const right = '805263';
const others = Array.from({ length: 64 }, (_, at) => String(100_100 + at * 137));

let accounts: TestAccounts;
let passwords: TransactionPasswords;
let hash: string;
let address = 0;

beforeAll(async () => {
  accounts = await testAccounts();
  passwords = createTransactionPasswords(
    accounts.database,
    accounts.deps.limits,
    accounts.deps.clock,
    accounts.deps.secondFactor,
  );
  hash = await hashPassword(right);
});
afterAll(() => accounts.close());

/** Every test uses its own address. */
function from() {
  address += 1;
  return { requestId: 'test', address: `198.51.100.${address}`, isLocal: false, userAgent: 'test', countries: [] };
}

async function user(kept: string | null = hash): Promise<bigint> {
  const how = from();
  const { data } = await accounts.call('POST register', { kind: 'practice' }, { address: how.address });
  const id = BigInt((data as unknown as { profile: { id: string } }).profile.id);
  await accounts.database.pool.query('UPDATE users SET transaction_password_hash = $2 WHERE id = $1', [id, kept]);
  return id;
}

/** One debit: committed whatever was decided. */
async function tryOnce(userId: bigint, given: string | undefined, facts: ReturnType<typeof from>) {
  const presented = await passwords.present(userId, given, facts);
  const refused = await accounts.database.transaction((tx) => presented.decide(tx, accounts.now()));
  return refused?.codeName ?? null;
}

it('allows debits with the correct password', async () => {
  const userId = await user();
  const facts = from();
  for (let time = 0; time < 2 * guessesOfPoolMax; time += 1) {
    expect(await tryOnce(userId, right, facts)).toBeNull();
  }
});

it('requires one, and requires it to be set', async () => {
  expect(await tryOnce(await user(), undefined, from())).toBe('transactionPasswordNeeded');
  expect(await tryOnce(await user(null), undefined, from())).toBe('setTransactionPasswordFirst');
  expect(await tryOnce(await user(null), right, from())).toBe('setTransactionPasswordFirst');
});

it('checks three of 64 concurrent wrong ones from as many addresses, and blocks no one forever', async () => {
  const userId = await user();
  const tries = others.map((given) => tryOnce(userId, given, from()));
  const answers = await Promise.all(tries);
  const wrong = answers.filter((answer) => answer === 'transactionPasswordWrong');
  const refused = answers.filter((answer) => answer === 'verificationTooOften');
  expect([wrong.length, refused.length]).toEqual([3, 61]);
  expect(await tryOnce(userId, right, from())).toBe('verificationTooOften');
  accounts.pass(guessWaitsMs[3] ?? 0);
  expect(await tryOnce(userId, right, from())).toBeNull();
});

it('waits longer after each wrong one, and takes no sixth within a day', async () => {
  const userId = await user();
  const waitAfter = async (given: string) => {
    await tryOnce(userId, given, from());
    const presented = await passwords.present(userId, given, from());
    const refused = await accounts.database.transaction((tx) => presented.decide(tx, accounts.now()));
    const waitMs = Number(refused?.data?.['waitMs']);
    accounts.pass(waitMs);
    return waitMs;
  };
  for (const given of others.slice(0, 2)) await tryOnce(userId, given, from());
  const minuteMs = 60_000;
  expect(await waitAfter('300100')).toBe(minuteMs);
  expect(await waitAfter('300101')).toBe(10 * minuteMs);
  expect(await waitAfter('300102')).toBe(guessWindowMs - 11 * minuteMs);
  expect(await tryOnce(userId, right, from())).toBeNull();
});

it('does not uncount wrong attempts when a correct one follows', async () => {
  const userId = await user();
  const facts = from();
  for (const given of others.slice(0, 2)) await tryOnce(userId, given, facts);
  expect(await tryOnce(userId, right, facts)).toBeNull();
  expect(await tryOnce(userId, '000000', facts)).toBe('transactionPasswordWrong');
  expect(await tryOnce(userId, right, facts)).toBe('verificationTooOften');
});

it('stops trying one password over many accounts from one address, at no cost to those accounts', async () => {
  const users = await Promise.all(Array.from({ length: 40 }, () => user()));
  const facts = from();
  const answers = await Promise.all(users.map((userId) => tryOnce(userId, '111222', facts)));
  const { most } = accounts.deps.limits.transactionPasswordsOfAddress;
  expect(answers.filter((answer) => answer === 'transactionPasswordWrong')).toHaveLength(most);
  expect(answers.filter((answer) => answer === 'verificationTooOften')).toHaveLength(users.length - most);
  const elsewhere = from();
  const after = await Promise.all(users.map((userId) => tryOnce(userId, right, elsewhere)));
  expect(after.every((answer) => answer === null)).toBe(true);
});

it('is void when the password was changed between the comparison and the debit', async () => {
  const userId = await user();
  const presented = await passwords.present(userId, right, from());
  const changed = await hashPassword('927401');
  await accounts.database.pool.query('UPDATE users SET transaction_password_hash = $2 WHERE id = $1', [
    userId,
    changed,
  ]);
  const decided = await accounts.database.transaction((tx) => presented.decide(tx, accounts.now()));
  expect(decided?.codeName).toBe('transactionPasswordWrong');
});

it('answers a malformed password as wrong, and does not count it', async () => {
  const userId = await user();
  for (const given of ['48291', `${right}x`, 'password', '½²①', ' ']) {
    expect([given, await tryOnce(userId, given, from())]).toEqual([given, 'transactionPasswordWrong']);
  }
  expect(await tryOnce(userId, `${right}0`, from())).toBe('transactionPasswordWrong');
  expect(await tryOnce(userId, '', from())).toBe('transactionPasswordWrong');
  expect(await tryOnce(userId, right, from())).toBeNull();
});
