import { parseTransaction, type Hex } from 'viem';
import { afterAll, describe, expect, it } from 'vitest';
import { startEvmNode } from '../../../../tests/evm-node.ts';
import type { WatchedChain } from '../chains/chain.ts';
import { evmCoin } from '../chains/chain-coins.ts';
import { evmChain } from '../chains/evm-chain.ts';
import { chainsOf } from '#server/main/open-chains.ts';
import { walletSeedForTests } from '../chains/testing.ts';
import { TransferRefused } from '../chains/transfer-refused.ts';
import { walletBranches, walletSeed } from '../chains/wallet-seed.ts';
import { createLogger } from '#server/core/log/log.ts';
import { testDatabase } from '#server/core/store/testing.ts';
import { releasePayout, retryPayout } from './operate-payouts.ts';
import { sendTriesMax } from './payouts/payout-following.ts';
import { releaseConfirmations } from './payouts/payout-recording.ts';
import { bumpAfterBlocks } from './payouts/payout-replacing.ts';
import { signTriesMax } from './payouts/payout-signing.ts';
import { giveBackApproved } from './settlement.ts';
import { withdrawalBench } from './testing.ts';
import { waitingForUsers } from './payouts/store.ts';

/**
 * Payouts on a real EVM node that refuses, forgets, is too expensive, or mines another transfer: others continue, each
 * is paid once.
 */

const seed = walletSeed(walletSeedForTests);
const payer = seed.account(60, walletBranches.paying, 0n);
const ether = 10n ** 18n;
const gwei = 10n ** 9n;
const blockMs = 100;
const why = { by: 'mei', reason: 'looked at', at: 1 };

const [database, node] = await Promise.all([testDatabase(), startEvmNode()]);
afterAll(async () => {
  await node.close();
  await database.close();
});
const coins = [evmCoin('ETH', null, 18), evmCoin('USDT', node.token, 6)];
const chain = evmChain({ rpcUrl: node.url, name: 'Ethereum (ERC-20)', blockMs, coins, seed, maxFeeGwei: 200n });
const bench = await withdrawalBench(database, { chains: (test) => chainsOf([test, chain]) });
await node.setBalance(payer.address, 100n * ether);
await node.mine();
let strangers = 0n;

async function approved(amount = '1', to?: string) {
  const owner = await bench.user({ ETH: amount });
  strangers += 1n;
  const address = to ?? seed.account(60, walletBranches.deposits, 2_000_000n + strangers).address;
  const { id } = await bench.ask(owner, { chain: 'ETH', asset: 'ETH', amount, address });
  await bench.decide(true);
  return { owner, address, id };
}

interface Stored {
  readonly state: string;
  readonly nonce: string | null;
  readonly hash: string | null;
  readonly tries: number;
  readonly refused_why: string | null;
  readonly refusal: string | null;
  readonly aside_at: string | null;
  readonly hindrance: string | null;
}

async function stored(id: string): Promise<Stored> {
  const { rows } = await database.pool.query<Stored>('SELECT * FROM withdrawals WHERE id = $1', [id]);
  if (rows[0] === undefined) throw new Error(`no withdrawal ${id}`);
  return rows[0];
}

async function transfers(id: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ pays: string }>(
    'SELECT pays FROM payout_transfers WHERE withdrawal = $1 ORDER BY nonce, place',
    [id],
  );
  return rows.map(({ pays }) => pays);
}

/** Runs turns, each followed by a block, until those are confirmed. */
async function payAll(...ids: readonly string[]): Promise<void> {
  const payouts = bench.payouts(chain);
  for (let turn = 0; turn < 12; turn += 1) {
    await payouts.turn();
    const states = await Promise.all(ids.map((id) => stored(id)));
    if (states.every(({ state }) => state === 'confirmed')) return;
    await node.mine();
  }
  throw new Error('something is under way for ever');
}

const receives = (995n * ether) / 1_000n + (45n * ether) / 10_000n;

