import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { base32 } from '@scure/base';
import { recoveryCodesMax } from '../../../../protocol/limits.ts';
import { Refusal } from '../../../core/failures/refusal.ts';
import { secretBox } from './secret-box.ts';
import { createSecondFactor } from './second-factor.ts';
import { type TestAccounts, testAccounts, type TestCall } from '../testing.ts';
import { hotp, totpStepMs } from './totp.ts';
import { createTransactionPasswords } from '../passwords/transaction-password.ts';

const password = 'Kranich-47-see';
const pin = '805263';
const minuteMs = 60_000;

let accounts: TestAccounts;
let users = 0;

beforeAll(async () => {
  accounts = await testAccounts();
});
afterAll(() => accounts.close());

type User = TestCall & { readonly email: string; readonly userId: bigint; readonly address: string };

async function owner(): Promise<User> {
  users += 1;
  const address = `127.9.0.${users}`;
  const email = `factor${users}@example.com`;
  const token = await accounts.register(email, password, { address });
  const { data } = await accounts.call('GET info', {}, { token });
  return { address, email, token, userId: BigInt((data as unknown as { id: string }).id) };
}

const bind = (how: TestCall, input: object) => accounts.call('POST bindAccount', input, how);
const logIn = ({ email, address }: User, code?: string, from = address) =>
  accounts.call(
    'POST login',
    { account: { by: 'email', email }, password, ...(code === undefined ? {} : { code }) },
    { address: from },
  );
const codeOf = (secret: string, at = accounts.now()) =>
  hotp(base32.decode(secret.padEnd(Math.ceil(secret.length / 8) * 8, '=')), Math.floor(at / totpStepMs));

/** Enables an authenticator; the clock is at a step whose code was not used. */
async function enrol(how: User) {
  const { totp } = (await bind(how, { kind: 'totp-question' })).data as unknown as { totp: { secret: string } };
  const answer = await bind(how, { kind: 'totp', code: codeOf(totp.secret) });
  expect(answer.msg).toBe('success');
  accounts.pass(2 * totpStepMs);
  return { secret: totp.secret, codes: (answer.data as unknown as { recoveryCodes: string[] }).recoveryCodes };
}

