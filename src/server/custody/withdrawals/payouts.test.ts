import { afterAll, describe, expect, it } from 'vitest';
import type { SignedTransfer, TransferStatus, WatchedChain } from '../chains/chain.ts';
import { TransferRefused } from '../chains/transfer-refused.ts';
import { noStops } from '#server/core/gate/stops.ts';
import type { Database } from '#server/core/store/database.ts';
import { testDatabase } from '#server/core/store/testing.ts';
import { createLogger } from '#server/core/log/log.ts';
import { contextFor } from '#server/http/testing.ts';
import { giveBackApproved } from './settlement.ts';
import { withdrawalBench } from './testing.ts';

const database = await testDatabase();
afterAll(() => database.close());
const bench = await withdrawalBench(database);

class Crash extends Error {}

/** An approved withdrawal of 100 USDT to an address of its own. */
async function approved() {
  const owner = await bench.user({ USDT: '100' });
  const address = bench.strangersAddress();
  const { id } = await bench.ask(owner, { address });
  await bench.decide(true);
  expect(await bench.state(id)).toBe('approved');
  return { owner, address, id };
}

async function mine(blocks: number): Promise<void> {
  for (let mined = 0; mined < blocks; mined += 1) await bench.chain.mine();
}

/** Runs turns, each as after a server start, with blocks between them, until nothing is pending. */
async function payAll(payouts = bench.payouts()): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) {
    if (!(await payouts.turn())) return;
    await bench.chain.mine();
  }
  throw new Error('something is under way for ever');
}

/** Paid once on the chain, and completed once. */
async function expectPaidOnce({ owner, address, id }: Awaited<ReturnType<typeof approved>>): Promise<void> {
  expect(await bench.state(id)).toBe('confirmed');
  expect(await bench.payments(address)).toEqual([9_900_000_000n]);
  expect(await bench.balance(owner)).toEqual({ available: 0n, frozen: 0n });
  const { rows } = await database.pool.query(
    `SELECT kind, count(DISTINCT journal_id)::int AS count FROM ledger_entries
      WHERE reference = $1 AND kind LIKE 'withdrawal%' GROUP BY kind ORDER BY kind`,
    [id],
  );
  expect(rows).toEqual([
    { kind: 'withdrawal', count: 1 },
    { kind: 'withdrawal-fee', count: 1 },
    { kind: 'withdrawal-freeze', count: 1 },
  ]);
  expect(await bench.faults()).toEqual([]);
}

