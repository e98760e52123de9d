import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atDepth } from '../../../../tests/depth.ts';
import { dayMs, minuteMs } from '#protocol/core/durations.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import { robotOwner } from '#server/core/ledger/account.ts';
import { givePractice } from '#server/core/ledger/testing.ts';
import { contextFor } from '#server/http/testing.ts';
import { testReferrals, type TestReferrals } from './testing.ts';

let team: TestReferrals;
beforeAll(async () => void (team = await testReferrals()));
afterAll(() => team.close());

const usdt = (amount: string) => toUnits(amount, 8);
const info = (owner: bigint) => team.area().calls['GET earningsInfo']({}, contextFor(owner));
const members = (owner: bigint, generation: 'direct' | 'indirect' = 'direct') =>
  team.area().calls['GET teamDetail']({ generation, size: 20 }, contextFor(owner));
const rebates = (owner: bigint, show: 'all' | 'reversed' = 'all') =>
  team.area().calls['GET earningsPage']({ show, size: 20 }, contextFor(owner));
const move = (owner: bigint, amount: string, key?: string) =>
  team.area().calls['POST myearnings']({ asset: 'USDT', amount }, contextFor(owner, key));

/** Passes the end of the day and what is due after it. */
async function credit(): Promise<void> {
  team.pass(dayMs);
  await team.area().creditDue();
  expect(await team.faults()).toEqual([]);
}

/** Somebody with a member, and a member of that one. */
async function threeGenerations() {
  const top = await team.user();
  const middle = await team.user(top);
  const low = await team.user(middle);
  return { top, middle, low };
}

