import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RiskArea } from '#protocol/accounts/entities/binding.ts';
import { type TestAccounts, testAccounts } from '../account/testing.ts';
import { createRiskAcceptance } from './risk-acceptance.ts';
import { securityTopics } from './topic.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await testAccounts();
});
afterAll(() => accounts.close());

async function newcomer(): Promise<{ token: string; id: bigint }> {
  const { data } = await accounts.call('POST register', { kind: 'practice' }, { address: '127.0.9.1' });
  const { token, profile } = data as unknown as { token: string; profile: { id: string } };
  return { token, id: BigInt(profile.id) };
}

const accept = (token: string, area: string) =>
  accounts.call('POST bindAccount', { kind: 'risk', area }, { token, address: '127.0.9.1' });

it('an accepted risk warning is kept per account, needs no proof, and the first time stays', async () => {
  const [one, other] = [await newcomer(), await newcomer()];
  expect((await accept(one.token, 'options')).data).toMatchObject({ risks: ['options'] });
  const { rows: first } = await accounts.database.pool.query('SELECT risks FROM users WHERE id = $1', [one.id]);
  accounts.pass(60_000);
  expect((await accept(one.token, 'options')).data).toMatchObject({ risks: ['options'] });
  const { rows: again } = await accounts.database.pool.query('SELECT risks FROM users WHERE id = $1', [one.id]);
  expect(again).toEqual(first);
  const both = (await accept(one.token, 'contracts')).data as unknown as { risks: RiskArea[] };
  expect(both.risks.toSorted()).toEqual(['contracts', 'options']);
  // The account topic says so after a restart too, and nothing of it to others.
  const risks = createRiskAcceptance({ database: accounts.database, clock: () => 0 });
  expect((await risks.read(one.id)).toSorted()).toEqual(['contracts', 'options']);
  expect(await securityTopics(risks).account?.load(other.id)).toEqual({ risks: [] });
  await expect(accept(one.token, 'spot')).rejects.toThrow('HTTP 400');
});

it('a change is published to the account that accepted', async () => {
  const { id } = await newcomer();
  const risks = createRiskAcceptance({ database: accounts.database, clock: () => 7 });
  const published: unknown[] = [];
  securityTopics(risks).account?.publishTo({
    isEmpty: false,
    has: () => true,
    owners: () => [id],
    changed: (owner, change) => published.push([owner, change]),
  });
  await risks.accept(id, 'contracts');
  expect(published).toEqual([[id, { risks: ['contracts'] }]]);
});
