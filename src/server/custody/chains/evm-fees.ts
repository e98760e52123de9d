import type { PublicClient, TransactionSerializable } from 'viem';

/** What a transfer offers for each unit of gas, in wei: `priority` is null on a chain from before EIP-1559. */
export interface EvmFees {
  readonly most: bigint;
  readonly priority: bigint | null;
}

/** Fees that a transfer of now offers, never above the cap. */
export async function feesOfNow(client: PublicClient, cap: bigint): Promise<EvmFees> {
  const block = await client.getBlock({ blockTag: 'latest' });
  if (block.baseFeePerGas === null) return { most: lesser(await client.getGasPrice(), cap), priority: null };
  const priority = await client.estimateMaxPriorityFeePerGas();
  // Twice the base fee stays enough for six full blocks in a row.
  const most = lesser(block.baseFeePerGas * 2n + priority, cap);
  return { most, priority: lesser(priority, most) };
}

/** Fees that a signed transfer offers. */
export function feesOfTransfer(transfer: TransactionSerializable): EvmFees {
  return transfer.type === 'eip1559'
    ? { most: transfer.maxFeePerGas ?? 0n, priority: transfer.maxPriorityFeePerGas ?? 0n }
    : { most: transfer.gasPrice ?? 0n, priority: null };
}

/**
 * Fees of a transfer that takes the place of another one: both raised by an eighth at least (nodes ask for a tenth), and
 * as high as what the chain asks now.
 *
 * @returns null when the cap leaves no room for that
 */
export function raisedFees(before: EvmFees, now: EvmFees, cap: bigint): EvmFees | null {
  const least = raised(before.most);
  if (least > cap) return null;
  const most = lesser(greater(least, now.most), cap);
  if (before.priority === null) return { most, priority: null };
  return { most, priority: lesser(greater(raised(before.priority), now.priority ?? 0n), most) };
}

const raised = (fee: bigint) => fee + fee / 8n + 1n;
const lesser = (a: bigint, b: bigint) => (a < b ? a : b);
const greater = (a: bigint, b: bigint) => (a > b ? a : b);
