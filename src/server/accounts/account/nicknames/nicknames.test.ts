import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localAddresses, testAccounts, type TestAccounts } from '../testing.ts';
import { compareNicknames } from './comparing.ts';
import { nicknameKey } from './nicknames.ts';

const password = 'Tr0ubled-otter';
const nextAddress = localAddresses();
const sent: string[] = [];
let accounts: TestAccounts;
let made = 0;

beforeAll(async () => {
  accounts = await testAccounts({
    notices: { send: async (_, owner, __, article) => void sent.push(`${owner} ${article}`) },
  });
});
afterAll(() => accounts.close());

async function user(): Promise<{ token: string; id: string }> {
  made += 1;
  const token = await accounts.register(`named${made}@example.com`, password, { address: nextAddress() });
  const { id } = (await accounts.call('GET info', {}, { token })).data as unknown as { id: string };
  return { token, id };
}

const put = async (token: string, nickname: string) =>
  (await accounts.call('PUT nickName', { nickname }, { token })).msg;

/** A user as a version without these rules left one. */
async function olderUser(nickname: string, setAt: number | null = null): Promise<string> {
  const { id } = await user();
  await accounts.database.pool.query(
    'UPDATE users SET nickname = $2, nickname_key = $3, nickname_set_at = $4, nickname_rules = 0 WHERE id = $1',
    [id, nickname, `${id} ${nicknameKey(nickname)}`, setAt],
  );
  return id;
}

async function problems(...ids: readonly string[]): Promise<(string | null)[]> {
  const { rows } = await accounts.database.pool.query<{ id: string; nickname_problem: string | null }>(
    'SELECT id, nickname_problem FROM users WHERE id = ANY ($1::bigint[])',
    [ids],
  );
  return ids.map((id) => rows.find((row) => row.id === id)?.nickname_problem ?? null);
}

describe('PUT nickName', () => {
  it('refuses names that pass for staff, and mixed scripts and symbols', async () => {
    const { token } = await user();
    for (const name of [
      'Dunlln',
      'ᴅunlin',
      'ADMlN',
      'поддержка',
      'Security Team',
      'Hỗ Trợ',
      'ԁunlin',
      'sυpport',
      'Ꭺdmin',
      '客☆服',
      '官/方',
    ]) {
      expect([name, await put(token, name)]).toEqual([name, 'nicknameTaken']);
    }
    for (const name of ['GoldTrаder', 'Ꭺnna', 'Gold ✓', 'Gold ✅', 'a|b', 'สมชาย Som']) {
      expect([name, await put(token, name)]).toEqual([name, 'enterName']);
    }
  });

  it('refuses what looks like another user’s name, until that one has another', async () => {
    const [gold, other] = [await user(), await user()];
    expect(await put(gold.token, 'GoldTrader')).toBe('success');
    for (const name of ['GoIdTrader', 'goldtrader', 'G0ldTrader', 'GOIDTRADER', 'ＧｏｌｄＴｒａｄｅｒ']) {
      expect([name, await put(other.token, name)]).toEqual([name, 'nicknameTaken']);
    }
    // Whole words of one script, which look like a Latin one.
    expect(await put(gold.token, 'OPEX')).toBe('success');
    expect(await put(other.token, 'ОРЕХ')).toBe('nicknameTaken');
    expect(await put(other.token, 'GoIdTrader')).toBe('success');
    expect(await put(gold.token, 'opex')).toBe('success');
  });

  it('gives a name to one of two that ask at once', async () => {
    const users = [await user(), await user(), await user()];
    const answers = await Promise.all(
      users.map(({ token }, index) => put(token, ['Lilly', 'LiIly', 'Li1ly'][index] ?? '')),
    );
    expect(answers.toSorted()).toEqual(['nicknameTaken', 'nicknameTaken', 'success']);
  });
});

describe('names from before', () => {
  it('are compared: the newer of two alike is asked to change, and so is who passes for staff', async () => {
    sent.length = 0;
    const older = await olderUser('SilverBird');
    const newer = await olderUser('SiIverBird');
    const staff = await olderUser('Аdmin');
    const symbols = await olderUser('Mei 🌸');
    await compareNicknames(accounts.deps);
    expect(await problems(older, newer, staff, symbols)).toEqual([null, 'like-another', 'like-staff', 'unreadable']);
    expect(sent.toSorted()).toEqual([newer, staff, symbols].map((id) => `${id} notice/nickname-change`).toSorted());
    expect(await compareNicknames(accounts.deps)).toBe(0);
  });

  it('are older than one that was set before they were compared', async () => {
    const older = await olderUser('CopperBird');
    const quick = await user();
    expect(await put(quick.token, 'C0pperBird')).toBe('success');
    sent.length = 0;
    await compareNicknames(accounts.deps);
    expect(await problems(older, quick.id)).toEqual([null, 'like-another']);
    expect(sent).toEqual([`${quick.id} notice/nickname-change`]);
    const info = async () => (await accounts.call('GET info', {}, { token: quick.token })).data;
    expect(await info()).toMatchObject({ nicknameProblem: 'like-another' });
    expect(await put(quick.token, 'C0pperBird')).toBe('nicknameTaken');
    expect(await put(quick.token, 'Zinc Bird')).toBe('success');
    expect(await info()).toMatchObject({ nicknameProblem: null });
  });
});
