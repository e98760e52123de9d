import { afterAll, describe, expect, it } from 'vitest';
import { startEvmNode } from '../../../../tests/evm-node.ts';
import { evmCoin } from '../chains/chain-coins.ts';
import { evmChain } from '../chains/evm-chain.ts';
import { chainsOf } from '#server/main/open-chains.ts';
import { walletSeedForTests } from '../chains/testing.ts';
import { walletBranches, walletSeed } from '../chains/wallet-seed.ts';
import { testDatabase } from '#server/core/store/testing.ts';
import { withdrawalBench } from './testing.ts';

const seed = walletSeed(walletSeedForTests);
const payer = seed.account(60, walletBranches.paying, 0n).address;
const ether = 10n ** 18n;
const dollar = 10n ** 6n;

const [database, node] = await Promise.all([testDatabase(), startEvmNode()]);
afterAll(async () => {
  await node.close();
  await database.close();
});
const coins = [evmCoin('ETH', null, 18), evmCoin('USDT', node.token, 6)];
const chain = evmChain({ rpcUrl: node.url, name: 'Ethereum (ERC-20)', blockMs: 100, coins, seed });
const bench = await withdrawalBench(database, { chains: (test) => chainsOf([test, chain]) });
await node.setBalance(payer, 10n * ether);
await node.sendToken(payer, 1_000n * dollar);
await node.mine();
let strangers = 0n;

async function approved(asset: 'ETH' | 'USDT', amount: string) {
  const owner = await bench.user({ [asset]: amount });
  strangers += 1n;
  const address = seed.account(60, walletBranches.deposits, 2_000_000n + strangers).address;
  const { id } = await bench.ask(owner, { chain: 'ETH', asset, amount, address });
  await bench.decide(true);
  return { owner, address, id };
}

/** Runs turns, each as after a server start and followed by a block, until nothing is pending. */
async function payAll(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) {
    if (!(await bench.payouts(chain).turn())) return;
    await node.mine();
  }
  throw new Error('something is under way for ever');
}

async function stored(id: string) {
  const { rows } = await database.pool.query<{ state: string; hash: string; confirmations: number; hindrance: string }>(
    'SELECT state, hash, confirmations, hindrance FROM withdrawals WHERE id = $1',
    [id],
  );
  return rows[0];
}

describe('a withdrawal to an EVM node', () => {
  it('is mined: the native coin', async () => {
    const { address, id, owner } = await approved('ETH', '0.5');
    await bench.payouts(chain).turn();
    expect(await stored(id)).toMatchObject({ state: 'sent', confirmations: 0 });
    expect(await node.balance(address)).toBe(0n);
    await node.mine();
    expect(await node.balance(address)).toBe((4_995n * ether) / 10_000n);
    await payAll();
    expect(await stored(id)).toMatchObject({ state: 'confirmed', confirmations: 6 });
    expect(await bench.balance(owner, 'ETH')).toEqual({ available: 0n, frozen: 0n });
    expect(await bench.faults()).toEqual([]);
  });

  it('is mined: a token, at its chain’s precision', async () => {
    const { address, id } = await approved('USDT', '100.000001');
    await payAll();
    expect(await stored(id)).toMatchObject({ state: 'confirmed', confirmations: 2 });
    expect(await node.tokenBalance(address)).toBe(98n * dollar + 1n);
    await expect(approved('USDT', '100.0000001')).rejects.toMatchObject({
      codeName: 'quantityOutOfRange',
      data: { step: '0.000001' },
    });
  });

  it('waits while the node is unavailable, before and after sending, and is paid once', async () => {
    const { address, id } = await approved('USDT', '50');
    await node.goAway();
    const waiting = bench.payouts(chain);
    for (let turn = 0; turn < 2; turn += 1) expect(await waiting.turn()).toBe(true);
    expect(await stored(id)).toMatchObject({ state: 'approved', hash: null, hindrance: 'chain-away' });
    await node.comeBack();
    await waiting.turn();
    const { hash } = (await stored(id)) ?? {};
    expect(await stored(id)).toMatchObject({ state: 'sent', hindrance: null });
    await node.goAway();
    await bench.payouts(chain).turn();
    await node.comeBack();
    await payAll();
    expect(await stored(id)).toMatchObject({ state: 'confirmed', hash });
    expect(await node.tokenBalance(address)).toBe(48n * dollar);
    expect(await bench.faults()).toEqual([]);
  });

  it('is the same transfer again when its block is reorganised away', async () => {
    const before = await node.snapshot();
    const { address, id } = await approved('USDT', '60');
    await bench.payouts(chain).turn();
    await node.mine();
    await bench.payouts(chain).turn();
    const mined = await stored(id);
    expect(mined).toMatchObject({ state: 'sent', confirmations: 1 });
    await node.revert(before);
    await node.mine(3);
    expect(await node.tokenBalance(address)).toBe(0n);
    await bench.payouts(chain).turn();
    expect(await stored(id)).toMatchObject({ state: 'sent', confirmations: 0, hash: mined?.hash });
    await payAll();
    expect(await stored(id)).toMatchObject({ state: 'confirmed', hash: mined?.hash });
    expect(await node.tokenBalance(address)).toBe(58n * dollar);
    expect(await bench.faults()).toEqual([]);
  });

  it('stays approved while the paying account is short, and is sent when it is funded', async () => {
    const { address, id } = await approved('USDT', '5000');
    await bench.payouts(chain).turn();
    expect(await stored(id)).toMatchObject({ state: 'approved', hash: null, hindrance: 'wallet-short' });
    await node.sendToken(payer, 5_000n * dollar);
    await node.mine();
    await payAll();
    expect(await stored(id)).toMatchObject({ state: 'confirmed' });
    expect(await node.tokenBalance(address)).toBe(4_998n * dollar);
  });

  it('is refunded with its fee when the token reverts it', async () => {
    const before = await node.snapshot();
    await node.sendToken(payer, 7_000n * dollar);
    await node.mine();
    const { owner, address, id } = await approved('USDT', '7000');
    await bench.payouts(chain).turn();
    // The block that funded it is dropped: the transfer is mined, but moves nothing.
    await node.revert(before);
    await payAll();
    expect(await stored(id)).toMatchObject({ state: 'failed', confirmations: 2 });
    expect(await node.tokenBalance(address)).toBe(0n);
    expect(await bench.balance(owner)).toEqual({ available: 700_000_000_000n, frozen: 0n });
    expect(await bench.faults()).toEqual([]);
  });
});
