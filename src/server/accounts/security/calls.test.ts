import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withdrawalHoldMs } from '#protocol/core/limits.ts';
import { type TestAccounts, testAccounts } from '../account/testing.ts';

const password = 'Kranich-47-see';
const better = 'Reiher+12-moor';
const pin = '805263';
const otherPin = '927401';
const minuteMs = 60_000;

let accounts: TestAccounts;
let address = 0;

beforeAll(async () => {
  accounts = await testAccounts();
});
afterAll(() => accounts.close());

/** Every test uses its own address. */
function from(): string {
  address += 1;
  return `127.0.2.${address}`;
}

interface User {
  readonly token: string;
  readonly address: string;
  readonly email: string;
}

let users = 0;

/** A user with an email and a login password. */
async function owner(): Promise<User> {
  users += 1;
  const email = `owner${users}@example.com`;
  const how = { address: from() };
  const token = await accounts.register(email, password, how);
  accounts.pass(minuteMs);
  return { ...how, token, email };
}

/** A practice account, with only its session. */
async function newcomer(): Promise<User> {
  const how = { address: from() };
  const { data } = await accounts.call('POST register', { kind: 'practice' }, how);
  return { ...how, token: (data as unknown as { token: string }).token, email: '' };
}

async function codeFor(email: string, purpose: string, how: User): Promise<string> {
  const sent = await accounts.call('POST common/checkEmailSend', { email, purpose }, how);
  expect(sent.msg).toBe('success');
  accounts.pass(minuteMs);
  return (sent.data as unknown as { practiceMessage: { code: string } }).practiceMessage.code;
}

/** A ticket of a code to the user's own email, which the app knows only masked. */
async function ticketOf(how: User): Promise<string> {
  const code = await codeFor('', 'security', how);
  const input = { account: { by: 'email', email: '' }, purpose: 'security', code };
  const { data } = await accounts.call('POST checkSmsCode', input, how);
  return (data as unknown as { ticket: string }).ticket;
}

const nothing = { by: 'nothing' };
const byPassword = (text: string) => ({ by: 'password', password: text });
const byCode = (ticket: string) => ({ by: 'code', ticket });

async function first(how: User, kind: 'login' | 'transaction', proof: object, text: string, again = text) {
  return accounts.call('POST pwd', { kind, proof, password: text, confirmation: again }, how);
}

async function change(how: User, kind: 'login' | 'transaction', proof: object, text: string) {
  return accounts.call('PUT pwd', { kind, proof, password: text, confirmation: text }, how);
}

async function bind(how: User, email: string, code: string, ticket?: string) {
  const input = { kind: 'contact', account: { by: 'email', email }, code, ...(ticket === undefined ? {} : { ticket }) };
  return accounts.call('POST bindAccount', input, how);
}

async function switches(how: User) {
  return (await accounts.call('GET verifySwitch', {}, how)).data as unknown as Record<string, unknown>;
}

function answered(answers: readonly { msg: string }[], msg: string): number {
  return answers.filter((answer) => answer.msg === msg).length;
}