describe('a transfer an EVM node refuses', () => {
  it('is set aside individually after growing delays: a rejecting receiver; it can be retried and refunded', async () => {
    const refused = await approved('1', node.token);
    const good = await approved();
    await payAll(good.id);
    expect(await stored(refused.id)).toMatchObject({ state: 'approved', nonce: null, hindrance: 'not-signed' });
    const payouts = bench.payouts(chain);
    const waits: number[] = [];
    for (let turn = 0; (await stored(refused.id)).aside_at === null; turn += 1) {
      const { again_at: againAt } = (await stored(refused.id)) as unknown as { again_at: string };
      waits.push(Number(againAt) - bench.now());
      bench.pass(waits.at(-1) ?? 0);
      await payouts.turn();
      if (turn > signTriesMax) throw new Error('it is tried for ever');
    }
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640].map((seconds) => seconds * 1_000));
    expect(await stored(refused.id)).toMatchObject({ tries: signTriesMax, refused_why: 'refused' });
    expect((await stored(refused.id)).refusal).toMatch(/revert/i);
    // Its owner sees a delay.
    expect(await bench.withdrawals.underWay(refused.owner)).toMatchObject([{ state: 'approved', delayed: true }]);
    // It is not retried, and its funds stay reserved until an operator decides.
    expect(await payouts.turn()).toBe(false);
    expect((await bench.balance(refused.owner, 'ETH')).frozen).toBe(100_000_000n);
    expect(await waitingForUsers(database.pool, 'ETH')).toMatchObject({ aside: { count: 1, since: bench.now() } });

    expect(await retryPayout(database, BigInt(refused.id), why)).toBe(true);
    expect(await retryPayout(database, BigInt(refused.id), why)).toBe(false);
    await payouts.turn();
    expect(await stored(refused.id)).toMatchObject({ tries: 1, aside_at: null });
    expect(await bench.withdrawals.underWay(refused.owner)).toMatchObject([{ delayed: false }]);
    const deps = { ...bench, clock: () => bench.now(), logger: createLogger('silent') };
    expect(await giveBackApproved(deps, BigInt(refused.id), why)).toBe(true);
    expect(await bench.balance(refused.owner, 'ETH')).toEqual({ available: 100_000_000n, frozen: 0n });
    expect(await bench.faults()).toEqual([]);
  });

  it('leaves no nonce gap when it was signed: its nonce is filled by an empty transfer, and it is paid with another one', async () => {
    const [bad, good] = [await approved(), await approved()];
    let isRefused = true;
    const choosy: WatchedChain = {
      ...chain,
      async send(transfer) {
        const { to } = parseTransaction(transfer.raw as Hex);
        if (isRefused && to?.toLowerCase() === bad.address.toLowerCase()) {
          throw new TransferRefused('refused', 'transactions to this address are not relayed');
        }
        await chain.send(transfer);
      },
    };
    const payouts = bench.payouts(choosy);
    for (let turn = 0; turn < sendTriesMax + 1; turn += 1) {
      await payouts.turn();
      bench.pass(10_000);
    }
    await payouts.turn();
    expect((await stored(bad.id)).aside_at).not.toBeNull();
    expect((await transfers(bad.id)).at(-1)).toBe('nothing');
    // The other one proceeds at once.
    await node.mine(6);
    await payouts.turn();
    await node.mine(6);
    await payouts.turn();
    expect((await stored(good.id)).state).toBe('confirmed');
    expect(await node.balance(good.address)).toBe(receives);
    expect(await stored(bad.id)).toMatchObject({ state: 'approved', nonce: expect.any(String) });
    await node.mine(releaseConfirmations);
    await payouts.turn();
    expect(await stored(bad.id)).toMatchObject({ state: 'approved', nonce: null, hash: null });
    expect((await stored(bad.id)).aside_at).not.toBeNull();

    isRefused = false;
    await retryPayout(database, BigInt(bad.id), why);
    await payAll(bad.id);
    expect(await node.balance(bad.address)).toBe(receives);
    expect(await bench.faults()).toEqual([]);
  });

  it('waits for funds without failing, also when it was signed before they were gone', async () => {
    const one = await approved();
    const payouts = bench.payouts(chain);
    await payouts.turn();
    const { hash } = await stored(one.id);
    await node.drop(hash ?? '');
    await node.setBalance(payer.address, ether / 2n);
    const later = await approved();
    for (let turn = 0; turn < 2; turn += 1) await payouts.turn();
    expect(await stored(one.id)).toMatchObject({ state: 'sent', refused_why: 'short', aside_at: null, hash });
    await node.setBalance(payer.address, 100n * ether);
    bench.pass(10_000);
    await payAll(one.id, later.id);
    expect([await node.balance(one.address), await node.balance(later.address)]).toEqual([receives, receives]);
    expect(await stored(one.id)).toMatchObject({ hash });
  });

  it('does not block smaller ones of its coin while the account is short', async () => {
    await node.setBalance(payer.address, (19n * ether) / 10n);
    const large = await approved('2');
    const small = await approved();
    await payAll(small.id);
    expect(await stored(large.id)).toMatchObject({ state: 'approved', hindrance: 'wallet-short', aside_at: null });
    expect(await waitingForUsers(database.pool, 'ETH')).toMatchObject({ short: { count: 1 } });
    await node.setBalance(payer.address, 100n * ether);
    await payAll(large.id);
  });

  it('is set aside when its nonce was used elsewhere, and is paid after an operator’s decision', async () => {
    const one = await approved();
    const isTruncated: WatchedChain = { ...chain, send: () => Promise.reject(new Error('the wire was cut')) };
    await bench.payouts(isTruncated).turn();
    const { nonce } = await stored(one.id);
    const elsewhere = await payer.signTransaction({
      chainId: 31_337,
      type: 'eip1559',
      nonce: Number(nonce),
      to: payer.address,
      gas: 21_000n,
      maxFeePerGas: 10n * gwei,
      maxPriorityFeePerGas: gwei,
    });
    await chain.send({ raw: elsewhere, hash: `0x${'0'.repeat(64)}`, nonce: Number(nonce) });
    await node.mine();
    const payouts = bench.payouts(chain);
    const later = await approved();
    for (let turn = 0; turn < sendTriesMax; turn += 1) {
      await payouts.turn();
      bench.pass(10_000);
    }
    expect(await stored(one.id)).toMatchObject({ refused_why: 'nonce-used', state: 'approved' });
    expect((await stored(one.id)).aside_at).not.toBeNull();
    await payAll(later.id);
    expect(await node.balance(one.address)).toBe(0n);
    expect(await releasePayout(database, BigInt(later.id), why)).toBeNull();
    expect(await releasePayout(database, BigInt(one.id), why)).toMatchObject({ nonce: null });
    await retryPayout(database, BigInt(one.id), why);
    await payAll(one.id);
    expect(await node.balance(one.address)).toBe(receives);
    expect(await bench.faults()).toEqual([]);
  });
});

