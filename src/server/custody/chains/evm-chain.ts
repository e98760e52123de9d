import { createPublicClient, getAddress, http, isAddress, type Address, type Hash, type PublicClient } from 'viem';
import type { ChainBlock, WatchedChain } from './chain.ts';
import type { CountedCoin } from './chain-units.ts';
import { evmPayments } from './evm-payments.ts';
import { evmPayable, replaceEvmTransfer, sendEvmTransfer, signEvmPayout, type EvmPayer } from './evm-payouts.ts';
import { evmStatus } from './evm-status.ts';
import { isTestNetwork } from './test-networks.ts';
import { walletBranches, type WalletSeed } from './wallet-seed.ts';

/** SLIP-44 coin type of Ethereum. */
const ethereumCoinType = 60;
/** Timeout of a node request; the watcher retries in its next turn. */
const requestTimeoutMs = 10_000;

const gwei = 10n ** 9n;
/** Default cap on the fee per gas of a transfer, in gwei. */
const maxFeeGweiByDefault = 300n;

export interface EvmChainDeps {
  readonly rpcUrl: string;
  readonly name: string;
  readonly blockMs: number;
  readonly coins: readonly CountedCoin[];
  readonly seed: WalletSeed;
  /** Whether payouts are allowed on the network with a chain id; by default only on test networks. */
  readonly mayPayOn?: (networkId: number) => boolean;
  /** Cap on the fee per gas of a transfer, in gwei. */
  readonly maxFeeGwei?: bigint;
  /** Called repeatedly with the node's chain id. Throws when it is the wrong one, so that nothing is read or sent. */
  readonly checkNetwork?: (networkId: number) => Promise<void>;
}

/**
 * An EVM chain through any JSON-RPC node: its native coin and ERC-20 tokens. Internal transfers of the native coin are
 * not visible without an archive node: such deposits go through support.
 */
export function evmChain(deps: EvmChainDeps): WatchedChain {
  const { rpcUrl, name, blockMs, coins, seed, mayPayOn = isTestNetwork, checkNetwork } = deps;
  const feeCap = (deps.maxFeeGwei ?? maxFeeGweiByDefault) * gwei;
  const client = createPublicClient({
    cacheTime: 0,
    transport: http(rpcUrl, { timeout: requestTimeoutMs, retryCount: 0 }),
  });
  const account = seed.account(ethereumCoinType, walletBranches.paying, 0n);
  const payer: EvmPayer = { client, account, feeCap };
  const coinOf = (asset: string): CountedCoin => {
    const coin = coins.find((one) => one.asset === asset);
    if (coin === undefined) throw new Error(`${asset} does not exist on ${name}`);
    return coin;
  };
  /** Queried each time: the node behind a URL can change. */
  const networkId = async () => {
    const id = await client.getChainId();
    await checkNetwork?.(id);
    return id;
  };
  const payingNetwork = async () => {
    const id = await networkId();
    if (!mayPayOn(id)) throw new Error(`nothing is paid on ${name}: chain id ${id} is not a test network`);
    return id;
  };
  return {
    id: 'ETH',
    name,
    practice: false,
    blockMs,
    coins,
    normaliseAddress: normaliseEvmAddress,
    normaliseHash: (text) => (/^0x[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : null),
    depositAddress: (index) => seed.account(ethereumCoinType, walletBranches.deposits, index).address,

    networkId,
    canPay: async () => mayPayOn(await networkId()),
    async tip() {
      const [block] = await Promise.all([client.getBlock({ blockTag: 'latest' }), networkId()]);
      return toChainBlock(block);
    },
    block: (height) => blockAt(client, height),
    payments: (block, ours, leaveOut = false) => evmPayments(client, coins, block, { ours, leaveOut }),
    nextNonce: () => client.getTransactionCount({ address: account.address, blockTag: 'pending' }),
    minedNonce: () => client.getTransactionCount({ address: account.address, blockTag: 'latest' }),
    payable: (asset) => evmPayable(payer, coinOf(asset)),
    async sign(to, asset, units, nonce) {
      const chainId = await payingNetwork();
      return signEvmPayout(payer, { chainId, to: getAddress(to), coin: coinOf(asset), units, nonce });
    },
    async replace(transfer, pays) {
      return replaceEvmTransfer(payer, await payingNetwork(), transfer, pays);
    },
    async send(transfer) {
      await payingNetwork();
      await sendEvmTransfer(payer, transfer);
    },
    status: (hash) => evmStatus(client, hash as Hash),
  };
}

/** An address with its EIP-55 checksum, or null when it is invalid or its checksum is wrong. */
export function normaliseEvmAddress(text: string): Address | null {
  const digits = text.slice(2);
  // All upper case carries no checksum, like all lower case.
  const plain = digits === digits.toUpperCase() ? `0x${digits.toLowerCase()}` : text;
  return text.startsWith('0x') && isAddress(plain, { strict: true }) ? getAddress(plain) : null;
}

interface NodeBlock {
  readonly number: bigint;
  readonly hash: string;
  readonly parentHash: string;
  readonly timestamp: bigint;
}

function toChainBlock({ number, hash, parentHash, timestamp }: NodeBlock): ChainBlock {
  return { height: Number(number), hash, parent: parentHash, at: Number(timestamp) * 1_000 };
}

async function blockAt(client: PublicClient, height: number): Promise<ChainBlock | null> {
  // Nodes report a block above the tip as missing: querying the tip first distinguishes that from a failure.
  if (BigInt(height) > (await client.getBlockNumber())) return null;
  return toChainBlock(await client.getBlock({ blockNumber: BigInt(height) }));
}