describe('rebates', () => {
  it('are shares of the fees of two generations, credited once after the end of the day', async () => {
    const { top, middle, low } = await threeGenerations();
    const fees = (await team.balance(3n)).available;
    await team.fee(low, usdt('10'));
    await team.fee(middle, usdt('4'));
    await team.area().creditDue();
    expect(await team.held(top)).toEqual({ held: 0n, owed: 0n });
    await credit();
    // 15 % of those who came by an invitation of one's own, 3 % of those who came by theirs.
    expect(await team.held(middle)).toEqual({ held: usdt('1.5'), owed: 0n });
    expect(await team.held(top)).toEqual({ held: usdt('0.9'), owed: 0n });
    expect(await team.held(low)).toEqual({ held: 0n, owed: 0n });
    expect((await team.balance(3n)).available - fees).toBe(usdt('14') - usdt('2.4'));
    expect(team.changed).toEqual(expect.arrayContaining([top, middle]));
    await credit();
    await team.restart();
    await credit();
    expect(await team.held(middle)).toEqual({ held: usdt('1.5'), owed: 0n });
    const { list } = await rebates(top);
    expect(list.map(({ generation, amount, share }) => ({ generation, amount, share }))).toEqual([
      { generation: 'indirect', amount: '0.3', share: '0.03' },
      { generation: 'direct', amount: '0.6', share: '0.15' },
    ]);
  });

  it('count fees of contracts, and pay them from the wallet they were kept in', async () => {
    const inviter = await team.user();
    const member = await team.user(inviter);
    const before = (await team.balance(3n, 'contract')).available;
    await team.contractFee(member, usdt('20'));
    await credit();
    expect(await team.held(inviter)).toEqual({ held: usdt('3'), owed: 0n });
    expect((await team.balance(3n, 'contract')).available - before).toBe(usdt('17'));
  });

  it('count fees of a robot as its owner’s', async () => {
    const inviter = await team.user();
    const member = await team.user(inviter);
    const { rows } = await team.database.pool.query<{ id: string }>(
      `INSERT INTO robots (owner, name, strategy, pair, base, quote, state, parameters, put_in, quote_held, base_held, cost,
         cost_fees, realized, fees, net, trades, pairs, bought, ref_base, last_ref, service_fee_ppm, charged_to, service_fee, day,
         day_value, day_fees, day_trades, started_at, changed_at, updated_at, product_use, own_use)
       VALUES ($1, 'One', 'grid', 'BTCUSDT', 'BTC', 'USDT', 'running', '{}', 1, 1, 0, 0,
         0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0,
         0, 0, 0, 0, 0, 0, 1, 1) RETURNING id`,
      [member],
    );
    const robot = robotOwner(BigInt(rows[0]?.id ?? 0));
    await givePractice(team.database, [robot], { asset: 'USDT', amount: '100' }, team.now());
    await team.fee(robot, usdt('20'));
    await credit();
    expect(await team.held(inviter)).toEqual({ held: usdt('3'), owed: 0n });
  });

  it('are credited at 00:05 in UTC+8, and not before', async () => {
    const inviter = await team.user();
    const member = await team.user(inviter);
    await team.fee(member, usdt('1'));
    const { cycle } = await info(inviter);
    expect(new Date(cycle.nextAt).toISOString()).toMatch(/T16:05:00\.000Z$/);
    team.pass(cycle.nextAt - team.now() - 1);
    await team.area().creditDue();
    expect((await team.held(inviter)).held).toBe(0n);
    team.pass(1);
    await team.area().creditDue();
    expect((await team.held(inviter)).held).toBe(usdt('0.15'));
  });

  it('follow the level, which counts direct members who traded', async () => {
    const inviter = await team.user();
    const three = [await team.user(inviter), await team.user(inviter), await team.user(inviter)];
    await team.user(inviter);
    for (const member of three) await team.fee(member, usdt('1'));
    await credit();
    expect((await team.held(inviter)).held).toBe(usdt('0.6'));
    expect(await info(inviter)).toMatchObject({
      level: { level: 2, direct: '0.2' },
      next: { level: 3 },
      traded: 3,
      direct: 4,
      coins: [{ asset: 'USDT', held: '0.6', credited: '0.6' }],
      weeks: [{ asset: 'USDT', list: [{ direct: '0.6', indirect: '0', fees: '3', reversed: '0' }] }],
    });
  });

  it('are taken back with a fee that is given back, also after they were moved', async () => {
    const inviter = await team.user();
    const member = await team.user(inviter);
    await team.fee(member, usdt('10'));
    await credit();
    await move(inviter, '1');
    const fees = (await team.balance(3n)).available;
    await team.fee(member, -usdt('10'));
    await credit();
    // One was moved: it stays owed, and half of one comes back now.
    expect(await team.held(inviter)).toEqual({ held: 0n, owed: usdt('1') });
    expect((await team.balance(3n)).available - fees).toBe(-usdt('10') + usdt('0.5'));
    expect((await rebates(inviter, 'reversed')).list).toMatchObject([{ amount: '-1.5', share: null }]);
    expect(await info(inviter)).toMatchObject({ reversed: 1 });
    await team.fee(member, usdt('8'));
    await credit();
    expect(await team.held(inviter)).toEqual({ held: usdt('0.2'), owed: 0n });
  });

  it('wait while an operator stops the team or the coin', async () => {
    const inviter = await team.user();
    const member = await team.user(inviter);
    await team.fee(member, usdt('1'));
    team.gate.halted.add('USDT');
    await credit();
    expect((await team.held(inviter)).held).toBe(0n);
    await expect(move(inviter, '0.1')).rejects.toThrow('notYetOpen');
    team.gate.halted.delete('USDT');
    await team.area().creditDue();
    expect((await team.held(inviter)).held).toBe(usdt('0.15'));
  });
});

