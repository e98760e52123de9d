import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isWatched, type Chains, type WatchedChain } from '../chains/chain.ts';
import { chainsOf, openChains } from '#server/main/open-chains.ts';
import { practicePolicy } from '../chains/practice-policy.ts';
import { walletSeedForTests } from '../chains/testing.ts';
import { walletSeed } from '../chains/wallet-seed.ts';
import { readConfig } from '#server/core/config/config.ts';
import { createLogger } from '#server/core/log/log.ts';
import { ForeignNetwork } from '#server/core/modes/store-identity.ts';
import { practiceReviewMs } from '#server/accounts/reviews/open.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { withdrawalBench, type WithdrawalBench } from './testing.ts';
import { type NodeOfTest, nodeOfTest } from './testing-node.ts';

/** Practice mode with a node whose chain id is set by the test; counts the transfers sent to it. */

const logger = createLogger('silent');
const stranger = walletSeed(walletSeedForTests).account(60, 0, 2_000_000n).address;

let database: TestDatabase;
let node: NodeOfTest;
let chains: Chains;

beforeEach(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  await node.close();
  await database.close();
});

/** The chains of a practice exchange with the node, as opened at its start. */
async function open(): Promise<WatchedChain> {
  const config = readConfig({ WALLET_SEED: walletSeedForTests, EVM_RPC_URL: node.url });
  ({ chains } = await openChains({ database, clock: () => 1_790_000_000_000, logger, config }));
  const chain = chains.get('ETH');
  if (chain === null || !isWatched(chain)) throw new Error('the chain of the node is not open');
  return chain;
}

async function practiceOver(chain: WatchedChain): Promise<WithdrawalBench> {
  return withdrawalBench(database, { mode: 'practice', chains: (only) => chainsOf([only, chain]) });
}

async function asked(bench: WithdrawalBench): Promise<string> {
  const owner = await bench.user({ ETH: '1' });
  const { id } = await bench.ask(owner, { chain: 'ETH', asset: 'ETH', amount: '0.5', address: stranger });
  return id;
}

describe('practice mode', () => {
  // 1: Ethereum. 56: BNB Smart Chain. 424242: an unknown network, which may have real value.
  it.each([1, 56, 424_242])('pays and approves nothing automatically on chain id %i', async (chainId) => {
    node = await nodeOfTest(chainId);
    const chain = await open();
    const bench = await practiceOver(chain);
    const id = await asked(bench);
    for (let round = 0; round < 3; round += 1) {
      bench.pass(practiceReviewMs);
      expect(await bench.reviews.takeUp()).toBe(0);
    }
    expect(await bench.state(id)).toBe('under-review');

    // Approved manually, it is still not sent, and the operator sees why.
    await bench.decide(true);
    for (let turn = 0; turn < 3; turn += 1) await bench.payouts(chain).turn();
    expect(await bench.state(id)).toBe('approved');
    const { rows } = await database.pool.query('SELECT hindrance, raw FROM withdrawals WHERE id = $1', [id]);
    expect(rows).toEqual([{ hindrance: 'real-network', raw: null }]);
    await expect(chain.sign(stranger, 'ETH', 10n ** 8n, 0)).rejects.toThrow(`chain id ${chainId}`);
    await expect(chain.send({ raw: '0x00', hash: `0x${'3'.repeat(64)}`, nonce: 0 })).rejects.toThrow(
      `chain id ${chainId}`,
    );
    expect(node.sent).toEqual([]);
  });

  it('pays automatically on a test network', async () => {
    node = await nodeOfTest(31_337);
    const chain = await open();
    const bench = await practiceOver(chain);
    const id = await asked(bench);
    bench.pass(practiceReviewMs);
    expect(await bench.reviews.takeUp()).toBe(1);
    await bench.payouts(chain).turn();
    expect(await bench.state(id)).toBe('sent');
    expect(node.sent).toHaveLength(1);
  });

  it('sends nothing signed before its node switched to a real network', async () => {
    node = await nodeOfTest(31_337);
    const chain = await open();
    const bench = await practiceOver(chain);
    const id = await asked(bench);
    await bench.decide(true);
    await bench.payouts({ ...chain, send: () => Promise.reject(new Error('the wire was cut')) }).turn();
    node.chainId = 1;
    for (let turn = 0; turn < 2; turn += 1) await bench.payouts(chain).turn();
    node.chainId = 31_337;
    // As for transfers signed by an earlier version, which recorded no network.
    const real: WatchedChain = { ...chain, canPay: () => Promise.resolve(false) };
    for (let turn = 0; turn < 2; turn += 1) await bench.payouts(real).turn();
    expect([await bench.state(id), node.sent]).toEqual(['approved', []]);
    await bench.payouts(chain).turn();
    expect([await bench.state(id), node.sent.length]).toEqual(['sent', 1]);
  });

  it('leaves unknown cases to the operator, and retries later while the node is unavailable', async () => {
    node = await nodeOfTest(31_337);
    await open();
    const verdict = practicePolicy(chains);
    const onChain = (chain: string | undefined) => verdict({ kind: 'withdrawal', chain });
    expect(await onChain('TRON')).toBe('operator');
    expect([await onChain(undefined), await onChain('TEST'), await onChain('ETH')]).toEqual([
      'policy',
      'policy',
      'policy',
    ]);
    const chain = await open();
    const away: WatchedChain = { ...chain, networkId: () => Promise.reject(new Error('away')) };
    const bench = await practiceOver(away);
    const id = await asked(bench);
    bench.pass(practiceReviewMs);
    expect(await bench.reviews.takeUp()).toBe(0);
    const { rows } = await database.pool.query<{ due_at: string }>("SELECT due_at FROM reviews WHERE state = 'open'");
    expect(rows.map(({ due_at: due }) => Number(due) - bench.now())).toEqual([practiceReviewMs]);
    expect(await bench.state(id)).toBe('under-review');
  });
});

it('lets practice mode decide a deposit by voucher on a chain that nobody follows', async () => {
  node = await nodeOfTest(31_337);
  await open();
  expect(await practicePolicy(chains)({ kind: 'deposit', chain: 'TRON' })).toBe('policy');
});

describe('the data', () => {
  it('follows a chain on one network only, at the start and while running', async () => {
    node = await nodeOfTest(31_337);
    const chain = await open();
    expect((await chain.tip()).height).toBe(7);
    node.chainId = 11_155_111;
    await expect(chain.tip()).rejects.toThrow(ForeignNetwork);
    await expect(chain.canPay()).rejects.toThrow(ForeignNetwork);
    await expect(open()).rejects.toThrow('network with chain id 31337, and its node is on 11155111');
    node.chainId = 31_337;
    expect(await chain.canPay()).toBe(true);
  });
});
