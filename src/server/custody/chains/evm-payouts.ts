import {
  BaseError,
  encodeFunctionData,
  getAddress,
  keccak256,
  LimitExceededRpcError,
  parseAbi,
  parseTransaction,
  RpcRequestError,
  type Address,
  type Hash,
  type PublicClient,
  type TransactionSerializable,
} from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { SignedTransfer } from './chain.ts';
import { fromLedgerUnits, toLedgerUnits, type CountedCoin } from './chain-units.ts';
import { isKnown } from './evm-status.ts';
import { TransferRefused } from './transfer-refused.ts';

/** Gas reserved for upcoming transfers, so that no payout is signed that cannot be paid for. */
const gasKeptBack = 500_000n;

const erc20 = parseAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
]);

/** The paying account of an EVM chain, through its node. */
export interface EvmPayer {
  readonly client: PublicClient;
  readonly account: PrivateKeyAccount;
  /** Cap on the fee per gas of a transfer, in wei. */
  readonly feeCap: bigint;
}

/** What one transfer pays. */
interface EvmPayment {
  readonly chainId: number;
  readonly to: Address;
  readonly coin: CountedCoin;
  readonly units: bigint;
  readonly nonce: number;
}

/** Fees per gas of a transfer, in wei: `priority` is null on a pre-EIP-1559 chain. */
interface EvmFees {
  readonly most: bigint;
  readonly priority: bigint | null;
}

/** Current fees of a transfer, never above the cap. */
async function feesOfNow(client: PublicClient, cap: bigint): Promise<EvmFees> {
  const block = await client.getBlock({ blockTag: 'latest' });
  if (block.baseFeePerGas === null) return { most: lesser(await client.getGasPrice(), cap), priority: null };
  const priority = await client.estimateMaxPriorityFeePerGas();
  // Twice the base fee is enough for six full blocks in a row.
  const most = lesser(block.baseFeePerGas * 2n + priority, cap);
  return { most, priority: lesser(priority, most) };
}

/** Fees of a signed transfer. */
function feesOfTransfer(transfer: TransactionSerializable): EvmFees {
  return transfer.type === 'eip1559'
    ? { most: transfer.maxFeePerGas ?? 0n, priority: transfer.maxPriorityFeePerGas ?? 0n }
    : { most: transfer.gasPrice ?? 0n, priority: null };
}

/**
 * Fees of a replacement: both raised by at least an eighth (nodes require a tenth), and at least the current ones.
 *
 * @returns null when the cap leaves no room
 */
function raisedFees(before: EvmFees, now: EvmFees, cap: bigint): EvmFees | null {
  const least = raised(before.most);
  if (least > cap) return null;
  const most = lesser(greater(least, now.most), cap);
  if (before.priority === null) return { most, priority: null };
  return { most, priority: lesser(greater(raised(before.priority), now.priority ?? 0n), most) };
}

const raised = (fee: bigint) => fee + fee / 8n + 1n;
const lesser = (a: bigint, b: bigint) => (a < b ? a : b);
const greater = (a: bigint, b: bigint) => (a > b ? a : b);

/** See `WatchedChain.payable`. */
export async function evmPayable({ client, account, feeCap }: EvmPayer, coin: CountedCoin): Promise<bigint> {
  const [held, { most }] = await Promise.all([
    client.getBalance({ address: account.address, blockTag: 'pending' }),
    feesOfNow(client, feeCap),
  ]);
  const spare = held - most * gasKeptBack;
  if (spare <= 0n) return 0n;
  if (coin.contract === null) return toLedgerUnits(coin, spare);
  const tokens = await client.readContract({
    address: getAddress(coin.contract),
    abi: erc20,
    functionName: 'balanceOf',
    args: [account.address],
    blockTag: 'pending',
  });
  return toLedgerUnits(coin, tokens);
}

/** See `WatchedChain.sign`. */
export async function signEvmPayout(payer: EvmPayer, payment: EvmPayment): Promise<SignedTransfer> {
  const { chainId, to, coin, units, nonce } = payment;
  const value = fromLedgerUnits(coin, units);
  const moves =
    coin.contract === null
      ? { to, value }
      : {
          to: getAddress(coin.contract),
          data: encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to, value] }),
        };
  const [gas, fees] = await Promise.all([gasOf(payer, coin, units, moves), feesOfNow(payer.client, payer.feeCap)]);
  return signWith(payer, fees, { chainId, nonce, gas, ...moves });
}

