import { createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passkeyQuestionLifeMs, passkeysPerUser } from '#protocol/core/limits.ts';
import type { PageFacts } from '#server/core/handler.ts';
import { createPasskeys, type Passkeys } from './passkeys.ts';
import { purgeExpired } from '#server/core/jobs/purge.ts';
import { type TestAccounts, testAccounts } from '../testing.ts';
import { type Bent, TestAuthenticator } from './testing-authenticator.ts';

const origin = 'https://dunlin.example';
const password = 'Kranich-47-see';

let accounts: TestAccounts;
let passkeys: Passkeys;
let users = 0;

beforeAll(async () => {
  accounts = await testAccounts();
  passkeys = createPasskeys(accounts.deps);
});
afterAll(() => accounts.close());

/** A user with a separate address, so that limits are not shared between tests. */
async function newUser() {
  users += 1;
  const how = { address: `127.0.7.${users}`, origin };
  const email = `passkey${users}@example.com`;
  const token = await accounts.register(email, password, how);
  const { data } = await accounts.call('GET info', {}, { ...how, token });
  const userId = BigInt((data as unknown as { id: string }).id);
  const facts: PageFacts = {
    requestId: 'test',
    address: how.address,
    isLocal: true,
    userAgent: 'test',
    countries: [],
    origin,
  };
  return { how, email, token, userId, facts };
}

type User = Awaited<ReturnType<typeof newUser>>;
type Question = { challenge: string };

async function addPasskey({ userId, facts }: User, device = new TestAuthenticator(origin), bent: Bent = {}) {
  const question = (await passkeys.askToAdd(userId, facts)) as unknown as Question;
  const published = await passkeys.add(userId, 'Phone', device.make(question, bent), facts);
  return { device, published };
}

async function logInQuestion(how: User['how']): Promise<Question> {
  const answer = await accounts.call('POST login', { ask: 'passkey' }, how);
  expect(answer.msg).toBe('success');
  return (answer.data as unknown as { passkeyQuestion: Question }).passkeyQuestion;
}

async function logIn(how: User['how'], device: TestAuthenticator, bent: Bent = {}) {
  const question = await logInQuestion(how);
  return accounts.call('POST login', { passkey: device.use(question, bent) }, how);
}

