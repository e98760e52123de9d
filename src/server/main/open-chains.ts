import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Area } from '../core/areas/area.ts';
import { assets } from '../core/assets.ts';
import type { CoreDeps } from '../core/areas/core-deps.ts';
import { ConfigError } from '../core/config/config.ts';
import type { Job } from '../core/jobs/jobs.ts';
import type { Logger } from '../core/log/log.ts';
import { ForeignNetwork, rememberNetwork } from '../core/modes/store-identity.ts';
import { evmCoin, testCoins, tronCoins } from '../custody/chains/chain-coins.ts';
import type { Chain, Chains, Faucet, WatchedChain } from '../custody/chains/chain.ts';
import { isTestNetwork } from '../custody/chains/test-networks.ts';
import { faucetOf } from '../practice/test-chain/test-faucet.ts';
import { openTestChain, type TestChain } from '../practice/test-chain/test-chain.ts';
import { tronChain } from '../custody/chains/tron-chain.ts';
import { openWalletSeed, type WalletSeed } from '../custody/chains/wallet-seed.ts';

/** Time between blocks of the test chain. */
const testBlockMs = 2_000;

/** Opens the test chain. */
export type OpenTestChain = typeof openTestChain;

interface ChainsDeps extends Pick<CoreDeps, 'database' | 'clock' | 'logger' | 'config'> {
  /** An alternative test chain, as in tests. */
  readonly openTestChain?: OpenTestChain;
}

/** The open chains, and the built-in one in practice mode. */
export interface OpenChains extends Chains {
  readonly testChain: TestChain | null;
  /** Pays users on the test chain. */
  readonly faucet: Faucet | null;
}

/**
 * Opens the chains of the configuration: the test chain in practice mode, an EVM chain when a node is named, and TRON
 * by vouchers. In live mode without a wallet seed there is none, because no address could be derived. The job mines the
 * test chain.
 */
export async function openChains(deps: ChainsDeps): Promise<Area & { readonly chains: OpenChains }> {
  const { config, logger } = deps;
  const seed = await openWalletSeed(config);
  if (seed === null) {
    logger.warn('WALLET_SEED is not set: deposits and withdrawals by chain are closed');
    return { chains: { ...chainsOf([]), testChain: null, faucet: null }, calls: {}, jobs: [] };
  }
  const { database, clock } = deps;
  const open = deps.openTestChain ?? openTestChain;
  const salt = () => randomBytes(8).toString('hex');
  const testChain =
    config.mode === 'practice'
      ? await open({ database, clock, seed, coins: testCoins(), blockMs: testBlockMs, salt })
      : null;
  const evm = config.evmRpcUrl === null ? null : await openEvmChain(deps, config.evmRpcUrl, seed);
  const all = [testChain, evm, tronChain(seed, tronCoins)].filter((chain) => chain !== null);
  return {
    chains: { ...chainsOf(all), testChain, faucet: testChain === null ? null : faucetOf(testChain) },
    calls: {},
    jobs: testChain === null ? [] : [mineJob(testChain)],
  };
}

/** A registry of chains. */
export function chainsOf(all: readonly Chain[]): Chains {
  const byId = new Map(all.map((chain) => [chain.id, chain]));
  return {
    all,
    get: (id) => byId.get(id) ?? null,
    coin(id, asset) {
      const chain = byId.get(id);
      const coin = chain?.coins.find((one) => one.asset === asset);
      return chain === undefined || coin === undefined ? null : { chain, coin };
    },
  };
}

function mineJob(chain: TestChain): Job {
  return {
    name: 'mine the test chain',
    everyMs: testBlockMs,
    run: () => chain.mineWhenNeeded(),
    isLoggedOnly: true,
  };
}

/**
 * The EVM client is loaded only if needed: it is a tenth of the exchange's code.
 *
 * @throws ConfigError for a token of a coin that is not listed
 */
async function openEvmChain(deps: ChainsDeps, rpcUrl: string, seed: WalletSeed): Promise<Chain> {
  const { config, database, clock, logger } = deps;
  // What is listed is known only now that the store is open.
  const unknown = config.evmTokens.filter(({ asset }) => !assets.has(asset)).map(({ asset }) => asset);
  if (unknown.length > 0) throw new ConfigError(`EVM_TOKENS names coins that are not listed: ${unknown.join(', ')}`);
  const { evmChain } = await import('../custody/chains/evm-chain.ts');
  const coins = [
    evmCoin('ETH', null, 18),
    ...config.evmTokens.map(({ asset, contract, decimals }) => evmCoin(asset, contract, decimals)),
  ];
  const chain = evmChain({
    rpcUrl,
    name: config.evmName,
    blockMs: config.evmBlockMs,
    coins,
    seed,
    mayPayOn: config.mode === 'practice' ? isTestNetwork : () => true,
    maxFeeGwei: config.evmMaxFeeGwei,
    checkNetwork: (networkId) => rememberNetwork(database.pool, 'ETH', networkId, clock()),
  });
  await meetNode(chain, logger);
  return chain;
}

/** How long a start waits for a node's network; later reads check it again. */
const meetWithinMs = 3_000;

/** @throws ForeignNetwork when the node is on a different network than the stored data */
async function meetNode(chain: WatchedChain, logger: Logger): Promise<void> {
  try {
    const waited = sleep(meetWithinMs, 'away' as const, { ref: false });
    const met = await Promise.race([chain.canPay(), waited]);
    if (met === 'away') logger.warn({ chain: chain.id }, 'the node of a chain does not answer yet');
    else if (!met)
      logger.warn({ chain: chain.id }, 'this is no test network: practice mode pays and approves nothing on it');
  } catch (error) {
    if (error instanceof ForeignNetwork) throw error;
    logger.warn({ err: error, chain: chain.id }, 'the node of a chain does not answer yet');
  }
}