describe('an authenticator', () => {
  it('is active once confirmed by a code, and required at each log-in by password', async () => {
    const how = await owner();
    const { totp } = (await bind(how, { kind: 'totp-question' })).data as unknown as { totp: { secret: string } };
    expect((await logIn(how)).msg).toBe('success');
    expect((await bind(how, { kind: 'totp', code: '' })).msg).toBe('enterCode');
    expect((await bind(how, { kind: 'totp', code: '000000' })).msg).toBe('codeWrong');
    expect((await bind(how, { kind: 'totp', code: codeOf(totp.secret) })).msg).toBe('success');
    expect((await bind(how, { kind: 'totp-question' })).msg).toBe('alreadyProcessed');
    accounts.pass(2 * totpStepMs);
    expect((await logIn(how)).msg).toBe('enterCode');
    const both = await Promise.all([1, 2].map(() => logIn(how, codeOf(totp.secret))));
    expect(both.map(({ msg }) => msg).toSorted(), 'each code once').toEqual(['codeWrong', 'success']);
    const state = (await accounts.call('GET verifySwitch', {}, how)).data;
    expect(state).toMatchObject({ totp: 'on', recoveryCodes: recoveryCodesMax });
  });

  it('has ten recovery codes, each valid once, counted down, and renewable', async () => {
    const how = await owner();
    const { codes } = await enrol(how);
    expect(new Set(codes).size).toBe(recoveryCodesMax);
    const [first = '', second = ''] = codes;
    const both = await Promise.all([1, 2].map(() => logIn(how, first.toUpperCase())));
    expect(both.map(({ msg }) => msg).toSorted()).toEqual(['codeWrong', 'success']);
    expect((await accounts.call('GET verifySwitch', {}, how)).data).toMatchObject({ recoveryCodes: 9 });
    const renewed = await bind(how, { kind: 'recovery-codes' });
    expect((renewed.data as unknown as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(recoveryCodesMax);
    expect((await logIn(how, second)).msg).toBe('codeWrong');
  });

  it('counts towards the account’s attempts, so that it cannot be guessed', async () => {
    const how = await owner();
    await enrol(how);
    const tries = Array.from({ length: 64 }, (_, at) => logIn(how, String(100_000 + at), `127.9.1.${at}`));
    const answers = (await Promise.all(tries)).map(({ msg }) => msg);
    expect(answers.filter((msg) => msg === 'codeWrong').length).toBeLessThanOrEqual(3);
    expect(answers).not.toContain('success');
  });

  it('is required with the transaction password, and only after a correct one', async () => {
    const how = await owner();
    const input = { kind: 'transaction', proof: { by: 'password', password }, password: pin, confirmation: pin };
    await accounts.call('POST pwd', input, how);
    const { secret } = await enrol(how);
    const { database, limits, clock, secondFactor } = accounts.deps;
    const passwords = createTransactionPasswords(database, limits, clock, secondFactor);
    const facts = { requestId: 'test', address: how.address, isLocal: false, userAgent: 'test', countries: [] };
    const pay = async (given: string, code?: string) => {
      const presented = await passwords.present(how.userId, given, facts, code);
      return database.transaction(async (tx) => (await presented.decide(tx, clock()))?.codeName ?? null);
    };
    expect(await pay('927401', codeOf(secret))).toBe('transactionPasswordWrong');
    expect(await pay(pin)).toBe('enterCode');
    expect(await pay(pin, '000000')).toBe('codeWrong');
    expect(await pay(pin, codeOf(secret))).toBeNull();
    expect(await pay(pin, codeOf(secret))).toBe('codeWrong');
  });

  it('is enabled and disabled, and its codes are renewed, only with a fresh proof', async () => {
    const how = await owner();
    await enrol(how);
    accounts.pass(5 * minuteMs);
    for (const kind of ['totp-question', 'totp-remove', 'recovery-codes']) {
      expect((await bind(how, { kind })).data, kind).toEqual({ prove: 'password,email' });
    }
    await bind(how, { kind: 'proof', proof: { by: 'password', password } });
    expect((await bind(how, { kind: 'totp-remove' })).msg).toBe('success');
    expect((await logIn(how)).msg).toBe('success');
    expect((await bind(how, { kind: 'recovery-codes' })).msg).toBe('notFound');
  });

  it('is encrypted in the store with a key that is not stored there', async () => {
    const how = await owner();
    const { secret, codes } = await enrol(how);
    const tables = ['totp_secrets', 'recovery_codes'];
    for (const table of tables) {
      const { rows } = await accounts.database.pool.query(`SELECT * FROM ${table}`);
      for (const text of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))]) {
        expect(JSON.stringify(rows)).not.toContain(text);
      }
    }
    const box = secretBox(Buffer.alloc(32, 1));
    const sealed = box.seal(Buffer.from('secret'), 'one');
    expect(box.open(sealed, 'one').toString()).toBe('secret');
    expect(() => box.open(sealed, 'another')).toThrow();
    expect(() => secretBox(Buffer.alloc(32, 2)).open(sealed, 'one')).toThrow();
  });

  it('is not offered without a key', async () => {
    const how = await owner();
    const { database, clock, notices } = accounts.deps;
    const keyless = createSecondFactor({ database, clock, notices, secrets: null });
    expect(await keyless.state(how.userId)).toEqual({ totp: 'unavailable', recoveryCodes: 0 });
    await expect(keyless.begin(how.userId)).rejects.toThrow(Refusal);
  });
});

describe('the anti-phishing code', () => {
  it('is included in every message to its owner, and in no other user’s', async () => {
    const [how, other] = [await owner(), await owner()];
    accounts.pass(minuteMs);
    expect((await bind(how, { kind: 'anti-phishing', word: 'abc' })).msg).toBe('enterName');
    expect((await bind(how, { kind: 'anti-phishing', word: 'blue heron' })).msg).toBe('success');
    expect((await accounts.call('GET verifySwitch', {}, how)).data).toMatchObject({ antiPhishing: 'b' });
    for (const { email, address } of [how, other]) {
      await accounts.call('POST common/checkEmailSend', { email, purpose: 'reset-password' }, { address });
    }
    const messages = await accounts.deps.sender.list(2);
    expect(messages.map(({ recipient, body }) => [recipient, body.includes('blue heron')])).toEqual([
      [other.email, false],
      [how.email, true],
    ]);
  });
});