describe('adding a passkey', () => {
  it('requests a discoverable one with user verification', async () => {
    const owner = await newUser();
    const question = await passkeys.askToAdd(owner.userId, owner.facts);
    expect(question).toMatchObject({
      rp: { id: 'dunlin.example' },
      user: { name: owner.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
  });

  it('stores it with a public key that browsers accept', async () => {
    const owner = await newUser();
    const { device, published } = await addPasskey(owner);
    const [listed] = await passkeys.list(owner.userId);
    expect(listed).toEqual(published);
    expect(published).toMatchObject({ name: 'Phone', credential: device.id, usedAt: null, algorithm: 'ES256' });
    const key = Buffer.from(published.publicKey, 'base64url');
    expect(createPublicKey({ key, format: 'der', type: 'spki' }).asymmetricKeyType).toBe('ec');
    expect(await passkeys.askToAdd(owner.userId, owner.facts)).toMatchObject({
      excludeCredentials: [{ id: device.id, transports: ['internal'] }],
    });
  });

  it('accepts an answer once, in time, from the same user', async () => {
    const owner = await newUser();
    const other = await newUser();
    const device = new TestAuthenticator(origin);
    const question = (await passkeys.askToAdd(owner.userId, owner.facts)) as unknown as Question;
    const answer = device.make(question);
    await expect(passkeys.add(other.userId, 'Theirs', answer, other.facts)).rejects.toThrow('verificationExpired');
    await expect(passkeys.add(owner.userId, 'Phone', answer, owner.facts)).rejects.toThrow('verificationExpired');
    const late = (await passkeys.askToAdd(owner.userId, owner.facts)) as unknown as Question;
    accounts.pass(passkeyQuestionLifeMs);
    await expect(passkeys.add(owner.userId, 'Late', device.make(late), owner.facts)).rejects.toThrow(
      'verificationExpired',
    );
    expect(await passkeys.list(owner.userId)).toEqual([]);
  });

  it('refuses invalid answers', async () => {
    const owner = await newUser();
    const bent: Bent[] = [{ origin: 'https://evil.example' }, { userVerified: false }, { type: 'webauthn.get' }];
    for (const each of bent) {
      await expect(addPasskey(owner, new TestAuthenticator(origin), each)).rejects.toThrow('operationFailed');
    }
    await expect(addPasskey(owner, new TestAuthenticator('https://evil.example'))).rejects.toThrow('operationFailed');
    await expect(passkeys.add(owner.userId, '', {}, owner.facts)).rejects.toThrow('enterName');
    await expect(passkeys.add(owner.userId, 'Phone', { id: 1 }, owner.facts)).rejects.toThrow('operationFailed');
    const nowhere = { ...owner.facts, origin: null };
    await expect(passkeys.askToAdd(owner.userId, nowhere)).rejects.toThrow('operationFailed');
    const number = { ...owner.facts, origin: 'http://127.0.0.1:8080' };
    await expect(passkeys.askToAdd(owner.userId, number)).rejects.toThrow('operationFailed');
  });

  it('stores each passkey once, up to the limit per user', async () => {
    const owner = await newUser();
    const { device } = await addPasskey(owner);
    const thief = await newUser();
    await expect(addPasskey(thief, device)).rejects.toThrow('alreadyProcessed');
    for (let held = 1; held < passkeysPerUser; held += 1) await addPasskey(owner);
    await expect(addPasskey(owner)).rejects.toThrow('operationFailed');
    expect(await passkeys.list(owner.userId)).toHaveLength(passkeysPerUser);
  });

  it('removes only one’s own', async () => {
    const owner = await newUser();
    const other = await newUser();
    const { device, published } = await addPasskey(owner);
    await expect(passkeys.remove(other.userId, BigInt(published.id))).rejects.toThrow('notFound');
    await passkeys.remove(owner.userId, BigInt(published.id));
    expect(await passkeys.list(owner.userId)).toEqual([]);
    expect((await logIn(owner.how, device)).msg).toBe('accountOrPasswordWrong');
  });
});

describe('logging in by a passkey', () => {
  it('opens a session as the password does', async () => {
    const owner = await newUser();
    const { device } = await addPasskey(owner);
    const answer = await logIn(owner.how, device, {
      userHandle: Buffer.from(`${owner.userId}`).toString('base64url'),
    });
    expect(answer.data).toMatchObject({ profile: { id: owner.userId.toString() } });
    const { token } = answer.data as unknown as { token: string };
    expect((await accounts.call('GET info', {}, { ...owner.how, token })).msg).toBe('success');
    const [used] = await passkeys.list(owner.userId);
    expect(used?.usedAt).toBe(accounts.now());
  });

  it('accepts an answer once and in time', async () => {
    const owner = await newUser();
    const { device } = await addPasskey(owner);
    const question = await logInQuestion(owner.how);
    const answer = { passkey: device.use(question) };
    const both = await Promise.all([
      accounts.call('POST login', answer, owner.how),
      accounts.call('POST login', answer, owner.how),
    ]);
    expect(both.map(({ msg }) => msg).toSorted()).toEqual(['success', 'verificationExpired']);
    const late = await logInQuestion(owner.how);
    accounts.pass(passkeyQuestionLifeMs);
    const answered = await accounts.call('POST login', { passkey: device.use(late) }, owner.how);
    expect(answered.msg).toBe('verificationExpired');
  });

  it('refuses a counter that goes back or does not increase', async () => {
    const owner = await newUser();
    const { device } = await addPasskey(owner);
    expect((await logIn(owner.how, device, { counter: 7 })).msg).toBe('success');
    for (const counter of [7, 6, 0])
      expect((await logIn(owner.how, device, { counter })).msg).toBe('accountOrPasswordWrong');
    expect((await logIn(owner.how, device, { counter: 8 })).msg).toBe('success');
  });

  it('accepts a device without a counter', async () => {
    const owner = await newUser();
    const { device } = await addPasskey(owner);
    for (let turn = 0; turn < 2; turn += 1)
      expect((await logIn(owner.how, device, { counter: 0 })).msg).toBe('success');
  });

  it('refuses other sites, other users, other keys and unverified ones', async () => {
    const owner = await newUser();
    const { device } = await addPasskey(owner);
    const wrong: Bent[] = [
      { origin: 'https://evil.example' },
      { userVerified: false },
      { type: 'webauthn.create' },
      { userHandle: Buffer.from('100000').toString('base64url') },
    ];
    for (const bent of wrong) expect((await logIn(owner.how, device, bent)).msg).toBe('accountOrPasswordWrong');
    expect((await logIn(owner.how, new TestAuthenticator(origin))).msg).toBe('accountOrPasswordWrong');
    const stolen = new TestAuthenticator(origin);
    Object.assign(stolen, { id: device.id });
    expect((await logIn(owner.how, stolen)).msg).toBe('accountOrPasswordWrong');
    const made = await accounts.call('POST login', { passkey: { challenge: 'x' } }, owner.how);
    expect(made.msg).toBe('operationFailed');
  });

  it('issues no challenge to a foreign page, and refuses an answer for another origin', async () => {
    const owner = await newUser();
    const { device } = await addPasskey(owner);
    const foreign = { address: owner.how.address };
    expect((await accounts.call('POST login', { ask: 'passkey' }, foreign)).msg).toBe('operationFailed');
    const elsewhere = { ...owner.how, origin: 'https://mirror.example' };
    const question = await logInQuestion(elsewhere);
    expect((await accounts.call('POST login', { passkey: device.use(question) }, owner.how)).msg).toBe(
      'operationFailed',
    );
    // A mirror gets answers for its own domain only, which are useless here.
    const mirrored = new TestAuthenticator('https://mirror.example');
    Object.assign(mirrored, { id: device.id });
    expect((await logIn(elsewhere, mirrored)).msg).toBe('accountOrPasswordWrong');
  });

  it('refuses a closed account', async () => {
    const owner = await newUser();
    const { device } = await addPasskey(owner);
    await accounts.database.pool.query('UPDATE users SET disabled = true WHERE id = $1', [owner.userId]);
    expect((await logIn(owner.how, device)).msg).toBe('accountDisabled');
  });

  it('limits how often one address may try', async () => {
    const owner = await newUser();
    const answers: string[] = [];
    for (let tried = 0; tried < 31; tried += 1)
      answers.push((await logIn(owner.how, new TestAuthenticator(origin))).msg);
    expect(answers.filter((msg) => msg === 'accountOrPasswordWrong')).toHaveLength(30);
    expect(answers[30]).toBe('verificationTooOften');
  });

  it('limits challenges per address, and removes unanswered ones', async () => {
    const owner = await newUser();
    const most = accounts.deps.limits.passkeyQuestionsOfAddress.most;
    for (let asked = 0; asked < most; asked += 1) await passkeys.askToLogIn(owner.facts);
    await expect(passkeys.askToLogIn(owner.facts)).rejects.toThrow('verificationTooOften');
    accounts.pass(passkeyQuestionLifeMs + 1);
    await purgeExpired(accounts.database, accounts.deps.clock());
    await accounts.deps.sessions.endUnused();
    const { rows } = await accounts.database.pool.query('SELECT count(*)::int AS n FROM passkey_questions');
    expect(rows).toEqual([{ n: 0 }]);
  });
});
