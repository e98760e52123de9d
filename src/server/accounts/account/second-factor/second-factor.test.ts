import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { base32 } from '@scure/base';
import { recoveryCodesMax } from '#protocol/core/limits.ts';
import { secretHash } from '#server/accounts/rate-limits/secret-hash.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { secretBox } from '#server/core/secrets/secret-box.ts';
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

  it('has codes of 80 bits beside their name, hashed like passwords, of which one is compared', async () => {
    const how = await owner();
    const { codes } = await enrol(how);
    for (const code of codes) expect(code).toMatch(/^[a-z2-7]{5}(-[a-z2-7]{5}){3}$/);
    const { rows } = await accounts.database.pool.query<{ code_hash: string }>(
      'SELECT code_hash FROM recovery_codes WHERE owner = $1',
      [how.userId],
    );
    const names = codes.map((code) => code.slice(0, 4));
    expect(new Set(names).size).toBe(recoveryCodesMax);
    for (const { code_hash: stored } of rows) {
      expect(stored.slice(4)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      expect(names).toContain(stored.slice(0, 4));
    }
    // The name of one code and the secret of another are no code.
    const mixed = `${codes[0]?.slice(0, 5)}${codes[1]?.slice(5)}`;
    expect((await logIn(how, mixed)).msg).toBe('codeWrong');
    expect((await logIn(how, codes[0]?.replaceAll('-', ' '))).msg).toBe('success');
    expect((await logIn(how, codes[0])).msg).toBe('codeWrong');
    expect((await logIn(how, codes[1])).msg).toBe('success');
  });

  it('takes codes of the former length once each, and hashes them like passwords at the next log-in', async () => {
    const how = await owner();
    const { secret } = await enrol(how);
    const former = ['abcde-23456', 'fghij-23456', 'klmno-23456'];
    const [byCode = '', byLogIn = '', used = ''] = former;
    const { pool } = accounts.database;
    await pool.query('DELETE FROM recovery_codes WHERE owner = $1', [how.userId]);
    for (const code of former) {
      const hash = secretHash('recovery-code', how.userId.toString(), code.replace('-', ''));
      await pool.query('INSERT INTO recovery_codes (owner, code_hash, used_at) VALUES ($1, $2, $3)', [
        how.userId,
        hash,
        code === used ? 1 : null,
      ]);
    }
    const fastHashes = async () => {
      const { rows } = await pool.query("SELECT FROM recovery_codes WHERE owner = $1 AND code_hash !~ '\\$argon2id'", [
        how.userId,
      ]);
      return rows.length;
    };
    expect(await fastHashes()).toBe(3);
    expect((await logIn(how, used)).msg).toBe('codeWrong');
    expect((await logIn(how, byCode)).msg).toBe('success');
    expect(await fastHashes(), 'the used one is worth nothing').toBe(1);
    expect((await logIn(how, byCode)).msg).toBe('codeWrong');
    expect((await logIn(how, codeOf(secret))).msg).toBe('success');
    expect((await logIn(how, ` ${byLogIn.toUpperCase()}`)).msg).toBe('success');
    expect((await logIn(how, byLogIn)).msg).toBe('codeWrong');
    expect((await accounts.call('GET verifySwitch', {}, how)).data).toMatchObject({ recoveryCodes: 0 });
    const renewed = await bind(how, { kind: 'recovery-codes' });
    expect((renewed.data as unknown as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(recoveryCodesMax);
  });

  it('hashes codes of the former length at a log-in by the authenticator, and takes them afterwards', async () => {
    const how = await owner();
    const { secret } = await enrol(how);
    const { pool } = accounts.database;
    const hash = secretHash('recovery-code', how.userId.toString(), 'pqrst23456');
    await pool.query('DELETE FROM recovery_codes WHERE owner = $1', [how.userId]);
    await pool.query('INSERT INTO recovery_codes (owner, code_hash) VALUES ($1, $2)', [how.userId, hash]);
    expect((await logIn(how, codeOf(secret))).msg).toBe('success');
    const { rows } = await pool.query<{ code_hash: string }>('SELECT code_hash FROM recovery_codes WHERE owner = $1', [
      how.userId,
    ]);
    expect(rows[0]?.code_hash).toMatch(/^~[\da-f]{2}\$argon2id\$/);
    const both = await Promise.all([1, 2].map(() => logIn(how, 'pqrst 23456')));
    expect(both.map(({ msg }) => msg).toSorted()).toEqual(['codeWrong', 'success']);
  });

  it('is read from what was pasted, and what is no code is not counted', async () => {
    const how = await owner();
    const { secret, codes } = await enrol(how);
    const malformed = ['12345', '1234567', 'abcde-2345', 'abcde-234561', '½²①½²①', '123456 or 123457'];
    for (const given of [...malformed, ...malformed]) {
      expect([given, (await logIn(how, given)).msg]).toEqual([given, 'codeWrong']);
    }
    const code = codeOf(secret);
    expect((await logIn(how, ` ${code.slice(0, 3)}\u2013${code.slice(3)}\u200B`)).msg).toBe('success');
    const recovery = codes[0]?.replaceAll('-', ' \u2014 ').toUpperCase() ?? '';
    expect((await logIn(how, recovery)).msg).toBe('success');
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
      for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))]) {
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