describe('moving rebates', () => {
  it('pays the spot wallet, and no more than is held', async () => {
    const inviter = await team.user();
    await team.fee(await team.user(inviter), usdt('10'));
    await credit();
    const before = (await team.balance(inviter)).available;
    await expect(move(inviter, '1.50000001')).rejects.toThrow('insufficientWalletBalance');
    await expect(move(await team.user(), '0.1')).rejects.toThrow('insufficientWalletBalance');
    expect(await move(inviter, '1.5')).toMatchObject({ amount: '1.5', held: '0' });
    expect((await team.balance(inviter)).available - before).toBe(usdt('1.5'));
    expect(await team.faults()).toEqual([]);
  });

  it('64 equal calls have one effect', async () => {
    const inviter = await team.user();
    await team.fee(await team.user(inviter), usdt('100'));
    await credit();
    const rounds = atDepth(3, 1);
    for (let round = 1; round <= rounds; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 64 }, () => move(inviter, '0.01', `equal-team-call-${round}`)),
      );
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect((await team.held(inviter)).held).toBe(usdt('15') - BigInt(round) * usdt('0.01'));
    }
  });
});

describe('members', () => {
  it('are shown with masked names, to their inviters alone', async () => {
    const { top, middle, low } = await threeGenerations();
    const direct = await members(top);
    expect(direct.list).toMatchObject([{ counts: true, traded: false, sums: [] }]);
    expect(direct.list[0]?.name).toMatch(/^m•••\d@e•••\.com$/);
    expect(JSON.stringify(direct)).not.toContain(middle.toString());
    expect((await members(top, 'indirect')).list).toHaveLength(1);
    expect((await members(low)).list).toEqual([]);
    expect(await info(low)).toMatchObject({ direct: 0, indirect: 0, coins: [] });
  });

  it('who look like their inviter pay nothing: the same device, a household too large, the same document', async () => {
    const home = { address: '203.0.113.7', userAgent: 'Safari on iPhone' };
    const inviter = await team.user(null, home);
    const self = await team.user(inviter, home);
    const other = (device: string) => team.user(inviter, { ...home, userAgent: device });
    const [one, crowd] = [await other('Chrome on Android'), await other('Firefox on Linux')];
    const far = await team.user(inviter);
    for (const owner of [inviter, far]) {
      await team.database.pool.query(
        `INSERT INTO verifications (owner, document_type, country, first_name, last_name, number, document_key, front,
                                    back, held, submitted_at, state)
         VALUES ($1, 'passport', 'SG', 'A', 'B', '1', $2, '', '', '', 0, 'refused')`,
        [owner, `key of ${inviter}`],
      );
    }
    for (const member of [self, one, crowd, far]) await team.fee(member, usdt('1'));
    await credit();
    expect((await team.held(inviter)).held).toBe(usdt('0.15'));
    const { list } = await members(inviter);
    expect(list.map(({ counts }) => counts)).toEqual([false, false, true, false]);
    expect(await info(inviter)).toMatchObject({ traded: 1, direct: 4 });
  });

  it('who registered before there were teams are added once', async () => {
    const fresh = await testReferrals();
    try {
      const inviter = await fresh.user();
      const member = await fresh.user(inviter);
      await fresh.database.pool.query('DELETE FROM team_reading; DELETE FROM team_members; DELETE FROM team_inviters');
      await fresh.restart();
      await fresh.restart();
      const { list } = await fresh
        .area()
        .calls['GET teamDetail']({ generation: 'direct', size: 20 }, contextFor(inviter));
      expect(list).toHaveLength(1);
      await fresh.fee(member, usdt('1'));
      fresh.pass(dayMs);
      await fresh.area().creditDue();
      expect((await fresh.held(inviter)).held).toBe(usdt('0.15'));
    } finally {
      await fresh.close();
    }
  });
});

it('runs by the minute in practice mode', async () => {
  const practice = await testReferrals('practice');
  try {
    const inviter = await practice.user();
    const member = await practice.user(inviter);
    await practice.fee(member, usdt('1'));
    practice.pass(minuteMs + 5_000);
    await practice.area().creditDue();
    expect((await practice.held(inviter)).held).toBe(usdt('0.15'));
  } finally {
    await practice.close();
  }
});
