/** A block as a chain tells of it. */
export interface ChainBlock {
  readonly height: number;
  readonly hash: string;
  readonly parent: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A payment that a block holds to one of our addresses. */
export interface ChainPayment {
  /** Hash of the transaction, and which of its payments this is: unique together on a chain. */
  readonly hash: string;
  readonly index: number;
  /** In the chain's normal form, see `normaliseAddress`. */
  readonly to: string;
  readonly asset: string;
  /** In the ledger's smallest unit of the asset; what the chain counts beyond is truncated. */
  readonly units: bigint;
}

/** A payment of a block that the node told of and that could not be understood; whose it is may not be known. */
export interface UnreadPayment {
  readonly hash: string;
  /** Which of the transaction's payments, as far as that is known. */
  readonly index: number;
  readonly to: string | null;
  readonly asset: string;
  /** What was wrong, for the operator. */
  readonly words: string;
}

/** What a block holds for us. */
export interface BlockPayments {
  readonly payments: readonly ChainPayment[];
  readonly unread: readonly UnreadPayment[];
}

/** Which of some addresses, in their normal form, are ours. Asked in one go, so that nobody keeps them all in memory. */
export type OursOf = (addresses: readonly string[]) => Promise<ReadonlySet<string>>;

/** A transfer that is signed and not yet sent: sending it twice is the same transfer. */
export interface SignedTransfer {
  readonly raw: string;
  readonly hash: string;
  readonly nonce: number;
}

/** What a chain knows of a transfer of ours. */
export type TransferStatus =
  | { readonly state: 'unknown' }
  | { readonly state: 'waiting' }
  | { readonly state: 'mined'; readonly confirmations: number }
  /** Mined, and it moved nothing: out of gas, refused by the token. */
  | { readonly state: 'failed'; readonly confirmations: number };

/** How one coin lives on a chain. Amounts are in the ledger's smallest unit of the asset. */
export interface ChainCoin {
  readonly asset: string;
  /** Contract of a token, or null for the chain's own coin. */
  readonly contract: string | null;
  /** The least the chain can carry, in the ledger's smallest unit: 1 unless the chain counts coarser than the ledger. */
  readonly step: bigint;
  readonly depositMinimum: bigint;
  readonly creditConfirmations: number;
  readonly freeConfirmations: number;
  readonly withdrawMinimum: bigint;
  readonly withdrawFee: bigint;
}

/** What every chain has, watched or not. */
export interface Chain {
  /** As in `TEST`, `ETH`, `TRON`. */
  readonly id: string;
  /** Name for users, as in `Ethereum (ERC-20)`. */
  readonly name: string;
  /** The built-in chain of practice mode, which has a faucet. */
  readonly practice: boolean;
  readonly blockMs: number;
  readonly coins: readonly ChainCoin[];
  /** The one form of an address, or null when it is none of this chain. Look-alikes differ in nothing but form. */
  normaliseAddress(text: string): string | null;
  /** The one form of a transaction's hash, or null when it can be none of this chain. */
  normaliseHash(text: string): string | null;
  /** The deposit address of a user, from the wallet seed; `index` is the user's id. */
  depositAddress(index: bigint): string;
}

/** A chain that is followed block by block and pays out. Every method may fail when its node is away. */
export interface WatchedChain extends Chain {
  /** The chain id of the network that its node is on, asked for each time; null for the built-in test chain. */
  networkId(): Promise<number | null>;
  /** Whether payouts may leave on the network its node is on: in practice mode only on a test network. */
  canPay(): Promise<boolean>;
  tip(): Promise<ChainBlock>;
  /** The block at a height of the chain as it is now, or null above the tip. */
  block(height: number): Promise<ChainBlock | null>;
  /**
   * Payments of exactly this block (by its hash) to any of our addresses. Fails when the chain dropped the block.
   *
   * @param leaveOut what the node does not answer about is left out as unread, instead of failing for the whole block
   */
  payments(block: Pick<ChainBlock, 'height' | 'hash'>, ours: OursOf, leaveOut?: boolean): Promise<BlockPayments>;
  /** The next nonce of the paying account, counting what waits in the node. */
  nextNonce(): Promise<number>;
  /** The paying account's first nonce that no block holds: whatever has a smaller one can no longer be mined again. */
  minedNonce(): Promise<number>;
  /**
   * What the paying account can pay of a coin now: less what its own transfers that still wait take, and less the gas
   * of a few more transfers. 0 for a token while there is nothing for its gas.
   */
  payable(asset: string): Promise<bigint>;
  /**
   * Signs a payout at the chain's fee of the moment, so signing twice can give two transfers, of which the chain
   * takes only one: they share the nonce. Keep the first one durably before it is sent, and send only that.
   *
   * @param units what arrives, in the ledger's smallest unit of the asset
   * @throws TransferRefused when the node says that it would not go well
   */
  sign(to: string, asset: string, units: bigint, nonce: number): Promise<SignedTransfer>;
  /**
   * Signs a transfer that takes the place of another one: the same nonce for a higher fee, so that the chain takes one of
   * them and never both. Kept durably before it is sent, as every transfer.
   *
   * @param transfer the dearest one with its nonce
   * @param pays `same` to whom it pays the same, or `nothing`, which only uses the nonce up
   * @returns null when the highest fee that may be offered leaves no room
   */
  replace(transfer: SignedTransfer, pays: 'same' | 'nothing'): Promise<SignedTransfer | null>;
  /**
   * Hands a signed transfer to the chain; one that it knows already is no failure.
   *
   * @throws TransferRefused when the node does not take it
   */
  send(transfer: SignedTransfer): Promise<void>;
  status(hash: string): Promise<TransferStatus>;
}

/** Whether a chain is followed by the exchange itself. */
export function isWatched(chain: Chain): chain is WatchedChain {
  return 'tip' in chain;
}

/** The chains of a running exchange. */
export interface Chains {
  readonly all: readonly Chain[];
  /** The chain by its id, or null. */
  get(id: string): Chain | null;
  /** How a coin lives on a chain, or null when it does not. */
  coin(chain: string, asset: string): { readonly chain: Chain; readonly coin: ChainCoin } | null;
}
