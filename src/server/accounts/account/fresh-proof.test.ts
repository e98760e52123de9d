import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshProofMs } from '#protocol/core/limits.ts';
import { readContentSet } from '#server/content/content-set.ts';
import { bundledFolder } from '#server/publishing/open.ts';
import { pushBundled } from '#server/publishing/push-content.ts';
import { createNotices, type Notices } from '../notices/notices.ts';
import { deliverNotices } from '../notices/notification-outbox.ts';
import { securityMessages } from './security-messages.ts';
import { type TestAccounts, testAccounts, type TestCall } from './testing.ts';
import { TestAuthenticator } from './passkeys/testing-authenticator.ts';

const origin = 'https://dunlin.example';
const password = 'Kranich-47-see';
const better = 'Reiher+12-moor';
const minuteMs = 60_000;

let accounts: TestAccounts;
let notices: Notices | null = null;
let users = 0;

beforeAll(async () => {
  accounts = await testAccounts({
    notices: { send: async (...given) => notices?.send(...given) },
  });
  notices = createNotices(accounts.database, accounts.deps.clock);
  await pushBundled(accounts.database, await readContentSet(bundledFolder), 0);
});
afterAll(() => accounts.close());

type Answer = Awaited<ReturnType<TestAccounts['call']>>;
type User = TestCall & { readonly email: string };

async function owner(): Promise<User> {
  users += 1;
  const how = { address: `127.8.0.${users}`, origin };
  const email = `proven${users}@example.com`;
  return { ...how, email, token: await accounts.register(email, password, how) };
}

const bind = (how: TestCall, input: object): Promise<Answer> => accounts.call('POST bindAccount', input, how);
const prove = (how: TestCall, proof: object) => bind(how, { kind: 'proof', proof });
const question = (answer: Answer) =>
  (answer.data as unknown as { passkeyQuestion: { challenge: string } }).passkeyQuestion;

async function addPasskey(how: TestCall): Promise<TestAuthenticator> {
  const device = new TestAuthenticator(origin);
  const asked = await bind(how, { kind: 'passkey-question' });
  const added = await bind(how, { kind: 'passkey', name: 'Phone', answer: device.make(question(asked)) });
  expect(added.msg).toBe('success');
  return device;
}

async function passkeysOf(how: TestCall) {
  const { data } = await accounts.call('GET verifySwitch', {}, how);
  return (data as unknown as { passkeys: { id: string; confirmed: boolean }[] }).passkeys;
}

async function ticketOf(how: User, purpose: string): Promise<string> {
  const email = purpose === 'security' ? '' : how.email;
  const sent = await accounts.call('POST common/checkEmailSend', { email, purpose }, how);
  const { code } = (sent.data as unknown as { practiceMessage: { code: string } }).practiceMessage;
  accounts.pass(minuteMs);
  const input = { account: { by: 'email', email }, purpose, code };
  const { data } = await accounts.call('POST checkSmsCode', input, how);
  return (data as unknown as { ticket: string }).ticket;
}

/** Messages in the outbox to a recipient, newest first, after pending notices are published. */
async function messagesTo(recipient: string) {
  await deliverNotices(accounts.database, { changed: () => undefined }, securityMessages(accounts.deps));
  const messages = await accounts.deps.sender.list(500);
  return messages.filter((message) => message.recipient === recipient);
}

const guarded: readonly (readonly [string, object])[] = [
  ['adding a passkey', { kind: 'passkey-question' }],
  ['removing a passkey', { kind: 'passkey-remove', id: '1' }],
  ['confirming a passkey', { kind: 'passkey-confirm', answer: {} }],
  ['adding an address', { kind: 'address', chain: 'TEST', address: 'a', label: 'b', transactionPassword: '805263' }],
  ['removing an address', { kind: 'address-remove', id: '1' }],
  ['switching the wait of addresses', { kind: 'address-wait', on: false, transactionPassword: '805263' }],
  [
    'adding a device of messages',
    {
      kind: 'push',
      endpoint: 'https://fcm.googleapis.com/x',
      p256dh: 'p'.repeat(87),
      auth: 'a'.repeat(22),
      kinds: ['account'],
      amounts: false,
      language: 'en',
    },
  ],
];

