import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purgeExpired } from '#server/core/jobs/purge.ts';
import { localAddresses, type TestAccounts, testAccounts } from '../testing.ts';

const password = 'Kranich-47-see';
const better = 'Reiher+12-moor';
const minuteMs = 60_000;

let accounts: TestAccounts;
const nextAddress = localAddresses();

interface Sent {
  readonly resendMs: number;
  readonly expiresAt: number;
  readonly practiceMessage: { readonly to: string; readonly code: string };
}

function send(email: string, purpose: string, from: string, token?: string) {
  return accounts.call('POST common/checkEmailSend', { email, purpose }, { address: from, token });
}

async function codeFor(email: string, purpose: string, from: string): Promise<string> {
  return ((await send(email, purpose, from)).data as unknown as Sent).practiceMessage.code;
}

function check(email: string, purpose: string, code: string, from: string) {
  return accounts.call('POST checkSmsCode', { account: { by: 'email', email }, purpose, code }, { address: from });
}

async function ticketFor(email: string, from: string): Promise<string> {
  const answer = await check(email, 'reset-password', await codeFor(email, 'reset-password', from), from);
  return (answer.data as unknown as { ticket: string }).ticket;
}

function otherThan(code: string): string {
  return code === '123456' ? '654321' : '123456';
}

beforeAll(async () => {
  accounts = await testAccounts();
});
afterAll(() => accounts.close());

describe('sending codes', () => {
  it('requires a minute between two, also for concurrent requests', async () => {
    const from = nextAddress();
    const answers = await Promise.all([1, 2, 3, 4].map(() => send('wait@example.com', 'register', from)));
    expect(answers.map(({ msg }) => msg).toSorted()).toEqual([
      'success',
      'verificationTooOften',
      'verificationTooOften',
      'verificationTooOften',
    ]);
    const early = await send('wait@example.com', 'reset-password', from);
    expect(early).toMatchObject({ msg: 'verificationTooOften', data: { waitMs: 60_000 } });
    accounts.pass(minuteMs);
    expect((await send('wait@example.com', 'register', from)).msg).toBe('success');
  });

  it('reveals once that a message could not be delivered, and then tries again', async () => {
    const from = nextAddress();
    const email = 'undelivered@example.com';
    expect((await send(email, 'register', from)).msg).toBe('success');
    await accounts.database.pool.query('UPDATE outbox SET tries = 3 WHERE recipient = $1', [email]);
    accounts.pass(minuteMs);
    expect(await send(email, 'register', from)).toMatchObject({ code: 4018, msg: 'sendFailed' });
    expect((await send(email, 'register', from)).msg).toBe('success');
  });

  it('does not reveal accounts by messages that could not be delivered', async () => {
    const from = nextAddress();
    const email = 'forgetful@example.com';
    await accounts.register(email, password, { address: from });
    accounts.pass(minuteMs);
    expect((await send(email, 'reset-password', from)).msg).toBe('success');
    await accounts.database.pool.query('UPDATE outbox SET tries = 3 WHERE recipient = $1', [email]);
    accounts.pass(minuteMs);
    expect((await send(email, 'reset-password', from)).msg).toBe('success');
  });

  it('sends ten within an hour to one contact', async () => {
    for (let sent = 0; sent < 10; sent += 1) {
      expect((await send('hour@example.com', 'register', nextAddress())).msg).toBe('success');
      accounts.pass(minuteMs);
    }
    expect((await send('hour@example.com', 'register', nextAddress())).msg).toBe('verificationTooOften');
    accounts.pass(60 * minuteMs);
    expect((await send('hour@example.com', 'register', nextAddress())).msg).toBe('success');
  });

  it('answers the same whether an account exists or not, and delivers nothing without one', async () => {
    const from = nextAddress();
    await accounts.register('exists@example.com', password, { address: from });
    accounts.pass(minuteMs);
    const shapes = await Promise.all(
      ['exists@example.com', 'nobody@example.com'].map(async (email) => {
        const { data, ...rest } = await send(email, 'reset-password', from);
        const sent = data as unknown as Sent;
        return { ...rest, resendMs: sent.resendMs, expiresAt: sent.expiresAt, to: sent.practiceMessage.to === email };
      }),
    );
    expect(shapes[0]).toEqual(shapes[1]);
    const wrongCode = await Promise.all(
      ['exists@example.com', 'nobody@example.com'].map((email) => check(email, 'reset-password', '000000x', from)),
    );
    expect(wrongCode[0]).toEqual(wrongCode[1]);
    const { rows } = await accounts.database.pool.query('SELECT recipient FROM outbox WHERE recipient LIKE $1', [
      'nobody@%',
    ]);
    expect(rows).toEqual([]);
  });

  it('refuses invalid contacts and areas', async () => {
    const from = { address: nextAddress() };
    const sms = (country: string, phone: string) =>
      accounts.call('POST common/checkSmsSend', { country, phone, purpose: 'register' }, from);
    expect((await sms('ZZ', '138')).msg).toBe('chooseArea');
    expect((await sms('CN', '138')).msg).toBe('enterAccount');
    expect((await send('nonsense', 'register', from.address)).msg).toBe('enterAccount');
    expect((await sms('DE', '0151 23456789')).msg).toBe('success');
  });

  it('sends account codes only to the owner', async () => {
    const from = nextAddress();
    expect(await send('owner@example.com', 'security', from)).toMatchObject({ code: 1001, type: '999' });
    const token = await accounts.register('owner@example.com', password, { address: from });
    accounts.pass(minuteMs);
    expect((await send('other@example.com', 'security', from, token)).msg).toBe('enterAccount');
    expect((await send('owner@example.com', 'security', from, token)).msg).toBe('success');
    expect((await send('other@example.com', 'bind', from, token)).msg).toBe('success');
  });

  it('lists the calling codes', async () => {
    const { data } = await accounts.call('GET common/phoneCode');
    expect((data as unknown as { list: object[] }).list).toContainEqual(
      expect.objectContaining({ country: 'CN', callingCode: '+86' }),
    );
  });
});