describe('a withdrawal that was approved', () => {
  it('is sent, confirmed block by block, and debited from frozen once', async () => {
    const one = await approved();
    const payouts = bench.payouts();
    expect(await payouts.turn()).toBe(true);
    expect(await bench.state(one.id)).toBe('sent');
    const [published] = await bench.withdrawals.underWay(one.owner);
    expect(published).toMatchObject({ state: 'sent', confirmations: 0, neededConfirmations: 2 });
    expect(published?.hash).toMatch(/^0x[0-9a-f]{64}$/);
    await mine(1);
    await payouts.turn();
    expect(await bench.withdrawals.underWay(one.owner)).toMatchObject([{ state: 'sent', confirmations: 1 }]);
    expect((await bench.balance(one.owner)).frozen).toBe(10_000_000_000n);
    await mine(1);
    expect(await payouts.turn()).toBe(false);
    await expectPaidOnce(one);
    await mine(5);
    await bench.payouts().turn();
    await expectPaidOnce(one);
  });

  it('does not block others when it cannot be settled, and is settled once possible', async () => {
    const [bad, good] = [await approved(), await approved()];
    await database.pool.query(`
      CREATE FUNCTION refuse_ending() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.id = ${bad.id} AND NEW.state = 'confirmed' THEN RAISE EXCEPTION 'this one is broken'; END IF;
        RETURN NEW; END $$;
      CREATE TRIGGER refuse_ending BEFORE UPDATE ON withdrawals FOR EACH ROW EXECUTE FUNCTION refuse_ending()`);
    const payouts = bench.payouts();
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await payouts.turn()).toBe(true);
      await bench.chain.mine();
    }
    await expectPaidOnce(good);
    expect(await bench.state(bad.id)).toBe('sent');
    await database.pool.query('DROP TRIGGER refuse_ending ON withdrawals');
    bench.pass(120_000);
    await payAll(payouts);
    await expectPaidOnce(bad);
  });

  it('leaves in the order of approval, each with the next nonce', async () => {
    const owner = await bench.user({ USDT: '1000' });
    const address = bench.strangersAddress();
    for (const amount of ['10', '11', '12', '13']) await bench.ask(owner, { address, amount });
    await bench.decide(true);
    await payAll();
    expect(await bench.payments(address)).toEqual([900_000_000n, 1_000_000_000n, 1_100_000_000n, 1_200_000_000n]);
  });

  it('is refunded with its fee and the reason when the reviewer refuses', async () => {
    const owner = await bench.user({ USDT: '100' });
    const { id } = await bench.ask(owner);
    await bench.decide(false, 'the address is on a list');
    expect(await bench.state(id)).toBe('refused');
    expect(await bench.balance(owner)).toEqual({ available: 10_000_000_000n, frozen: 0n });
    const { list } = await bench.withdrawals.calls['GET coinRecord']({ size: 20 }, contextFor(owner));
    expect(list).toMatchObject([{ state: 'refused', reason: 'the address is on a list', hash: null }]);
    expect(await bench.payouts().turn()).toBe(false);
    expect(await bench.faults()).toEqual([]);
  });

  it('is refunded with its fee when its transfer failed on the chain', async () => {
    const store = await testDatabase();
    const alone = await withdrawalBench(store);
    const owner = await alone.user({ USDT: '100' });
    const { id } = await alone.ask(owner);
    await alone.decide(true);
    let status: TransferStatus = { state: 'failed', confirmations: 1 };
    const failing = { ...alone.chain, status: () => Promise.resolve(status) };
    await alone.payouts(failing).turn();
    expect(await alone.state(id)).toBe('sent');
    status = { state: 'failed', confirmations: 2 };
    await alone.payouts(failing).turn();
    expect(await alone.state(id)).toBe('failed');
    expect(await alone.balance(owner)).toEqual({ available: 10_000_000_000n, frozen: 0n });
    expect(await alone.faults()).toEqual([]);
    await store.close();
  });

  it('returns to pending when its block is dropped, and is settled by later blocks', async () => {
    const one = await approved();
    const payouts = bench.payouts();
    await payouts.turn();
    await mine(1);
    await payouts.turn();
    expect(await bench.withdrawals.underWay(one.owner)).toMatchObject([{ confirmations: 1 }]);
    const seen = over({ status: () => Promise.resolve({ state: 'waiting' }) });
    await bench.payouts(seen).turn();
    expect(await bench.withdrawals.underWay(one.owner)).toMatchObject([{ state: 'sent', confirmations: 0 }]);
    await bench.chain.reorganise(1, 'again');
    await payAll();
    await expectPaidOnce(one);
  });
});

describe('sent once in spite of crashes', () => {
  const points: Record<string, (crash: Crash) => { chain?: Partial<WatchedChain>; database?: Database }> = {
    'before it is signed': (crash) => ({ chain: { sign: () => Promise.reject(crash) } }),
    'signed, before it is kept': (crash) => ({ database: dyingStore(crash, 0, 'before') }),
    'kept, before it is sent': (crash) => ({ chain: { send: () => Promise.reject(crash) } }),
    'kept, and the answer to the commit was lost': (crash) => ({ database: dyingStore(crash, 0, 'after') }),
    'sent, before that was heard': (crash) => ({
      chain: {
        send: async (transfer: SignedTransfer) => {
          await bench.chain.send(transfer);
          throw crash;
        },
      },
    }),
    'sent, before that was written': (crash) => ({ database: dyingStore(crash, 1, 'before') }),
    'sent, after that was written': (crash) => ({ database: dyingStore(crash, 1, 'after') }),
  };

  it.each(Object.entries(points))('%s', async (_, dies) => {
    const one = await approved();
    const { chain = {}, database: store = database } = dies(new Crash());
    await bench.payouts(over(chain), store).turn().catch(expectCrash);
    expect(await bench.faults()).toEqual([]);
    await payAll();
    await expectPaidOnce(one);
  });

  it.each(['before', 'after'] as const)('mined, %s that is settled', async (when) => {
    const one = await approved();
    await bench.payouts().turn();
    await mine(3);
    await bench
      .payouts(bench.chain, dyingStore(new Crash(), 0, when))
      .turn()
      .catch(expectCrash);
    expect(await bench.state(one.id)).toBe(when === 'before' ? 'sent' : 'confirmed');
    await payAll();
    await expectPaidOnce(one);
  });

  it('also after a hundred turns of waiting for the chain', async () => {
    const one = await approved();
    const sent: string[] = [];
    const forgetful = over({
      status: () => Promise.resolve({ state: 'unknown' }),
      send: async (transfer: SignedTransfer) => {
        sent.push(transfer.raw);
        await bench.chain.send(transfer);
      },
    });
    for (let turn = 0; turn < 100; turn += 1) await bench.payouts(forgetful).turn();
    expect(sent).toHaveLength(100);
    expect(new Set(sent).size).toBe(1);
    await payAll();
    await expectPaidOnce(one);
  });
});