describe('a change of what protects an account', () => {
  it.each(guarded)('%s requires a fresh proof of the session, and passes with it', async (_, input) => {
    const how = await owner();
    accounts.pass(freshProofMs);
    const refused = await bind(how, input);
    expect([refused.msg, refused.data]).toEqual(['verificationExpired', { prove: 'password,email' }]);
    expect((await prove(how, { by: 'password', password: 'wrong' })).msg).toBe('loginPasswordWrong');
    expect((await bind(how, input)).data).toEqual({ prove: 'password,email' });
    expect((await prove(how, { by: 'password', password })).msg).toBe('success');
    expect((await bind(how, input)).data).not.toEqual({ prove: 'password,email' });
  });

  it('accepts a code to a bound contact once, and no other user’s', async () => {
    const [how, other] = [await owner(), await owner()];
    accounts.pass(freshProofMs);
    const theirs = await ticketOf(other, 'security');
    expect((await prove(how, { by: 'code', ticket: theirs })).msg).toBe('verificationExpired');
    const ticket = await ticketOf(how, 'security');
    expect((await prove(how, { by: 'code', ticket })).msg).toBe('success');
    accounts.pass(freshProofMs);
    expect((await prove(how, { by: 'code', ticket })).msg).toBe('verificationExpired');
    expect((await bind(how, { kind: 'passkey-question' })).msg).toBe('verificationExpired');
  });

  it('accepts an own passkey, and proves only one session', async () => {
    const how = await owner();
    const device = await addPasskey(how);
    const account = { by: 'email', email: how.email };
    const second = await accounts.call('POST login', { account, password }, how);
    const other = { ...how, token: (second.data as unknown as { token: string }).token };
    accounts.pass(freshProofMs);
    expect((await bind(how, { kind: 'passkey-question' })).data).toEqual({ prove: 'password,passkey,email' });
    const answer = device.use(question(await bind(how, { kind: 'proof-question' })));
    expect(
      (await prove(other, { by: 'passkey', answer: new TestAuthenticator(origin).use({ challenge: 'x' }) })).msg,
    ).toBe('verificationExpired');
    expect((await prove(how, { by: 'passkey', answer })).msg).toBe('success');
    expect((await prove(how, { by: 'passkey', answer })).msg).toBe('verificationExpired');
    expect((await bind(how, { kind: 'passkey-question' })).msg).toBe('success');
    expect((await bind(other, { kind: 'passkey-question' })).msg).toBe('verificationExpired');
  });

  it('lets an account with only a session continue, and asks for the transaction password if there is one', async () => {
    const { data } = await accounts.call('POST register', { kind: 'practice' }, { address: '127.8.1.1' });
    const how = { token: (data as unknown as { token: string }).token, address: '127.8.1.1', origin };
    accounts.pass(freshProofMs);
    expect((await bind(how, { kind: 'passkey-question' })).msg).toBe('success');
    const pin = { kind: 'transaction', proof: { by: 'nothing' }, password: '805263', confirmation: '805263' };
    expect((await accounts.call('POST pwd', pin, how)).msg).toBe('success');
    expect((await bind(how, { kind: 'passkey-question' })).data).toEqual({ prove: 'transaction-password' });
    expect((await prove(how, { by: 'transaction-password', password: '927401' })).msg).toBe('transactionPasswordWrong');
    expect((await prove(how, { by: 'transaction-password', password: '805263' })).msg).toBe('success');
    expect((await bind(how, { kind: 'passkey-question' })).msg).toBe('success');
    // With a login password, the six digits prove nothing.
    const strong = await owner();
    await accounts.call('POST pwd', { ...pin, proof: { by: 'password', password } }, strong);
    accounts.pass(freshProofMs);
    expect((await prove(strong, { by: 'transaction-password', password: '805263' })).msg).toBe('verificationExpired');
  });

  it('requires a proof before the first contact is bound, whatever ticket is given', async () => {
    const { data } = await accounts.call('POST register', { kind: 'practice' }, { address: '127.8.1.2' });
    const how = { token: (data as unknown as { token: string }).token, address: '127.8.1.2' };
    const pin = { kind: 'transaction', proof: { by: 'nothing' }, password: '805263', confirmation: '805263' };
    await accounts.call('POST pwd', pin, how);
    accounts.pass(freshProofMs);
    const account = { by: 'email', email: 'thief@example.com' };
    const input = { kind: 'contact', account, code: '000000', ticket: 'any' };
    expect((await bind(how, input)).data).toEqual({ prove: 'transaction-password' });
  });
});