describe('checking codes', () => {
  it('checks at most three wrong attempts on a code, also under concurrency', async () => {
    const code = await codeFor('parallel@example.com', 'reset-password', nextAddress());
    const wrong = otherThan(code);
    const tries = Array.from({ length: 64 }, (_, index) =>
      check('parallel@example.com', 'reset-password', wrong, `192.0.2.${index + 1}`),
    );
    const answers = (await Promise.all(tries)).map(({ msg }) => msg);
    expect(answers.filter((msg) => msg === 'codeWrong')).toHaveLength(3);
    expect(answers).not.toContain('success');
    const right = await check('parallel@example.com', 'reset-password', code, nextAddress());
    expect(['verificationExpired', 'verificationTooOften']).toContain(right.msg);
  });

  it('finds the code in what was pasted, and counts no attempt for what is none', async () => {
    const from = nextAddress();
    const email = 'pasted@example.com';
    await accounts.register(email, password, { address: from });
    accounts.pass(minuteMs);
    const code = await codeFor(email, 'reset-password', from);
    const malformed = ['12345', '1234567', 'code', '123456 or 123457', '½²①½²①', 'x'.repeat(999)];
    for (const given of [...malformed, ...malformed]) {
      expect([given, (await check(email, 'reset-password', given, from)).msg]).toEqual([given, 'codeWrong']);
    }
    const wide = code.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfe_e0));
    const pasted = ` Your code is ${wide.slice(0, 3)}\u00A0${wide.slice(3)}\u200B. `;
    expect((await check(email, 'reset-password', pasted, from)).msg).toBe('success');
  });

  it('limits the guesses of one address over many contacts', async () => {
    const from = nextAddress();
    const answers: string[] = [];
    for (let index = 0; index < 31; index += 1) {
      answers.push((await check(`many${index}@example.com`, 'register', '123456', from)).msg);
    }
    expect(new Set(answers.slice(0, 30))).toEqual(new Set(['verificationExpired']));
    expect(answers[30]).toBe('verificationTooOften');
  });

  it('gives a ticket once', async () => {
    const from = nextAddress();
    const code = await codeFor('ticket@example.com', 'reset-password', from);
    const both = await Promise.all([1, 2].map(() => check('ticket@example.com', 'reset-password', code, from)));
    expect(both.map(({ msg }) => msg).toSorted()).toEqual(['success', 'verificationExpired']);
    expect((await check('ticket@example.com', 'reset-password', '', from)).msg).toBe('enterCode');
    expect((await check('nonsense', 'reset-password', code, from)).msg).toBe('enterAccount');
  });

  it('stores neither codes nor tickets nor tokens in the clear', async () => {
    const from = nextAddress();
    const token = await accounts.register('hashed@example.com', password, { address: from });
    accounts.pass(minuteMs);
    const ticket = await ticketFor('hashed@example.com', from);
    for (const table of ['users', 'sessions', 'verification_codes', 'verification_tickets', 'attempts']) {
      const { rows } = await accounts.database.pool.query(`SELECT * FROM ${table}`);
      const text = JSON.stringify(rows);
      for (const secret of [token, ticket, password, from]) expect(text).not.toContain(secret);
    }
  });
});