describe('while it is hindered', () => {
  it('stays approved while its chain is unavailable, and continues when it is back', async () => {
    const one = await approved();
    const away = () => Promise.reject(new Error('connection refused'));
    const payouts = bench.payouts(over({ nextNonce: away, payable: away, sign: away, send: away, status: away }));
    for (let turn = 0; turn < 3; turn += 1) expect(await payouts.turn()).toBe(true);
    expect(await bench.state(one.id)).toBe('approved');
    expect(await hindrance(one.id)).toBe('chain-away');
    await payAll();
    await expectPaidOnce(one);
  });

  it('stays approved while the paying account is short of the coin, and other coins continue', async () => {
    const one = await approved();
    const other = await bench.user({ BTC: '1' });
    const { id } = await bench.ask(other, { asset: 'BTC', amount: '0.01' });
    await bench.decide(true);
    let usdt = 9_899_999_999n;
    const short = over({ payable: async (asset) => (asset === 'USDT' ? usdt : bench.chain.payable(asset)) });
    const payouts = bench.payouts(short);
    await payouts.turn();
    expect([await bench.state(one.id), await hindrance(one.id)]).toEqual(['approved', 'wallet-short']);
    expect(await bench.state(id)).toBe('sent');
    usdt += 1n;
    await payouts.turn();
    expect([await bench.state(one.id), await hindrance(one.id)]).toEqual(['sent', null]);
    await payAll();
    await expectPaidOnce(one);
  });

  it('does not block others when its transfer cannot be signed', async () => {
    const [refused, other] = [await approved(), await approved()];
    const choosy = over({
      sign: async (to, ...rest) => {
        if (to === refused.address) throw new TransferRefused('refused', 'execution reverted');
        return bench.chain.sign(to, ...rest);
      },
    });
    await bench.payouts(choosy).turn();
    expect([await bench.state(refused.id), await hindrance(refused.id)]).toEqual(['approved', 'not-signed']);
    expect(await bench.state(other.id)).toBe('sent');
    bench.pass(60_000);
    await payAll();
    await expectPaidOnce(refused);
    await expectPaidOnce(other);
  });

  it('can be refunded by the operator as long as nothing is signed for it', async () => {
    const [back, sent] = [await approved(), await approved()];
    const deps = { ...bench, clock: () => bench.now(), logger: createLogger('silent') };
    const why = { by: 'mei', reason: 'the token refuses the receiver' };
    expect(await giveBackApproved(deps, BigInt(back.id), why)).toBe(true);
    expect(await bench.state(back.id)).toBe('refused');
    expect(await bench.balance(back.owner)).toEqual({ available: 10_000_000_000n, frozen: 0n });
    await bench.payouts().turn();
    for (const id of [back.id, sent.id, '999999999']) {
      expect(await giveBackApproved(deps, BigInt(id), why)).toBe(false);
    }
    const { rows } = await database.pool.query(
      `SELECT who, what, line.reason FROM review_log AS line JOIN reviews ON reviews.id = review WHERE subject = $1 AND who = 'mei'`,
      [back.id],
    );
    expect(rows.at(-1)).toEqual({ who: 'mei', what: 'refused', reason: why.reason });
    await payAll();
    await expectPaidOnce(sent);
    expect(await bench.payments(back.address)).toEqual([]);
  });

  it('can be refunded while it is being signed, and then is not sent', async () => {
    const one = await approved();
    const deps = { ...bench, clock: () => bench.now(), logger: createLogger('silent') };
    const slow = over({
      sign: async (...transfer) => {
        const signed = await bench.chain.sign(...transfer);
        await giveBackApproved(deps, BigInt(one.id), { by: 'mei', reason: 'too late' });
        return signed;
      },
    });
    await expect(bench.payouts(slow).turn()).rejects.toThrow(/cannot have nonce/);
    await payAll();
    expect(await bench.state(one.id)).toBe('refused');
    expect(await bench.payments(one.address)).toEqual([]);
    expect(await bench.faults()).toEqual([]);
  });

  it('stays approved while the audit holds the coin', async () => {
    const one = await approved();
    bench.halted.add('USDT');
    await bench.payouts().turn();
    bench.halted.clear();
    expect([await bench.state(one.id), await hindrance(one.id)]).toEqual(['approved', 'coin-halted']);
    await payAll();
    await expectPaidOnce(one);
  });

  it('does not send what was signed before a stop, nor anything on a chain or of an exchange that is stopped', async () => {
    const one = await approved();
    const lost = over({ send: () => Promise.reject(new Error('the wire was cut')) });
    await bench.payouts(lost).turn();
    bench.halted.add('USDT');
    for (let turn = 0; turn < 2; turn += 1) await bench.payouts().turn();
    expect(await bench.payments(one.address)).toEqual([]);
    bench.halted.clear();
    await payAll();
    await expectPaidOnce(one);
    for (const stops of [
      { ...noStops, withdrawals: true },
      { ...noStops, chains: new Set(['TEST']) },
    ]) {
      const other = await approved();
      bench.gate.stops = stops;
      await bench.payouts().turn();
      expect([await bench.state(other.id), await bench.payments(other.address)]).toEqual(['approved', []]);
      bench.gate.stops = noStops;
      await payAll();
      await expectPaidOnce(other);
    }
  });

  it('waits while its account is disabled, without blocking others', async () => {
    const [one, two] = [await approved(), await approved()];
    await database.pool.query('UPDATE users SET disabled = true WHERE id = $1', [one.owner]);
    await payAll();
    await expectPaidOnce(two);
    expect([await bench.state(one.id), await bench.payments(one.address)]).toEqual(['approved', []]);
    await database.pool.query('UPDATE users SET disabled = false WHERE id = $1', [one.owner]);
    await payAll();
    await expectPaidOnce(one);
  });

  it('skips nonces that were used elsewhere', async () => {
    const { rows } = await database.pool.query<{ next: string }>('SELECT next FROM payout_nonces');
    const elsewhere = await bench.chain.sign(bench.strangersAddress(), 'USDT', 5n, Number(rows[0]?.next));
    await bench.chain.send(elsewhere);
    const one = await approved();
    await payAll();
    await expectPaidOnce(one);
  });

  it('gives no withdrawal a second transfer, by a store constraint', async () => {
    const one = await approved();
    await bench.payouts().turn();
    const change = database.pool.query('UPDATE withdrawals SET nonce = nonce + 1000 WHERE id = $1', [one.id]);
    await expect(change).rejects.toThrow(/has a transfer already/);
    await payAll();
    const again = database.pool.query(`UPDATE withdrawals SET state = 'approved' WHERE id = $1`, [one.id]);
    await expect(again).rejects.toThrow(/has ended/);
  });
});

/** The test chain with some answers overridden. */
function over(different: Partial<WatchedChain>): WatchedChain {
  return { ...bench.chain, ...different };
}

/** A store that crashes at one of its transactions, counted from 0: `before` it is written, or `after` its commit. */
function dyingStore(crash: Crash, nth: number, when: 'before' | 'after'): Database {
  let begun = 0;
  return {
    ...database,
    async transaction(work, isolation) {
      const dies = begun === nth;
      begun += 1;
      if (!dies) return database.transaction(work, isolation);
      return database
        .transaction(async (tx) => {
          const result = await work(tx);
          if (when === 'before') throw crash;
          return result;
        }, isolation)
        .then(() => Promise.reject(crash));
    },
  };
}

function expectCrash(error: unknown): void {
  expect(error).toBeInstanceOf(Crash);
}

async function hindrance(id: string): Promise<string | null> {
  const { rows } = await database.pool.query<{ hindrance: string | null }>(
    'SELECT hindrance FROM withdrawals WHERE id = $1',
    [id],
  );
  return rows[0]?.hindrance ?? null;
}