describe('the first transaction password', () => {
  it('needs no proof from an account without credentials, once, and starts no hold', async () => {
    const how = await newcomer();
    expect(await switches(how)).toEqual({
      loginPassword: false,
      transactionPassword: false,
      phone: null,
      email: null,
      passkeys: [],
      totp: 'off',
      recoveryCodes: 0,
      antiPhishing: null,
      addressWait: false,
      prove: null,
      withdrawalHoldUntil: null,
    });
    expect((await first(how, 'transaction', nothing, pin)).msg).toBe('success');
    expect(await switches(how)).toMatchObject({ transactionPassword: true, withdrawalHoldUntil: null });
    expect((await first(how, 'transaction', nothing, otherPin)).msg).toBe('bindEmailFirst');
    expect((await first(how, 'login', nothing, password)).msg).toBe('bindEmailFirst');
  });

  it('is set once under concurrent requests', async () => {
    const how = await newcomer();
    const answers = await Promise.all([pin, otherPin].map((text) => first(how, 'transaction', nothing, text)));
    expect(answered(answers, 'success')).toBe(1);
  });

  it('is refused when it is weak, with the reason', async () => {
    const how = await owner();
    const tried: [string, string][] = [
      ['', 'form'],
      ['12345', 'form'],
      ['1234567', 'form'],
      ['12345a', 'form'],
      ['123456', 'run'],
      ['112233', 'repeat'],
      ['170590', 'date'],
      ['159753', 'common'],
    ];
    for (const [text, reason] of tried) {
      const answer = await first(how, 'transaction', byPassword(password), text);
      expect([text, answer.msg, answer.data]).toEqual([text, 'enterPassword', { reason }]);
    }
    expect((await first(how, 'transaction', byPassword(password), pin, otherPin)).msg).toBe('passwordsDiffer');
  });

  it('is refused when it is part of the user’s own number', async () => {
    const how = await newcomer();
    const input = { country: 'DE', phone: '0151 23805263', purpose: 'bind' };
    const sent = await accounts.call('POST common/checkSmsSend', input, how);
    const { code } = (sent.data as unknown as { practiceMessage: { code: string } }).practiceMessage;
    const account = { by: 'phone', country: 'DE', phone: '0151 23805263' };
    expect((await accounts.call('POST bindAccount', { kind: 'contact', account, code }, how)).msg).toBe('success');
    expect(await switches(how)).toMatchObject({ phone: '+49 •••• 5263' });
    const answer = await first(how, 'transaction', nothing, pin);
    expect([answer.msg, answer.data]).toEqual(['enterPassword', { reason: 'personal' }]);
  });

  it('is allowed only by the login password or a code to the user’s contact', async () => {
    const [one, two] = [await owner(), await owner()];
    expect((await first(one, 'transaction', nothing, pin)).msg).toBe('verificationExpired');
    expect((await first(one, 'transaction', byPassword(better), pin)).msg).toBe('loginPasswordWrong');
    expect((await first(one, 'transaction', byCode('made-up'), pin)).msg).toBe('verificationExpired');
    const ticket = await ticketOf(two);
    expect((await first(one, 'transaction', byCode(ticket), pin)).msg).toBe('verificationExpired');
    expect((await first(two, 'transaction', byCode(ticket), pin)).msg).toBe('success');
    expect((await first(two, 'transaction', byCode(ticket), pin)).msg).toBe('verificationExpired');
    expect((await first(one, 'transaction', byPassword(password), pin)).msg).toBe('success');
    expect((await first(one, 'transaction', byPassword(password), otherPin)).msg).toBe('alreadyProcessed');
  });

  it('keeps the ticket valid when the password is too weak', async () => {
    const how = await owner();
    const ticket = await ticketOf(how);
    expect((await first(how, 'transaction', byCode(ticket), '111111')).msg).toBe('enterPassword');
    expect((await first(how, 'transaction', byCode(ticket), pin)).msg).toBe('success');
  });
});

describe('a change of the login password', () => {
  it('ends every other session, starts the hold, and lets only the new one in', async () => {
    const how = await owner();
    const account = { by: 'email', email: how.email };
    const logIn = (text: string) => accounts.call('POST login', { account, password: text }, { address: from() });
    const other = ((await logIn(password)).data as unknown as { token: string }).token;
    expect((await accounts.call('GET info', {}, { token: other })).msg).toBe('success');
    expect((await change(how, 'login', byPassword(password), better)).msg).toBe('success');
    expect((await accounts.call('GET info', {}, { token: other })).type).toBe('expired');
    expect((await accounts.call('GET info', {}, how)).msg).toBe('success');
    expect((await switches(how))['withdrawalHoldUntil']).toBe(accounts.now() + withdrawalHoldMs);
    expect((await logIn(password)).msg).toBe('accountOrPasswordWrong');
    expect((await logIn(better)).msg).toBe('success');
    accounts.pass(withdrawalHoldMs);
    expect(await switches(how)).toMatchObject({ withdrawalHoldUntil: null });
  });

  it('checks three wrong old ones of 64 concurrent ones', async () => {
    const how = await owner();
    const tries = Array.from({ length: 64 }, (_, at) =>
      accounts.call(
        'PUT pwd',
        { kind: 'login', proof: byPassword(`${password}${at}`), password: better, confirmation: better },
        { token: how.token, address: `192.0.2.${at}` },
      ),
    );
    const answers = await Promise.all(tries);
    // A store that is busy with one user refuses the rest, which are not checked either.
    const unseen = answered(answers, 'verificationTooOften') + answered(answers, 'busyRetry');
    expect([answered(answers, 'oldPasswordWrong'), unseen]).toEqual([3, 61]);
    expect((await change(how, 'login', byPassword(password), better)).msg).toBe('verificationTooOften');
    accounts.pass(minuteMs);
    expect((await change(how, 'login', byPassword(password), better)).msg).toBe('success');
  });

  it('accepts a code to the user’s contact instead of the old password, and refuses weak ones and those based on the contact', async () => {
    const how = await owner();
    const ticket = await ticketOf(how);
    for (const weak of ['short', 'password1', how.email.split('@')[0] ?? '']) {
      expect((await change(how, 'login', byCode(ticket), weak)).msg).toBe('enterPassword');
    }
    expect((await change(how, 'login', byCode(ticket), better)).msg).toBe('success');
  });

  it('is refused when there is none to change', async () => {
    expect((await change(await newcomer(), 'login', nothing, better)).msg).toBe('notFound');
    expect((await change(await newcomer(), 'transaction', nothing, pin)).msg).toBe('setTransactionPassword');
    const how = await owner();
    expect((await change(how, 'transaction', byPassword(pin), otherPin)).msg).toBe('setTransactionPassword');
    expect((await first(how, 'login', byPassword(password), better)).msg).toBe('alreadyProcessed');
  });
});

