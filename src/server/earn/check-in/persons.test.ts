import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import { hourMs } from '#protocol/core/durations.ts';
import { givePractice } from '#server/core/ledger/testing.ts';
import { productOwners } from '../backing/accounts.ts';
import { rewardsOfNetwork } from './devices.ts';
import { releasedBy } from './rules.ts';
import { testCheckIn, type TestCheckIn } from './testing.ts';

/** Signing in on a live exchange, whose rewards account is funded. */

let world: TestCheckIn;
let made = 0;

beforeAll(async () => {
  world = await testCheckIn(Date.UTC(2026, 10, 2, 4), 'live');
  await givePractice(world.database, [productOwners.rewards], { asset: 'USDT', amount: '10000' });
});
afterAll(() => world.close());

async function user(verification: 'verified' | 'not-verified' = 'verified'): Promise<bigint> {
  made += 1;
  const { rows } = await world.database.pool.query<{ id: string }>(
    `INSERT INTO users (invitation_code, language, created_at, verification) VALUES ($1, 'en', 0, $2) RETURNING id`,
    [`person${made}`, verification],
  );
  return BigInt(rows[0]?.id ?? 0);
}

/** A device of its own in a network of its own. */
function own() {
  made += 1;
  return { device: `device-of-a-test-${made}`, address: `198.51.${100 + Math.floor(made / 250)}.${made % 250}` };
}

describe('a reward of a live exchange', () => {
  it('is paid to none of forty fresh accounts, and to one with a verified identity', async () => {
    const fresh = await Promise.all(Array.from({ length: 40 }, () => user('not-verified')));
    const answers = await Promise.allSettled(fresh.map((owner) => world.signIn(owner, undefined, own())));
    expect(answers.map((one) => (one.status === 'rejected' ? (one.reason as { code: number }).code : 'paid'))).toEqual(
      fresh.map(() => codes.noRealName),
    );
    expect(await world.signIn(await user(), undefined, own())).toMatchObject({ reward: '0.2' });
  });

  it('is paid once a day to a device, whoever asks', async () => {
    const { device } = own();
    const [one, other] = [await user(), await user()];
    expect(await world.signIn(one, undefined, { ...own(), device })).toMatchObject({ reward: '0.2' });
    await expect(world.signIn(other, undefined, { ...own(), device })).rejects.toMatchObject({
      code: codes.alreadySignedIn,
      data: { by: 'device' },
    });
    expect(await world.signIn(other, undefined, own())).toMatchObject({ streak: 1 });
    world.passDays(1);
    expect(await world.signIn(other, undefined, { ...own(), device })).toMatchObject({ streak: 2 });
  });

  it('is paid once to programs that name no device, by their description in their network', async () => {
    const { address } = own();
    const from = { address, userAgent: 'script/1' };
    await world.signIn(await user(), undefined, from);
    await expect(world.signIn(await user(), undefined, from)).rejects.toMatchObject({ code: codes.alreadySignedIn });
    await world.signIn(await user(), undefined, { address, userAgent: 'script/2' });
  });

  it('waits where a network takes too many, and is paid there an hour later', async () => {
    const { address } = own();
    for (let nth = 0; nth < rewardsOfNetwork.most; nth += 1) {
      await world.signIn(await user(), undefined, { ...own(), address });
    }
    const late = await user();
    await expect(world.signIn(late, undefined, { ...own(), address })).rejects.toMatchObject({
      code: codes.verificationTooOften,
    });
    world.passMs(hourMs + 1);
    expect(await world.signIn(late, undefined, { ...own(), address })).toMatchObject({ streak: 1 });
  });
});

describe('the pool of a month', () => {
  it('is released by the day, and what is not claimed stays for later', () => {
    const month = { first: 100, last: 129 };
    expect([100, 101, 129].map((day) => releasedBy(10_000n, day, month))).toEqual([333n, 666n, 10_000n]);
  });

  it('is not emptied by a burst: the days after have their part', async () => {
    const burst = await testCheckIn(Date.UTC(2026, 10, 1, 4), 'live');
    try {
      await givePractice(burst.database, [productOwners.rewards], { asset: 'USDT', amount: '10000' });
      // 0.6 USDT a day.
      await burst.setBudget('18');
      const { rows } = await burst.database.pool.query<{ id: string }>(
        `INSERT INTO users (invitation_code, language, created_at, verification)
         SELECT 'burst' || n, 'en', 0, 'verified' FROM generate_series(1, 12) n RETURNING id`,
      );
      const owners = rows.map(({ id }) => BigInt(id));
      const rewards = async (asking: readonly bigint[]) =>
        (await Promise.all(asking.map((owner) => burst.signIn(owner, undefined, own())))).map(({ reward }) => reward);
      expect((await rewards(owners.slice(0, 6))).toSorted()).toEqual(['0', '0', '0', '0.2', '0.2', '0.2']);
      expect((await burst.state(owners[6] ?? 0n)).pool).toMatchObject({ left: '17.4', leftToday: '0' });
      burst.passDays(2);
      // Two days' parts, of which nothing was claimed yet: 1.2 USDT.
      expect((await burst.state(owners[6] ?? 0n)).pool).toMatchObject({ leftToday: '1.2' });
      expect((await rewards(owners.slice(6))).toSorted()).toEqual(Array.from({ length: 6 }, () => '0.2'));
    } finally {
      await burst.close();
    }
  });
});
