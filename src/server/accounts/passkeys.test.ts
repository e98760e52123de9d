import { createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passkeyQuestionLifeMs, passkeysPerUser } from '../../contract/limits.ts';
import type { PageFacts } from '../http/handler.ts';
import { createPasskeys, type Passkeys } from './passkeys.ts';
import { purgeExpired } from '../purge.ts';
import { type TestAccounts, testAccounts } from './testing.ts';
import { type Bent, TestAuthenticator } from './testing-authenticator.ts';

const origin = 'https://dunlin.example';
const password = 'Kranich-47-see';

let accounts: TestAccounts;
let passkeys: Passkeys;
let people = 0;

beforeAll(async () => {
  accounts = await testAccounts();
  passkeys = createPasskeys(accounts.deps);
});
afterAll(() => accounts.close());

/** A person with an address of their own, so that no test meets the limits of another. */
async function newPerson() {
  people += 1;
  const how = { address: `127.0.7.${people}`, origin };
  const email = `passkey${people}@example.com`;
  const token = await accounts.register(email, password, how);
  const { data } = await accounts.call('GET info', {}, { ...how, token });
  const userId = BigInt((data as unknown as { id: string }).id);
  const facts: PageFacts = { requestId: 'test', address: how.address, isLocal: true, userAgent: 'test', origin };
  return { how, email, token, userId, facts };
}

type Person = Awaited<ReturnType<typeof newPerson>>;
type Question = { challenge: string };

async function addPasskey({ userId, facts }: Person, device = new TestAuthenticator(origin), bent: Bent = {}) {
  const question = (await passkeys.askToAdd(userId, facts)) as unknown as Question;
  const told = await passkeys.add(userId, 'Phone', device.make(question, bent), facts);
  return { device, told };
}

async function logInQuestion(how: Person['how']): Promise<Question> {
  const answer = await accounts.call('POST login', { ask: 'passkey' }, how);
  expect(answer.msg).toBe('success');
  return (answer.data as unknown as { passkeyQuestion: Question }).passkeyQuestion;
}

async function logIn(how: Person['how'], device: TestAuthenticator, bent: Bent = {}) {
  const question = await logInQuestion(how);
  return accounts.call('POST login', { passkey: device.use(question, bent) }, how);
}

