import type { Decimal } from '#protocol/core/decimal.ts';
import type { Transaction } from '#server/core/store/database.ts';

/** A block as reported by a chain. */
export interface ChainBlock {
  readonly height: number;
  readonly hash: string;
  readonly parent: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A payment in a block to one of our addresses. */
export interface ChainPayment {
  /** Transaction hash and index of the payment within it, together unique on a chain. */
  readonly hash: string;
  readonly index: number;
  /** In the chain's normal form, see `normaliseAddress`. */
  readonly to: string;
  readonly asset: string;
  /** In the ledger's smallest unit of the asset; extra digits are truncated. */
  readonly units: bigint;
}

/** A payment reported by the node that could not be parsed; its recipient may be unknown. */
export interface UnreadPayment {
  readonly hash: string;
  /** Index within the transaction, if known. */
  readonly index: number;
  readonly to: string | null;
  readonly asset: string;
  /** The problem, for the operator. */
  readonly words: string;
}

/** Our payments in a block. */
export interface BlockPayments {
  readonly payments: readonly ChainPayment[];
  readonly unread: readonly UnreadPayment[];
}

/**
 * Which of some addresses, in their normal form, are ours. Looked up in one batch, so that they need not all be in
 * memory.
 */
export type OursOf = (addresses: readonly string[]) => Promise<ReadonlySet<string>>;

/** A signed transfer not yet sent; sending it twice is idempotent. */
export interface SignedTransfer {
  readonly raw: string;
  readonly hash: string;
  readonly nonce: number;
}

/** The state of one of our transfers on the chain. */
export type TransferStatus =
  | { readonly state: 'unknown' }
  | { readonly state: 'waiting' }
  | { readonly state: 'mined'; readonly confirmations: number }
  /** Mined but reverted: out of gas, or refused by the token. */
  | { readonly state: 'failed'; readonly confirmations: number };

/** A coin on a chain. Amounts are in the ledger's smallest unit of the asset. */
export interface ChainCoin {
  readonly asset: string;
  /** Contract of a token, or null for the native coin. */
  readonly contract: string | null;
  /** The smallest transferable amount, in the ledger's smallest unit: 1 unless the chain is coarser than the ledger. */
  readonly step: bigint;
  readonly depositMinimum: bigint;
  readonly creditConfirmations: number;
  readonly freeConfirmations: number;
  readonly withdrawMinimum: bigint;
  readonly withdrawFee: bigint;
}

/** Properties of every chain, watched or not. */
export interface Chain {
  /** As in `TEST`, `ETH`, `TRON`. */
  readonly id: string;
  /** Display name, as in `Ethereum (ERC-20)`. */
  readonly name: string;
  /** The built-in chain of practice mode, which has a faucet. */
  readonly practice: boolean;
  readonly blockMs: number;
  readonly coins: readonly ChainCoin[];
  /** The normal form of an address, or null when it is invalid on this chain. */
  normaliseAddress(text: string): string | null;
  /** The normal form of a transaction hash, or null when it is invalid on this chain. */
  normaliseHash(text: string): string | null;
  /** The deposit address of a user, from the wallet seed; `index` is the user's id. */
  depositAddress(index: bigint): string;
}

/** A chain that is followed block by block and used for payouts. Every method may fail when its node is unavailable. */
export interface WatchedChain extends Chain {
  /** The chain id of its node's network, queried each time; null for the built-in test chain. */
  networkId(): Promise<number | null>;
  /** Whether payouts are allowed on its node's network: in practice mode only on a test network. */
  canPay(): Promise<boolean>;
  tip(): Promise<ChainBlock>;
  /** The current block at a height, or null above the tip. */
  block(height: number): Promise<ChainBlock | null>;
  /**
   * Payments of exactly this block (by its hash) to any of our addresses. Fails when the block was reorganised away.
   *
   * @param leaveOut items the node does not answer about are reported as unread, instead of failing the whole block
   */
  payments(block: Pick<ChainBlock, 'height' | 'hash'>, ours: OursOf, leaveOut?: boolean): Promise<BlockPayments>;
  /** The next nonce of the paying account, including the node's mempool. */
  nextNonce(): Promise<number>;
  /** The paying account's first unmined nonce: transfers with a smaller one can no longer be mined. */
  minedNonce(): Promise<number>;
  /**
   * What the paying account can pay of a coin now, less its pending transfers and the gas of a few more. 0 for a token
   * without native coin for gas.
   */
  payable(asset: string): Promise<bigint>;
  /**
   * Signs a payout at the chain's current fee, so signing twice can give two transfers with the same nonce, of which
   * only one can be mined. Store the first one durably before sending, and send only that.
   *
   * @param units the amount received, in the ledger's smallest unit of the asset
   * @throws TransferRefused when the node predicts that it would fail
   */
  sign(to: string, asset: string, units: bigint, nonce: number): Promise<SignedTransfer>;
  /**
   * Signs a replacement: the same nonce with a higher fee, so that only one of the two can be mined. Stored durably
   * before it is sent, as every transfer.
   *
   * @param transfer the one with the highest fee for its nonce
   * @param pays `same` for the same payment, or `nothing`, which only uses up the nonce
   * @returns null when the fee cap leaves no room
   */
  replace(transfer: SignedTransfer, pays: 'same' | 'nothing'): Promise<SignedTransfer | null>;
  /**
   * Broadcasts a signed transfer; one that the chain already knows is not a failure.
   *
   * @throws TransferRefused when the node rejects it
   */
  send(transfer: SignedTransfer): Promise<void>;
  status(hash: string): Promise<TransferStatus>;
}

/** Whether the exchange itself follows a chain. */
export function isWatched(chain: Chain): chain is WatchedChain {
  return 'tip' in chain;
}

/** The chains of a running exchange. */
export interface Chains {
  readonly all: readonly Chain[];
  /** The chain with an id, or null. */
  get(id: string): Chain | null;
  /** A coin on a chain, or null when it is not supported there. */
  coin(chain: string, asset: string): { readonly chain: Chain; readonly coin: ChainCoin } | null;
}

/** A payment of a faucet to a user. */
interface FaucetPayment {
  readonly amount: Decimal;
  readonly hash: string;
  /** When the coin can be taken again: at once while the window allows more. */
  readonly nextAt: number;
}

/**
 * Pays to a user's address on the test chain; the deposit comes with the block that mines it.
 *
 * @param asked with an amount in the coin, or without one for the most that is paid at once
 * @throws Refusal `currencyMismatch` for a coin that it does not have, `enterAmount` for more than it gives,
 *   `verificationTooOften` (with `nextAt`)
 */
export type Faucet = (
  tx: Transaction,
  user: { readonly userId: bigint; readonly address: string },
  asked: { readonly asset: string; readonly amount?: Decimal | undefined },
  now: number,
) => Promise<FaucetPayment>;