describe('a reset of the password', () => {
  it('ends all sessions, and blocks passkeys until their owner confirms them', async () => {
    const how = await owner();
    const device = await addPasskey(how);
    accounts.pass(minuteMs);
    const ticket = await ticketOf(how, 'reset-password');
    const reset = { ticket, password: better, confirmation: better };
    expect((await accounts.call('POST forgetPwd', reset, how)).msg).toBe('success');
    expect((await accounts.call('GET info', {}, how)).type).toBe('expired');

    const logIn = async () => {
      const asked = await accounts.call('POST login', { ask: 'passkey' }, how);
      return accounts.call('POST login', { passkey: device.use(question(asked)) }, how);
    };
    const refused = await logIn();
    expect([refused.msg, refused.data]).toEqual(['verificationExpired', { passkey: 'unconfirmed' }]);
    const account = { by: 'email', email: how.email };
    const { data } = await accounts.call('POST login', { account, password: better }, how);
    const own = { ...how, token: (data as unknown as { token: string }).token };
    expect(await passkeysOf(own)).toMatchObject([{ confirmed: false }]);
    const unproven = device.use(question(await bind(own, { kind: 'proof-question' })));
    expect((await prove(own, { by: 'passkey', answer: unproven })).msg).toBe('operationFailed');
    const answer = device.use(question(await bind(own, { kind: 'proof-question' })));
    expect((await bind(own, { kind: 'passkey-confirm', answer })).msg).toBe('success');
    expect(await passkeysOf(own)).toMatchObject([{ confirmed: true }]);
    expect((await logIn()).msg).toBe('success');
  });
});

describe('recipients of a change notice', () => {
  it('are all contacts, in the user’s language, once', async () => {
    const how = await owner();
    await accounts.database.pool.query(`UPDATE users SET phone = '+8613900001111', language = 'zh' WHERE email = $1`, [
      how.email,
    ]);
    await addPasskey(how);
    const [passkey] = await passkeysOf(how);
    await bind(how, { kind: 'passkey-remove', id: passkey?.id });
    for (const recipient of [how.email, '+8613900001111']) {
      const messages = (await messagesTo(recipient)).filter(({ subject }) => subject.includes('通行密钥'));
      expect(messages.map(({ subject }) => subject)).toEqual(['Dunlin: 已移除通行密钥', 'Dunlin: 已添加通行密钥']);
      expect(messages[0]?.body).toContain('Phone');
    }
    expect((await messagesTo(how.email)).filter(({ subject }) => subject.includes('通行密钥'))).toHaveLength(2);
  });

  it('include the replaced contact', async () => {
    const how = await owner();
    accounts.pass(minuteMs);
    const next = `next-of-${how.email}`;
    const sent = await accounts.call('POST common/checkEmailSend', { email: next, purpose: 'bind' }, how);
    const { code } = (sent.data as unknown as { practiceMessage: { code: string } }).practiceMessage;
    const ticket = await ticketOf(how, 'security');
    const input = { kind: 'contact', account: { by: 'email', email: next }, code, ticket };
    expect((await bind(how, input)).msg).toBe('success');
    for (const recipient of [how.email, next]) {
      const published = (await messagesTo(recipient)).filter(({ subject }) => subject === 'Dunlin: Contact linked');
      expect(published).toHaveLength(1);
      expect(published[0]?.body).toContain('ne•••@example.com');
    }
  });
});