describe('a change of the transaction password', () => {
  it('is allowed by the old one or by a code, starts the hold and ends no session', async () => {
    const how = await owner();
    await first(how, 'transaction', byPassword(password), pin);
    expect((await change(how, 'transaction', byPassword(otherPin), otherPin)).msg).toBe('transactionPasswordWrong');
    expect((await change(how, 'transaction', byPassword(password), otherPin)).msg).toBe('transactionPasswordWrong');
    expect((await change(how, 'transaction', nothing, otherPin)).msg).toBe('verificationExpired');
    expect(await switches(how)).toMatchObject({ withdrawalHoldUntil: null });
    expect((await change(how, 'transaction', byPassword(pin), otherPin)).msg).toBe('success');
    expect(await switches(how)).toMatchObject({ withdrawalHoldUntil: accounts.now() + withdrawalHoldMs });
    const ticket = await ticketOf(how);
    expect((await change(how, 'transaction', byCode(ticket), pin)).msg).toBe('success');
  });

  it('counts wrong old ones together with those of debits', async () => {
    const how = await owner();
    await first(how, 'transaction', byPassword(password), pin);
    const tries = Array.from({ length: 64 }, (_, at) =>
      accounts.call(
        'PUT pwd',
        { kind: 'transaction', proof: byPassword(String(300_100 + at)), password: otherPin, confirmation: otherPin },
        { token: how.token, address: `192.0.2.${100 + at}` },
      ),
    );
    const answers = await Promise.all(tries);
    expect(answered(answers, 'transactionPasswordWrong')).toBe(3);
    expect((await change(how, 'transaction', byPassword(pin), otherPin)).msg).toBe('verificationTooOften');
  });
});