describe('a transfer that is not mined', () => {
  it('is replaced with a higher fee based on the chain’s, and paid once', async () => {
    const one = await approved();
    const payouts = bench.payouts(chain);
    await payouts.turn();
    const first = await stored(one.id);
    await node.setNextBaseFee(40n * gwei);
    await node.mine();
    await payouts.turn();
    // Not before its time.
    expect(await transfers(one.id)).toEqual(['withdrawal']);
    bench.pass(bumpAfterBlocks * blockMs);
    await payouts.turn();
    const second = await stored(one.id);
    expect(second).toMatchObject({ state: 'sent', nonce: first.nonce });
    expect(second.hash).not.toBe(first.hash);
    await payAll(one.id);
    expect(await stored(one.id)).toMatchObject({ hash: second.hash });
    expect(await node.balance(one.address)).toBe(receives);
    expect(await bench.faults()).toEqual([]);
  });

  it('is the one that was mined, whichever of them', async () => {
    const one = await approved();
    const payouts = bench.payouts(chain);
    await payouts.turn();
    const first = await stored(one.id);
    // The replacement is stored but never reaches the node.
    const cut = bench.payouts({ ...chain, send: () => Promise.reject(new Error('the wire was cut')) });
    await cut.turn();
    bench.pass(bumpAfterBlocks * blockMs);
    await cut.turn();
    expect(await transfers(one.id)).toEqual(['withdrawal', 'withdrawal']);
    expect((await stored(one.id)).hash).not.toBe(first.hash);
    await node.mine();
    await payAll(one.id);
    expect(await stored(one.id)).toMatchObject({ hash: first.hash });
    expect(await node.balance(one.address)).toBe(receives);
  });

  it('never exceeds the fee cap', async () => {
    await approved();
    const payouts = bench.payouts(chain);
    await payouts.turn();
    for (let bumped = 0; bumped < 40; bumped += 1) {
      bench.pass(bumpAfterBlocks * blockMs);
      await payouts.turn();
    }
    const { rows } = await database.pool.query<{ raw: Hex; nonce: string }>(
      `SELECT transfer.raw, transfer.nonce FROM payout_transfers AS transfer
         JOIN withdrawals ON withdrawals.id = transfer.withdrawal AND withdrawals.nonce = transfer.nonce
        WHERE state = 'sent' ORDER BY place`,
    );
    const fees = rows.map(({ raw }) => parseTransaction(raw));
    expect(fees.length).toBeGreaterThan(3);
    for (const [nth, { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n }] of fees.entries()) {
      const before = fees[nth - 1];
      expect(maxFeePerGas).toBeLessThanOrEqual(200n * gwei);
      if (before === undefined) continue;
      expect(maxFeePerGas * 8n).toBeGreaterThanOrEqual((before.maxFeePerGas ?? 0n) * 9n);
      expect(maxPriorityFeePerGas * 8n).toBeGreaterThanOrEqual((before.maxPriorityFeePerGas ?? 0n) * 9n);
    }
  });

  it('is sent again with its current fee when a reorganisation lost it', async () => {
    const before = await node.snapshot();
    const one = await approved();
    const payouts = bench.payouts(chain);
    await payouts.turn();
    bench.pass(bumpAfterBlocks * blockMs);
    for (let turn = 0; turn < 2; turn += 1) await payouts.turn();
    await node.mine();
    await payouts.turn();
    await node.revert(before);
    await node.mine(2);
    expect(await node.balance(one.address)).toBe(0n);
    await payAll(one.id);
    expect(await node.balance(one.address)).toBe(receives);
    expect(await bench.faults()).toEqual([]);
  });
});
