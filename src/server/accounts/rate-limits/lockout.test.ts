import { array, assert, asyncProperty, integer, nat, record } from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allRuns } from '../../../../tests/depth.ts';
import { guessesOfPoolMax } from '#protocol/core/limits.ts';
import { secretHash } from './secret-hash.ts';
import { registration, type TestAccounts, testAccounts } from '../account/testing.ts';

const password = 'Kranich-47-see';
const pin = '805263';
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let accounts: TestAccounts;
let users = 0;

beforeAll(async () => {
  accounts = await testAccounts();
});
afterAll(() => accounts.close());

/** A user with a password and a transaction password, on a separate network. */
async function owner() {
  users += 1;
  const email = `guessed${users}@example.com`;
  const address = `127.1.${users}.1`;
  const token = await accounts.register(email, password, { address });
  accounts.pass(minuteMs);
  const proof = { by: 'password', password };
  const input = { kind: 'transaction', proof, password: pin, confirmation: pin };
  await accounts.call('POST pwd', input, { token, address });
  return { email, address, token, account: { by: 'email', email } };
}

type Owner = Awaited<ReturnType<typeof owner>>;

async function codeFor({ email, address }: Owner): Promise<string> {
  const input = { email, purpose: 'reset-password' };
  const { data } = await accounts.call('POST common/checkEmailSend', input, { address });
  return (data as unknown as { practiceMessage: { code: string } }).practiceMessage.code;
}

const logIn = ({ account }: Owner, given: string, address: string) =>
  accounts.call('POST login', { account, password: given }, { address });

/** One wrong attempt of every kind; returns whether it was checked. */
const wrongTries: readonly ((user: Owner, stranger: string) => Promise<boolean>)[] = [
  async (user, stranger) => (await logIn(user, 'wrong', stranger)).msg === 'accountOrPasswordWrong',
  async (user) => (await logIn(user, 'wrong', user.address)).msg === 'accountOrPasswordWrong',
  async ({ account }, stranger) => {
    const input = { account, purpose: 'reset-password', code: '000000' };
    return (await accounts.call('POST checkSmsCode', input, { address: stranger })).msg !== 'verificationTooOften';
  },
  async ({ token, address }) => {
    const proof = { by: 'password', password: '300100' };
    const input = { kind: 'transaction', proof, password: '927401', confirmation: '927401' };
    return (await accounts.call('PUT pwd', input, { token, address })).msg === 'transactionPasswordWrong';
  },
  async ({ token, address }) => {
    const input = { kind: 'login', proof: { by: 'password', password: 'wrong' }, password: `${password}2` };
    const answer = await accounts.call('PUT pwd', { ...input, confirmation: `${password}2` }, { token, address });
    return answer.msg === 'oldPasswordWrong';
  },
];

it('checks at most ten wrong attempts on an account a day, of every kind and from everywhere', async () => {
  const step = record({
    kind: nat(wrongTries.length - 1),
    stranger: integer({ min: 1, max: 250 }),
    minutes: nat(12),
  });
  await assert(
    asyncProperty(array(step, { minLength: 30, maxLength: 40 }), async (steps) => {
      const user = await owner();
      let lookedAt = 0;
      for (const { kind, stranger, minutes } of steps) {
        if (await wrongTries[kind]?.(user, `127.2.0.${stranger}`)) lookedAt += 1;
        accounts.pass(minutes * minuteMs);
      }
      expect(lookedAt).toBeLessThanOrEqual(2 * guessesOfPoolMax);
    }),
    { numRuns: allRuns(6) },
  );
}, 60_000);

it('does not lock the owner out, whatever strangers try', async () => {
  const user = await owner();
  for (let time = 0; time < 12; time += 1) {
    await logIn(user, 'wrong', `127.3.0.${time}`);
    await wrongTries[2]?.(user, `127.3.1.${time}`);
    accounts.pass(11 * minuteMs);
  }
  expect((await logIn(user, password, '127.3.2.1')).msg).toBe('verificationTooOften');
  expect((await logIn(user, password, user.address)).msg).toBe('success');
  const proof = { by: 'password', password: pin };
  const input = { kind: 'transaction', proof, password: '927401', confirmation: '927401' };
  expect((await accounts.call('PUT pwd', input, user)).msg).toBe('success');
});

it('leaves attempts for a sent code when strangers used up those of the password', async () => {
  const user = await owner();
  for (let time = 0; time < 6; time += 1) await logIn(user, 'wrong', `127.4.0.${time}`);
  accounts.pass(minuteMs);
  const input = { account: user.account, purpose: 'reset-password', code: await codeFor(user) };
  expect((await accounts.call('POST checkSmsCode', input, { address: '127.4.1.1' })).msg).toBe('success');
  // Reading the owner's messages proves ownership.
  expect((await logIn(user, password, '127.4.1.2')).msg).toBe('success');
});

it('knows a network for ninety days after a log-in, and the twenty newest of them', async () => {
  const user = await owner();
  for (let time = 1; time <= 21; time += 1) {
    expect((await logIn(user, password, `127.5.0.${time}`)).msg).toBe('success');
    accounts.pass(1_000);
  }
  const { rows } = await accounts.database.pool.query<{ id: string; n: number }>(
    `SELECT u.id, count(*)::int AS n FROM known_networks k JOIN users u ON u.id = k.user_id
      WHERE u.email = $1 GROUP BY u.id`,
    [user.email],
  );
  expect(rows[0]?.n).toBe(20);
  const oldest = await accounts.database.pool.query('SELECT 1 FROM known_networks WHERE network_hash = $1', [
    secretHash('network', rows[0]?.id ?? '', user.address),
  ]);
  expect(oldest.rowCount).toBe(0);
  for (let time = 0; time < 5; time += 1) await logIn(user, 'wrong', `127.5.1.${time}`);
  expect((await logIn(user, password, '127.5.0.21')).msg).toBe('success');
  accounts.pass(91 * dayMs);
  for (let time = 0; time < 5; time += 1) await logIn(user, 'wrong', `127.5.1.${time}`);
  expect((await logIn(user, password, '127.5.0.21')).msg).toBe('verificationTooOften');
});

it('answers attempts on a missing account like those on an existing one', async () => {
  const user = await owner();
  const answers = async (account: object) => {
    const heard: unknown[] = [];
    for (let time = 0; time < 5; time += 1) {
      heard.push(await accounts.call('POST login', { account, password: 'wrong' }, { address: `127.6.0.${time}` }));
    }
    return heard;
  };
  const nobody = { by: 'email', email: registration('nobody-there@example.com', '', '').account.email };
  expect(await answers(user.account)).toEqual(await answers(nobody));
});