describe('binding a contact', () => {
  it('takes a code of the new contact', async () => {
    const how = await newcomer();
    const code = await codeFor('bound@example.com', 'bind', how);
    const wrong = code === '123456' ? '654321' : '123456';
    expect((await bind(how, 'bound@example.com', '')).msg).toBe('enterCode');
    expect((await bind(how, 'nonsense', code)).msg).toBe('enterAccount');
    expect((await bind(how, 'bound@example.com', wrong)).msg).toBe('codeWrong');
    expect((await bind(how, 'bound@example.com', code)).msg).toBe('success');
    expect(await switches(how)).toMatchObject({ email: 'bo•••@example.com' });
    const ticket = await ticketOf(how);
    expect((await first(how, 'login', byCode(ticket), password)).msg).toBe('success');
    const account = { by: 'email', email: 'bound@example.com' };
    expect((await accounts.call('POST login', { account, password }, { address: from() })).msg).toBe('success');
  });

  it('requires consent of the bound contact, and only of that', async () => {
    const [one, two] = [await owner(), await owner()];
    const code = await codeFor('next@example.com', 'bind', one);
    expect((await bind(one, 'next@example.com', code)).msg).toBe('verificationExpired');
    expect((await bind(one, 'next@example.com', code, await ticketOf(two))).msg).toBe('verificationExpired');
    const ticket = await ticketOf(one);
    const wrong = code === '123456' ? '654321' : '123456';
    expect((await bind(one, 'next@example.com', wrong, ticket)).msg).toBe('codeWrong');
    expect((await bind(one, 'next@example.com', code, ticket)).msg).toBe('success');
    expect(await switches(one)).toMatchObject({ email: 'ne•••@example.com' });
    // The old one proves nothing any more.
    expect(
      (await accounts.call('POST common/checkEmailSend', { email: one.email, purpose: 'security' }, one)).msg,
    ).toBe('enterAccount');
  });

  it('refuses a contact of another user, revealed only to its owner', async () => {
    const [one, two] = [await owner(), await newcomer()];
    const code = await codeFor(one.email, 'bind', two);
    const wrong = code === '123456' ? '654321' : '123456';
    expect((await bind(two, one.email, wrong)).msg).toBe('codeWrong');
    expect((await bind(two, one.email, code)).msg).toBe('emailBound');
  });

  it('refuses a phone of another user in the same way', async () => {
    const [one, two] = [await newcomer(), await newcomer()];
    const account = { by: 'phone', country: 'DE', phone: '0151 23805264' };
    for (const [how, msg] of [
      [one, 'success'],
      [two, 'phoneBound'],
    ] as const) {
      const sent = await accounts.call('POST common/checkSmsSend', { ...account, by: undefined, purpose: 'bind' }, how);
      const { code } = (sent.data as unknown as { practiceMessage: { code: string } }).practiceMessage;
      expect((await accounts.call('POST bindAccount', { kind: 'contact', account, code }, how)).msg).toBe(msg);
      accounts.pass(minuteMs);
    }
  });

  it('gives a contact to one of two concurrent users', async () => {
    const [one, two] = [await newcomer(), await newcomer()];
    const code = await codeFor('race@example.com', 'bind', one);
    const answers = await Promise.all([one, two].map((how) => bind(how, 'race@example.com', code)));
    expect(answered(answers, 'success')).toBe(1);
  });
});

describe('codes returned instead of a message', () => {
  /** Requests a code from an address, with forged headers. */
  async function shownTo(remoteAddress: string, headers: Record<string, string>, email: string, purpose: string) {
    accounts.pass(7 * minuteMs);
    const payload = { email, purpose };
    const url = '/api/common/checkEmailSend';
    const response = await accounts.app.inject({ method: 'POST', url, remoteAddress, headers, payload });
    const { data } = response.json<{ data: { practiceMessage: { to: string } | null } }>();
    return data.practiceMessage?.to ?? null;
  }

  it('returns a code only to a local client, whatever its headers', async () => {
    const { email, token } = await owner();
    const own = { authorization: `Bearer ${token}` };
    for (const purpose of ['reset-password', 'register', 'bind']) {
      expect(await shownTo('127.0.0.1', own, email, purpose)).toBe(email);
      expect(await shownTo('198.51.100.7', own, email, purpose)).toBeNull();
      expect(await shownTo('198.51.100.7', { ...own, 'x-forwarded-for': '127.0.0.1' }, email, purpose)).toBeNull();
      // A local proxy speaks for a remote client.
      expect(await shownTo('127.0.0.1', { ...own, 'x-forwarded-for': '127.0.0.1' }, email, purpose)).toBeNull();
      expect(await shownTo('127.0.0.1', { ...own, forwarded: 'for=127.0.0.1' }, email, purpose)).toBeNull();
    }
  });

  it('returns one for security with a masked contact, and only to its owner', async () => {
    const how = await owner();
    const sent = await accounts.call('POST common/checkEmailSend', { email: '', purpose: 'security' }, how);
    expect(sent.data).toMatchObject({ practiceMessage: { to: expect.stringMatching(/•••@example\.com$/) } });
    const check = { account: { by: 'email', email: how.email }, purpose: 'security', code: '000000' };
    expect(await accounts.call('POST checkSmsCode', check)).toMatchObject({ code: 1001, type: '999' });
    expect((await accounts.call('POST checkSmsCode', check, await owner())).msg).toBe('enterAccount');
    const none = await newcomer();
    expect((await accounts.call('POST common/checkEmailSend', { email: '', purpose: 'security' }, none)).msg).toBe(
      'enterAccount',
    );
  });
});