describe('forgetPwd', () => {
  it('sets a new password, ends every session and starts the withdrawal hold', async () => {
    const from = nextAddress();
    const email = 'forgot@example.com';
    const token = await accounts.register(email, password, { address: from });
    accounts.pass(minuteMs);
    const ticket = await ticketFor(email, from);
    const reset = (change: object) =>
      accounts.call('POST forgetPwd', { ticket, password: better, confirmation: better, ...change }, { address: from });
    expect((await reset({ confirmation: password })).msg).toBe('passwordsDiffer');
    expect((await reset({ password: '12345678', confirmation: '12345678' })).msg).toBe('enterPassword');
    expect((await reset({ ticket: 'A'.repeat(43) })).msg).toBe('verificationExpired');
    const both = await Promise.all([reset({}), reset({})]);
    expect(both.map(({ msg }) => msg).toSorted()).toEqual(['success', 'verificationExpired']);
    expect((await accounts.call('GET info', {}, { token })).type).toBe('expired');
    const login = (given: string) =>
      accounts.call('POST login', { account: { by: 'email', email }, password: given }, { address: from });
    expect((await login(password)).msg).toBe('accountOrPasswordWrong');
    expect((await login(better)).msg).toBe('success');
    const { rows } = await accounts.database.pool.query('SELECT password_changed_at FROM users WHERE email = $1', [
      email,
    ]);
    expect(rows).toEqual([{ password_changed_at: String(accounts.now()) }]);
  });

  it('refuses a ticket that expired or has another purpose', async () => {
    const from = nextAddress();
    await accounts.register('late@example.com', password, { address: from });
    accounts.pass(minuteMs);
    const ticket = await ticketFor('late@example.com', from);
    accounts.pass(10 * minuteMs);
    const form = { password: better, confirmation: better };
    expect((await accounts.call('POST forgetPwd', { ...form, ticket }, { address: from })).msg).toBe(
      'verificationExpired',
    );
    const other = await check(
      'late@example.com',
      'register',
      await codeFor('late@example.com', 'register', from),
      from,
    );
    const wrong = { ...form, ticket: (other.data as unknown as { ticket: string }).ticket };
    expect((await accounts.call('POST forgetPwd', wrong, { address: from })).msg).toBe('verificationExpired');
  });
});

describe('nickName', () => {
  it('belongs to one user only, however it is written', async () => {
    const from = nextAddress();
    const mei = await accounts.register('mei@example.com', password, { address: from });
    const lin = await accounts.register('lin@example.com', password, { address: from });
    const put = (token: string, nickname: string) => accounts.call('PUT nickName', { nickname }, { token });
    expect((await put(mei, ' Mei Lin ')).data).toEqual({ nickname: 'Mei Lin', avatar: null });
    expect((await accounts.call('GET nickName', {}, { token: mei })).data).toEqual({
      nickname: 'Mei Lin',
      avatar: null,
    });
    expect((await put(lin, 'ＭＥＩ  lin')).msg).toBe('nicknameTaken');
    expect((await put(lin, 'a\u200Bb')).msg).toBe('enterName');
    expect((await put(mei, 'mei lin')).data).toEqual({ nickname: 'mei lin', avatar: null });
    expect(await accounts.call('GET nickName')).toMatchObject({ code: 1001, type: '999' });
  });
});

it('removes what has expired', async () => {
  await codeFor('sweep@example.com', 'register', nextAddress());
  accounts.pass(31 * 1_440 * minuteMs);
  await purgeExpired(accounts.database, accounts.deps.clock());
  await accounts.deps.sessions.endUnused();
  for (const table of ['sessions', 'verification_codes', 'verification_tickets', 'attempts', 'outbox']) {
    const { rows } = await accounts.database.pool.query(`SELECT count(*)::int AS n FROM ${table}`);
    expect([table, rows]).toEqual([table, [{ n: 0 }]]);
  }
});
