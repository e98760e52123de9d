import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPasskeys } from './passkeys/passkeys.ts';
import { type TestAccounts, type TestCall, testAccounts } from './testing.ts';
import { TestAuthenticator } from './passkeys/testing-authenticator.ts';

const origin = 'https://dunlin.example';
const password = 'Kranich-47-see';
const better = 'Reiher+12-moor';
const firefox = 'Mozilla/5.0 (Android 14; Mobile; rv:128.0) Firefox/128.0';
const safari = 'Mozilla/5.0 (iPhone) AppleWebKit/605 Version/17.0 Mobile/15E148 Safari/604.1';

let accounts: TestAccounts;
let sent: [key: string, facts: object][] = [];
let users = 0;

beforeAll(async () => {
  const notices = {
    send: async (_tx: unknown, _owner: bigint, kind: string, key: string, facts: object) => {
      expect(kind).toBe('account');
      sent.push([key, facts]);
    },
  };
  accounts = await testAccounts({ notices });
});
afterAll(() => accounts.close());
beforeEach(() => {
  sent = [];
});

async function user() {
  users += 1;
  const how: TestCall = { address: `127.0.3.${users}`, userAgent: firefox, origin };
  const email = `account${users}@example.com`;
  const token = await accounts.register(email, password, how);
  accounts.pass(60_000);
  return { email, how: { ...how, token } };
}

async function logIn(email: string, userAgent: string, address = '127.0.3.200') {
  const answer = await accounts.call(
    'POST login',
    { account: { by: 'email', email }, password },
    { address, userAgent },
  );
  expect(answer.msg).toBe('success');
}

describe('users are notified', () => {
  it('of a log-in from an unknown device', async () => {
    const { email } = await user();
    expect(sent).toEqual([]);
    await logIn(email, firefox);
    expect(sent).toEqual([]);
    await logIn(email, safari);
    expect(sent).toEqual([['notice/new-login', { device: 'Safari · iPhone' }]]);
  });

  it('of changed passwords, but not of their first one', async () => {
    const { how } = await user();
    const change = (verb: 'POST' | 'PUT', kind: string, proof: object, text: string) =>
      accounts.call(`${verb} pwd`, { kind, proof, password: text, confirmation: text }, how);
    await change('POST', 'transaction', { by: 'password', password }, '805263');
    expect(sent).toEqual([]);
    await change('PUT', 'transaction', { by: 'password', password: '111111' }, '927401');
    expect(sent, 'what was refused changed nothing').toEqual([]);
    expect((await change('PUT', 'transaction', { by: 'password', password: '805263' }, '927401')).msg).toBe('success');
    expect((await change('PUT', 'login', { by: 'password', password }, better)).msg).toBe('success');
    expect(sent).toEqual([
      ['notice/transaction-password-changed', {}],
      ['notice/password-changed', {}],
    ]);
  });

  it('of a password that was reset', async () => {
    const { email, how } = await user();
    const account = { by: 'email', email };
    const { token: _none, ...visitor } = how;
    const asked = await accounts.call('POST common/checkEmailSend', { email, purpose: 'reset-password' }, visitor);
    const { code } = (asked.data as unknown as { practiceMessage: { code: string } }).practiceMessage;
    const { data } = await accounts.call('POST checkSmsCode', { account, purpose: 'reset-password', code }, visitor);
    const { ticket } = data as unknown as { ticket: string };
    const reset = await accounts.call('POST forgetPwd', { ticket, password: better, confirmation: better }, visitor);
    expect(reset.msg).toBe('success');
    expect(sent).toEqual([['notice/password-reset', {}]]);
  });

  it('of a passkey, once it is stored', async () => {
    const { how } = await user();
    const { data } = await accounts.call('GET info', {}, how);
    const userId = BigInt((data as unknown as { id: string }).id);
    const facts = {
      requestId: 'test',
      address: how.address ?? '',
      isLocal: true,
      userAgent: 'test',
      countries: [],
      origin,
    };
    const passkeys = createPasskeys(accounts.deps);
    const question = (await passkeys.askToAdd(userId, facts)) as unknown as { challenge: string };
    const answer = new TestAuthenticator(origin).make(question);
    await passkeys.add(userId, 'Phone', answer, facts);
    expect(sent).toEqual([['notice/passkey-added', { name: 'Phone' }]]);
    await expect(passkeys.add(userId, 'Phone', answer, facts)).rejects.toThrow();
    expect(sent).toHaveLength(1);
  });
});
