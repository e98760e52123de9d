import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountDeps } from './deps.ts';
import { localAddresses, registration, type TestAccounts, testAccounts } from './testing.ts';

const password = 'Kranich-47-see';
const minuteMs = 60_000;

let accounts: TestAccounts;
const nextAddress = localAddresses();

async function codeFor(email: string, purpose: string, how: { address: string }) {
  const sent = await accounts.call('POST common/checkEmailSend', { email, purpose }, how);
  expect(sent.msg).toBe('success');
  return (sent.data as unknown as { practiceMessage: { code: string } }).practiceMessage.code;
}

function otherThan(code: string): string {
  return code === '123456' ? '654321' : '123456';
}

const registeredSteps: bigint[] = [];
const steps: AccountDeps['onRegistered'] = [
  async (tx, user) => {
    await tx.client.query('SELECT 1');
    return () => void registeredSteps.push(user.userId);
  },
];

beforeAll(async () => {
  accounts = await testAccounts({ onRegistered: steps });
});
afterAll(() => accounts.close());

describe('register', () => {
  it('opens an account and a session with a correct code, and runs the steps of other areas', async () => {
    const how = { address: nextAddress(), userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/148.0 Mobile Safari/537' };
    const token = await accounts.register('new@example.com', password, how);
    const { data } = await accounts.call('GET info', {}, { ...how, token });
    expect(data).toMatchObject({
      email: 'n•••@example.com',
      phone: null,
      verification: 'not-verified',
      practice: false,
    });
    expect(data).toMatchObject({ sessions: [{ device: 'Chrome · Android', current: true }] });
    expect(registeredSteps).toContain(BigInt((data as unknown as { id: string }).id));
  });

  it('takes a phone', async () => {
    const how = { address: nextAddress() };
    const input = { country: 'CN', phone: '138 1234 5678', purpose: 'register' };
    const sent = await accounts.call('POST common/checkSmsSend', input, how);
    expect(sent.data).toMatchObject({ resendMs: 60_000, practiceMessage: { to: '+8613812345678' } });
    const { code } = (sent.data as unknown as { practiceMessage: { code: string } }).practiceMessage;
    const account = { by: 'phone', country: 'CN', phone: '+8613812345678' };
    const answer = await accounts.call('POST register', { ...registration('', code, password), account }, how);
    expect(answer.data).toMatchObject({ profile: { phone: '+86 •••• 5678' } });
  });

  it('refuses each bad field with its own code', async () => {
    const how = { address: nextAddress() };
    const email = 'fields@example.com';
    const code = await codeFor(email, 'register', how);
    const good = registration(email, code, password);
    const tried: [object, string][] = [
      [{ account: { by: 'email', email: '' } }, 'enterAccount'],
      [{ account: { by: 'email', email: 'nonsense' } }, 'enterAccount'],
      [{ account: { by: 'phone', country: 'CN', phone: '123' } }, 'enterAccount'],
      [{ code: '' }, 'enterCode'],
      [{ code: 'abc' }, 'codeWrong'],
      [{ password: '123456', confirmation: '123456' }, 'enterPassword'],
      [{ password: 'Ab1!x', confirmation: 'Ab1!x' }, 'enterPassword'],
      [{ confirmation: `${password}x` }, 'passwordsDiffer'],
      [{ agreed: false }, 'operationFailed'],
      [{ invitationCode: 'NOBODY' }, 'referrerNotFound'],
      [{ code: otherThan(code) }, 'codeWrong'],
    ];
    for (const [change, expected] of tried) {
      const answer = await accounts.call('POST register', { ...good, ...change }, how);
      expect([change, answer.msg]).toEqual([change, expected]);
    }
    expect((await accounts.call('POST register', good, how)).msg).toBe('success');
  });

  it('reveals that an account exists only after a correct code', async () => {
    const how = { address: nextAddress() };
    await accounts.register('twice@example.com', password, how);
    accounts.pass(minuteMs);
    const code = await codeFor('twice@example.com', 'register', how);
    const wrong = registration('twice@example.com', otherThan(code), password);
    expect((await accounts.call('POST register', wrong, how)).msg).toBe('codeWrong');
    const right = registration('Twice@Example.com', code, password);
    expect((await accounts.call('POST register', right, how)).msg).toBe('accountExists');
  });

  it('records the inviter', async () => {
    const how = { address: nextAddress() };
    const token = await accounts.register('inviter@example.com', password, how);
    const inviter = (await accounts.call('GET info', {}, { token })).data as unknown as {
      id: string;
      invitationCode: string;
    };
    const code = await codeFor('invited@example.com', 'register', how);
    const form = {
      ...registration('invited@example.com', code, password),
      invitationCode: inviter.invitationCode.toLowerCase(),
    };
    expect((await accounts.call('POST register', form, how)).msg).toBe('success');
    const { rows } = await accounts.database.pool.query('SELECT referrer FROM users WHERE email = $1', [
      'invited@example.com',
    ]);
    expect(rows).toEqual([{ referrer: inviter.id }]);
    const checked = await accounts.call('GET common/checkInviteCode', { code: inviter.invitationCode }, how);
    expect(checked.data).toEqual({ valid: true });
    expect((await accounts.call('GET common/checkInviteCode', { code: 'NOBODY' }, how)).msg).toBe('referrerNotFound');
    expect((await accounts.call('GET common/checkInviteCode', { code: '' }, how)).data).toEqual({ valid: true });
  });

  it('uses a code once, for its own purpose, within ten minutes', async () => {
    const how = { address: nextAddress() };
    const reset = await codeFor('purpose@example.com', 'reset-password', how);
    const answer = await accounts.call('POST register', registration('purpose@example.com', reset, password), how);
    expect(answer.msg).toBe('verificationExpired');
    const code = await codeFor('old@example.com', 'register', how);
    accounts.pass(10 * minuteMs);
    const late = await accounts.call('POST register', registration('old@example.com', code, password), how);
    expect(late.msg).toBe('verificationExpired');
    const again = await codeFor('once@example.com', 'register', how);
    const form = registration('once@example.com', again, password);
    const both = await Promise.all([
      accounts.call('POST register', form, how),
      accounts.call('POST register', form, how),
    ]);
    expect(both.map(({ msg }) => msg).toSorted()).toEqual(['success', 'verificationExpired']);
  });

  it('creates a practice account with one tap, in practice mode only', async () => {
    const how = { address: nextAddress() };
    const answer = await accounts.call('POST register', { kind: 'practice' }, how);
    expect(answer.data).toMatchObject({ profile: { practice: true, email: null } });
    expect((answer.data as unknown as { profile: { nickname: string } }).profile.nickname).toMatch(/^Trader \d{4,12}$/);
    const live = await testAccounts({ mode: 'live' });
    expect((await live.call('POST register', { kind: 'practice' }, how)).msg).toBe('notYetOpen');
    const sent = await live.call('POST common/checkEmailSend', { email: 'a@example.com', purpose: 'register' }, how);
    expect(sent.data).toMatchObject({ practiceMessage: null });
    const [message] = await live.deps.sender.list(1);
    expect(message).toMatchObject({ channel: 'email', recipient: 'a@example.com', sentAt: null });
    expect(message?.body).toMatch(/\d{6}/);
    await live.close();
  });

  it('requires an invitation if configured', async () => {
    const closed = await testAccounts({ invitationRequired: true });
    const how = { address: nextAddress() };
    await expect(closed.register('alone@example.com', password, how)).rejects.toThrow('referrerNotFound');
    expect((await closed.call('GET common/checkInviteCode', { code: '' }, how)).data).toEqual({ valid: false });
    await closed.close();
  });
});

describe('login and logout', () => {
  it('answers the same for an unknown account and a wrong password', async () => {
    const how = { address: nextAddress() };
    await accounts.register('known@example.com', password, { address: nextAddress() });
    const login = (email: string, given: string) =>
      accounts.call('POST login', { account: { by: 'email', email }, password: given }, how);
    const unknown = await login('unknown@example.com', password);
    const wrong = await login('known@example.com', 'wrong password');
    expect(unknown).toEqual(wrong);
    expect(unknown.msg).toBe('accountOrPasswordWrong');
    expect((await login('', password)).msg).toBe('enterAccount');
    expect((await login('known@example.com', '')).msg).toBe('enterPassword');
    expect((await login('KNOWN@example.com', password)).data).toMatchObject({
      profile: { email: 'kn•••@example.com' },
    });
  });

  it('checks no more than three of 64 concurrent guesses, and still lets the owner in', async () => {
    const owner = nextAddress();
    await accounts.register('guessed@example.com', password, { address: owner });
    const guesses = Array.from({ length: 64 }, (_, index) => {
      const how = { address: `192.0.2.${index + 1}` };
      const account = { by: 'email', email: 'guessed@example.com' };
      // The right password is among them, but not among the first.
      return accounts.call('POST login', { account, password: index === 63 ? password : `guess ${index}` }, how);
    });
    const answers = (await Promise.all(guesses)).map(({ msg }) => msg);
    expect(answers.filter((msg) => msg === 'accountOrPasswordWrong').length).toBeLessThanOrEqual(3);
    const account = { by: 'email', email: 'guessed@example.com' };
    const elsewhere = { address: nextAddress() };
    const locked = await accounts.call('POST login', { account, password }, elsewhere);
    expect(locked).toMatchObject({ msg: 'verificationTooOften', data: { waitMs: 1_440 * minuteMs } });
    // The owner's own network is known.
    expect((await accounts.call('POST login', { account, password }, { address: owner })).msg).toBe('success');
    accounts.pass(1_440 * minuteMs);
    expect((await accounts.call('POST login', { account, password }, elsewhere)).msg).toBe('success');
  });

  it('limits an address that tries many accounts', async () => {
    const how = { address: nextAddress() };
    const answers: string[] = [];
    for (let index = 0; index < 31; index += 1) {
      const account = { by: 'email', email: `person${index}@example.com` };
      answers.push((await accounts.call('POST login', { account, password }, how)).msg);
    }
    expect(answers.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 'accountOrPasswordWrong'));
    expect(answers[30]).toBe('verificationTooOften');
  });

  it('ends this session, or another of one’s own, but no other user’s', async () => {
    const how = { address: nextAddress() };
    const first = await accounts.register('sessions@example.com', password, how);
    const stranger = await accounts.register('stranger@example.com', password, how);
    const account = { by: 'email', email: 'sessions@example.com' };
    const answer = await accounts.call('POST login', { account, password }, how);
    const second = (answer.data as unknown as { token: string }).token;
    const listed = await accounts.call('GET info', {}, { token: second });
    const others = (listed.data as unknown as { sessions: { id: string; current: boolean }[] }).sessions;
    expect(others.map(({ current }) => current)).toEqual([true, false]);
    const revoked: bigint[] = [];
    const stop = accounts.deps.sessions.onRevoked((id) => revoked.push(id));
    const target = { session: others[1]?.id };
    expect((await accounts.call('POST logout', target, { token: stranger })).msg).toBe('notFound');
    expect((await accounts.call('POST logout', target, { token: second })).msg).toBe('success');
    expect(revoked.map(String)).toEqual([others[1]?.id]);
    expect((await accounts.call('GET info', {}, { token: first })).type).toBe('expired');
    expect((await accounts.call('POST logout', {}, { token: second })).msg).toBe('success');
    expect((await accounts.call('GET info', {}, { token: second })).type).toBe('expired');
    stop();
  });

  it('keeps ten sessions and ends the oldest', async () => {
    const how = { address: nextAddress() };
    const first = await accounts.register('many@example.com', password, how);
    const account = { by: 'email', email: 'many@example.com' };
    for (let index = 0; index < 10; index += 1) {
      accounts.pass(1_000);
      expect((await accounts.call('POST login', { account, password }, how)).msg).toBe('success');
    }
    expect((await accounts.call('GET info', {}, { token: first })).type).toBe('expired');
    const { rows } = await accounts.database.pool.query(
      'SELECT count(*)::int AS n FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = $1',
      ['many@example.com'],
    );
    expect(rows).toEqual([{ n: 10 }]);
  });

  it('extends a session on use and ends one that is not used for thirty days', async () => {
    const token = await accounts.register('sliding@example.com', password, { address: nextAddress() });
    const dayMs = 1_440 * minuteMs;
    for (const days of [20, 20]) {
      accounts.pass(days * dayMs);
      expect((await accounts.call('GET nickName', {}, { token })).msg).toBe('success');
    }
    accounts.pass(30 * dayMs);
    expect((await accounts.call('GET nickName', {}, { token })).type).toBe('expired');
  });

  it('refuses a closed account', async () => {
    const how = { address: nextAddress() };
    const token = await accounts.register('closed@example.com', password, how);
    await accounts.database.pool.query('UPDATE users SET disabled = true WHERE email = $1', ['closed@example.com']);
    accounts.deps.sessions.forget();
    expect((await accounts.call('GET info', {}, { token })).type).toBe('expired');
    const account = { by: 'email', email: 'closed@example.com' };
    expect((await accounts.call('POST login', { account, password }, how)).msg).toBe('accountDisabled');
  });
});