describe('adding a passkey', () => {
  it('asks for one that verifies the person and is found without a name', async () => {
    const person = await newPerson();
    const question = await passkeys.askToAdd(person.userId, person.facts);
    expect(question).toMatchObject({
      rp: { id: 'dunlin.example' },
      user: { name: person.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
  });

  it('keeps it with a public key that browsers take', async () => {
    const person = await newPerson();
    const { device, told } = await addPasskey(person);
    const [listed] = await passkeys.list(person.userId);
    expect(listed).toEqual(told);
    expect(told).toMatchObject({ name: 'Phone', credential: device.id, usedAt: null, algorithm: 'ES256' });
    const key = Buffer.from(told.publicKey, 'base64url');
    expect(createPublicKey({ key, format: 'der', type: 'spki' }).asymmetricKeyType).toBe('ec');
    expect(await passkeys.askToAdd(person.userId, person.facts)).toMatchObject({
      excludeCredentials: [{ id: device.id, transports: ['internal'] }],
    });
  });

  it('takes an answer once, in time, from who was asked', async () => {
    const person = await newPerson();
    const other = await newPerson();
    const device = new TestAuthenticator(origin);
    const question = (await passkeys.askToAdd(person.userId, person.facts)) as unknown as Question;
    const answer = device.make(question);
    await expect(passkeys.add(other.userId, 'Theirs', answer, other.facts)).rejects.toThrow('verificationExpired');
    await expect(passkeys.add(person.userId, 'Phone', answer, person.facts)).rejects.toThrow('verificationExpired');
    const late = (await passkeys.askToAdd(person.userId, person.facts)) as unknown as Question;
    accounts.pass(passkeyQuestionLifeMs);
    await expect(passkeys.add(person.userId, 'Late', device.make(late), person.facts)).rejects.toThrow(
      'verificationExpired',
    );
    expect(await passkeys.list(person.userId)).toEqual([]);
  });

  it('refuses what is not right', async () => {
    const person = await newPerson();
    const bent: Bent[] = [{ origin: 'https://evil.example' }, { userVerified: false }, { type: 'webauthn.get' }];
    for (const each of bent) {
      await expect(addPasskey(person, new TestAuthenticator(origin), each)).rejects.toThrow('operationFailed');
    }
    await expect(addPasskey(person, new TestAuthenticator('https://evil.example'))).rejects.toThrow('operationFailed');
    await expect(passkeys.add(person.userId, '', {}, person.facts)).rejects.toThrow('enterName');
    await expect(passkeys.add(person.userId, 'Phone', { id: 1 }, person.facts)).rejects.toThrow('operationFailed');
    const nowhere = { ...person.facts, origin: null };
    await expect(passkeys.askToAdd(person.userId, nowhere)).rejects.toThrow('operationFailed');
    const number = { ...person.facts, origin: 'http://127.0.0.1:8080' };
    await expect(passkeys.askToAdd(person.userId, number)).rejects.toThrow('operationFailed');
  });

  it('keeps each passkey once and so many of one person', async () => {
    const person = await newPerson();
    const { device } = await addPasskey(person);
    const thief = await newPerson();
    await expect(addPasskey(thief, device)).rejects.toThrow('alreadyProcessed');
    for (let held = 1; held < passkeysPerUser; held += 1) await addPasskey(person);
    await expect(addPasskey(person)).rejects.toThrow('operationFailed');
    expect(await passkeys.list(person.userId)).toHaveLength(passkeysPerUser);
  });

  it('removes one’s own and nobody else’s', async () => {
    const person = await newPerson();
    const other = await newPerson();
    const { device, told } = await addPasskey(person);
    await expect(passkeys.remove(other.userId, BigInt(told.id))).rejects.toThrow('notFound');
    await passkeys.remove(person.userId, BigInt(told.id));
    expect(await passkeys.list(person.userId)).toEqual([]);
    expect((await logIn(person.how, device)).msg).toBe('accountOrPasswordWrong');
  });
});

describe('logging in by a passkey', () => {
  it('opens a session as the password does', async () => {
    const person = await newPerson();
    const { device } = await addPasskey(person);
    const answer = await logIn(person.how, device, {
      userHandle: Buffer.from(`${person.userId}`).toString('base64url'),
    });
    expect(answer.data).toMatchObject({ profile: { id: person.userId.toString() } });
    const { token } = answer.data as unknown as { token: string };
    expect((await accounts.call('GET info', {}, { ...person.how, token })).msg).toBe('success');
    const [used] = await passkeys.list(person.userId);
    expect(used?.usedAt).toBe(accounts.now());
  });

  it('takes an answer once and in time', async () => {
    const person = await newPerson();
    const { device } = await addPasskey(person);
    const question = await logInQuestion(person.how);
    const answer = { passkey: device.use(question) };
    const both = await Promise.all([
      accounts.call('POST login', answer, person.how),
      accounts.call('POST login', answer, person.how),
    ]);
    expect(both.map(({ msg }) => msg).toSorted()).toEqual(['success', 'verificationExpired']);
    const late = await logInQuestion(person.how);
    accounts.pass(passkeyQuestionLifeMs);
    const answered = await accounts.call('POST login', { passkey: device.use(late) }, person.how);
    expect(answered.msg).toBe('verificationExpired');
  });

  it('refuses a count that goes back or stands still', async () => {
    const person = await newPerson();
    const { device } = await addPasskey(person);
    expect((await logIn(person.how, device, { counter: 7 })).msg).toBe('success');
    for (const counter of [7, 6, 0])
      expect((await logIn(person.how, device, { counter })).msg).toBe('accountOrPasswordWrong');
    expect((await logIn(person.how, device, { counter: 8 })).msg).toBe('success');
  });

  it('takes a device that does not count', async () => {
    const person = await newPerson();
    const { device } = await addPasskey(person);
    for (let turn = 0; turn < 2; turn += 1)
      expect((await logIn(person.how, device, { counter: 0 })).msg).toBe('success');
  });

  it('refuses other sites, other people, other keys and unverified ones', async () => {
    const person = await newPerson();
    const { device } = await addPasskey(person);
    const wrong: Bent[] = [
      { origin: 'https://evil.example' },
      { userVerified: false },
      { type: 'webauthn.create' },
      { userHandle: Buffer.from('100000').toString('base64url') },
    ];
    for (const bent of wrong) expect((await logIn(person.how, device, bent)).msg).toBe('accountOrPasswordWrong');
    expect((await logIn(person.how, new TestAuthenticator(origin))).msg).toBe('accountOrPasswordWrong');
    const stolen = new TestAuthenticator(origin);
    Object.assign(stolen, { id: device.id });
    expect((await logIn(person.how, stolen)).msg).toBe('accountOrPasswordWrong');
    const made = await accounts.call('POST login', { passkey: { challenge: 'x' } }, person.how);
    expect(made.msg).toBe('operationFailed');
  });

  it('asks nothing of a page that is not the exchange’s own, and takes no answer for another address', async () => {
    const person = await newPerson();
    const { device } = await addPasskey(person);
    const foreign = { address: person.how.address };
    expect((await accounts.call('POST login', { ask: 'passkey' }, foreign)).msg).toBe('operationFailed');
    const elsewhere = { ...person.how, origin: 'https://mirror.example' };
    const question = await logInQuestion(elsewhere);
    expect((await accounts.call('POST login', { passkey: device.use(question) }, person.how)).msg).toBe(
      'operationFailed',
    );
    // The mirror gets a passkey's answer for its own name only, which opens nothing.
    const mirrored = new TestAuthenticator('https://mirror.example');
    Object.assign(mirrored, { id: device.id });
    expect((await logIn(elsewhere, mirrored)).msg).toBe('accountOrPasswordWrong');
  });

  it('turns a closed account away', async () => {
    const person = await newPerson();
    const { device } = await addPasskey(person);
    await accounts.database.pool.query('UPDATE users SET disabled = true WHERE id = $1', [person.userId]);
    expect((await logIn(person.how, device)).msg).toBe('accountDisabled');
  });

  it('limits how often one address may try', async () => {
    const person = await newPerson();
    const answers: string[] = [];
    for (let tried = 0; tried < 31; tried += 1)
      answers.push((await logIn(person.how, new TestAuthenticator(origin))).msg);
    expect(answers.filter((msg) => msg === 'accountOrPasswordWrong')).toHaveLength(30);
    expect(answers[30]).toBe('verificationTooOften');
  });

  it('limits how often one address may ask, and forgets what nobody answered', async () => {
    const person = await newPerson();
    const most = accounts.deps.limits.passkeyQuestionsOfAddress.most;
    for (let asked = 0; asked < most; asked += 1) await passkeys.askToLogIn(person.facts);
    await expect(passkeys.askToLogIn(person.facts)).rejects.toThrow('verificationTooOften');
    accounts.pass(passkeyQuestionLifeMs + 1);
    await purgeExpired(accounts.database, accounts.deps.clock());
    await accounts.deps.sessions.endUnused();
    const { rows } = await accounts.database.pool.query('SELECT count(*)::int AS n FROM passkey_questions');
    expect(rows).toEqual([{ n: 0 }]);
  });
});