/** @throws TransferRefused when the node predicts that it would fail, as when a contract rejects it */
async function gasOf(
  payer: EvmPayer,
  coin: CountedCoin,
  units: bigint,
  moves: { readonly to: Address; readonly value?: bigint; readonly data?: Hash },
): Promise<bigint> {
  try {
    return await payer.client.estimateGas({ account: payer.account, ...moves });
  } catch (error) {
    if (!isAnswer(error)) throw error;
    const isShort = (await evmPayable(payer, coin)) < units;
    throw new TransferRefused(isShort ? 'short' : 'refused', wordsOf(error), { cause: error });
  }
}

/** See `WatchedChain.replace`. */
export async function replaceEvmTransfer(
  payer: EvmPayer,
  chainId: number,
  transfer: SignedTransfer,
  pays: 'same' | 'nothing',
): Promise<SignedTransfer | null> {
  const { client, account, feeCap } = payer;
  const before = parseTransaction(transfer.raw as Hash);
  if (before.chainId !== chainId) throw new Error(`${transfer.hash} was signed for another network`);
  // A transfer that frees the nonce may slightly exceed the cap, because everything behind it waits.
  const cap = pays === 'same' ? feeCap : feeCap + feeCap / 2n;
  const fees = raisedFees(feesOfTransfer(before), await feesOfNow(client, cap), cap);
  if (fees === null) return null;
  if (pays === 'same') {
    const { to, value = 0n, data = '0x', gas = 0n } = before;
    if (to === undefined || to === null) throw new Error(`${transfer.hash} pays nobody`);
    return signWith(payer, fees, { chainId, nonce: transfer.nonce, gas, to, value, data });
  }
  const nothing = { to: account.address, value: 0n };
  const gas = await client.estimateGas({ account, ...nothing });
  return signWith(payer, fees, { chainId, nonce: transfer.nonce, gas, ...nothing });
}

interface Unsigned {
  readonly chainId: number;
  readonly nonce: number;
  readonly gas: bigint;
  readonly to: Address;
  readonly value?: bigint;
  readonly data?: Hash;
}

async function signWith({ account }: EvmPayer, fees: EvmFees, transfer: Unsigned): Promise<SignedTransfer> {
  const raw = await (fees.priority === null
    ? account.signTransaction({ type: 'legacy', gasPrice: fees.most, ...transfer })
    : account.signTransaction({
        type: 'eip1559',
        maxFeePerGas: fees.most,
        maxPriorityFeePerGas: fees.priority,
        ...transfer,
      }));
  return { raw, hash: keccak256(raw), nonce: transfer.nonce };
}

/** See `WatchedChain.send`. */
export async function sendEvmTransfer(payer: EvmPayer, { raw, hash, nonce }: SignedTransfer): Promise<void> {
  const { client, account } = payer;
  try {
    await client.sendRawTransaction({ serializedTransaction: raw as Hash });
  } catch (error) {
    // Nodes refuse a known transfer with different messages: what counts is whether they know it.
    if (await isKnown(client, hash as Hash)) return;
    if (!isAnswer(error)) throw error;
    const options = { cause: error };
    if ((await client.getTransactionCount({ address: account.address, blockTag: 'latest' })) > nonce) {
      throw new TransferRefused('nonce-used', wordsOf(error), options);
    }
    const { value = 0n, gas = 0n, ...rest } = parseTransaction(raw as Hash);
    const held = await client.getBalance({ address: account.address, blockTag: 'pending' });
    const isShort = held < value + gas * feesOfTransfer(rest).most;
    throw new TransferRefused(isShort ? 'short' : 'refused', wordsOf(error), options);
  }
}

/** Whether a node refused, rather than timed out or rate-limited. */
function isAnswer(error: unknown): error is BaseError {
  if (!(error instanceof BaseError)) return false;
  const isBusy = error.walk((one) => one instanceof LimitExceededRpcError) !== null;
  return !isBusy && error.walk((one) => one instanceof RpcRequestError) !== null;
}

/** The node's message without the transaction it concerns. */
function wordsOf(error: BaseError): string {
  return error.details === '' ? error.shortMessage : error.details;
}
