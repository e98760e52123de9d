import {
  createPublicClient,
  encodeFunctionData,
  getAddress,
  http,
  isAddress,
  keccak256,
  parseAbi,
  type Address,
  type Hash,
  type PublicClient,
} from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { ChainBlock, WatchedChain } from './chain.ts';
import { fromLedgerUnits, toLedgerUnits, type CountedCoin } from './chain-units.ts';
import { evmPayments } from './evm-payments.ts';
import { evmStatus, isKnown } from './evm-status.ts';
import { isTestNetwork } from './test-networks.ts';
import { walletBranches, type WalletSeed } from './wallet-seed.ts';

/** SLIP-44 coin type of Ethereum. */
const ethereumCoinType = 60;
/** One request to the node may take this long; the watcher tries again with its next turn. */
const requestTimeoutMs = 10_000;

/** Gas that is kept back for transfers to come, so that a payout is not signed that cannot be paid for. */
const gasKeptBack = 500_000n;

const erc20 = parseAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
]);

export interface EvmChainDeps {
  readonly rpcUrl: string;
  readonly name: string;
  readonly blockMs: number;
  readonly coins: readonly CountedCoin[];
  readonly seed: WalletSeed;
  /** Whether payouts may leave on the network with a chain id; only on test networks unless said otherwise. */
  readonly mayPayOn?: (networkId: number) => boolean;
  /** Told the chain id of the node again and again. Fails when it is the wrong one: then nothing is read or sent. */
  readonly checkNetwork?: (networkId: number) => Promise<void>;
}

/**
 * An EVM chain through any JSON-RPC node: its own coin and ERC-20 tokens. A coin that a contract sends on inside of
 * a transaction leaves no trace that a node would tell of without an archive: such deposits go through support.
 */
export function evmChain(deps: EvmChainDeps): WatchedChain {
  const { rpcUrl, name, blockMs, coins, seed, mayPayOn = isTestNetwork, checkNetwork } = deps;
  const client = createPublicClient({
    cacheTime: 0,
    transport: http(rpcUrl, { timeout: requestTimeoutMs, retryCount: 0 }),
  });
  const payer = seed.account(ethereumCoinType, walletBranches.paying, 0n);
  const coinOf = (asset: string): CountedCoin => {
    const coin = coins.find((one) => one.asset === asset);
    if (coin === undefined) throw new Error(`${asset} does not live on ${name}`);
    return coin;
  };
  /** Asked for each time: the node behind an address can become another one. */
  const networkId = async () => {
    const id = await client.getChainId();
    await checkNetwork?.(id);
    return id;
  };
  const payingNetwork = async () => {
    const id = await networkId();
    if (!mayPayOn(id)) throw new Error(`nothing is paid on ${name}: chain id ${id} is no test network`);
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
    paysOut: async () => mayPayOn(await networkId()),
    async tip() {
      const [block] = await Promise.all([client.getBlock({ blockTag: 'latest' }), networkId()]);
      return toChainBlock(block);
    },
    block: (height) => blockAt(client, height),
    payments: (block, ours) => evmPayments(client, coins, block, ours),
    nextNonce: () => client.getTransactionCount({ address: payer.address, blockTag: 'pending' }),
    payable: (asset) => payable(client, payer.address, coinOf(asset)),
    async sign(to, asset, units, nonce) {
      const payout = { chainId: await payingNetwork(), to: getAddress(to), units, nonce };
      const raw = await signPayout(client, payer, coinOf(asset), payout);
      return { raw, hash: keccak256(raw), nonce };
    },
    async send({ raw, hash }) {
      await payingNetwork();
      try {
        await client.sendRawTransaction({ serializedTransaction: raw as Hash });
      } catch (error) {
        // A node refuses what it has already, each in its own words: what counts is whether it knows the transfer.
        if (!(await isKnown(client, hash as Hash))) throw error;
      }
    },
    status: (hash) => evmStatus(client, hash as Hash),
  };
}

/** An address with the checksum of EIP-55, or null when it is none or its own checksum is wrong. */
export function normaliseEvmAddress(text: string): Address | null {
  const digits = text.slice(2);
  // All capitals carry no checksum, as all small letters do.
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
  // Asked for by its number above the tip, a block is missing: to ask for the tip first tells that from a failure.
  if (BigInt(height) > (await client.getBlockNumber())) return null;
  return toChainBlock(await client.getBlock({ blockNumber: BigInt(height) }));
}

/** Fees that a transfer of now offers: `null` priority on a chain from before EIP-1559. */
async function feesOf(client: PublicClient): Promise<{ readonly most: bigint; readonly priority: bigint | null }> {
  const block = await client.getBlock({ blockTag: 'latest' });
  if (block.baseFeePerGas === null) return { most: await client.getGasPrice(), priority: null };
  const priority = await client.estimateMaxPriorityFeePerGas();
  // Twice the base fee stays enough for six full blocks in a row.
  return { most: block.baseFeePerGas * 2n + priority, priority };
}

async function payable(client: PublicClient, payer: Address, coin: CountedCoin): Promise<bigint> {
  const [held, { most }] = await Promise.all([
    client.getBalance({ address: payer, blockTag: 'pending' }),
    feesOf(client),
  ]);
  const spare = held - most * gasKeptBack;
  if (spare <= 0n) return 0n;
  if (coin.contract === null) return toLedgerUnits(coin, spare);
  const tokens = await client.readContract({
    address: getAddress(coin.contract),
    abi: erc20,
    functionName: 'balanceOf',
    args: [payer],
    blockTag: 'pending',
  });
  return toLedgerUnits(coin, tokens);
}

async function signPayout(
  client: PublicClient,
  payer: PrivateKeyAccount,
  coin: CountedCoin,
  { chainId, to, units, nonce }: { chainId: number; to: Address; units: bigint; nonce: number },
): Promise<Hash> {
  const value = fromLedgerUnits(coin, units);
  const payment =
    coin.contract === null
      ? { to, value }
      : {
          to: getAddress(coin.contract),
          data: encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to, value] }),
        };
  const [gas, fees] = await Promise.all([client.estimateGas({ account: payer, ...payment }), feesOf(client)]);
  const transfer = { chainId, nonce, gas, ...payment };
  return fees.priority === null
    ? payer.signTransaction({ type: 'legacy', gasPrice: fees.most, ...transfer })
    : payer.signTransaction({
        type: 'eip1559',
        maxFeePerGas: fees.most,
        maxPriorityFeePerGas: fees.priority,
        ...transfer,
      });
}
