import type { Ms, OrderId, OwnerId, PositionId, Units } from '#protocol/core/brand.ts';
import { type ListedContract, settlingAsset } from './listed-contracts.ts';
import type { EntryKind } from '#protocol/wallets/entities/wallet.ts';
import type { BalancePart } from '#protocol/wallets/wallets.ts';
import { houseOwners, type Posting } from '#server/core/ledger/account.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Journal } from '#server/core/ledger/journal.ts';

/**
 * Collects the ledger's journals of a batch and tracks available balances while it is executed. Only locked balances
 * can be spent from; gains of other owners do not matter here.
 */
export class ContractJournals {
  readonly list: Journal[] = [];
  postings = 0;
  readonly #at: Ms;
  readonly #available = new Map<string, bigint>();

  constructor(locked: readonly BalanceRow[], at: Ms) {
    this.#at = at;
    for (const { owner, wallet, available } of locked) this.#available.set(`${owner}/${wallet}`, available);
  }

  /** What an owner can spend from a contract's wallet. */
  available(owner: OwnerId, { wallet }: ListedContract): bigint {
    return this.#available.get(`${owner}/${wallet}`) ?? 0n;
  }

  /** Freezes available funds behind an order, or releases them when the amount is below zero. */
  reserve(contract: ListedContract, owner: OwnerId, amount: Units, order: OrderId): void {
    this.#add('contract-margin', order, contract, [
      [owner, 'available', 0n - amount],
      [owner, 'frozen', amount],
    ]);
  }

  /** Locks margin behind a position and takes the opening fee, both from `part`. */
  open(
    contract: ListedContract,
    owner: OwnerId,
    part: BalancePart,
    margin: Units,
    fee: Units,
    position: PositionId,
  ): void {
    this.#add('contract-open', position, contract, [
      [owner, part, -(margin + fee)],
      [owner, 'locked', margin],
      [houseOwners.fees, 'available', fee],
    ]);
  }

  /**
   * Closes lots: releases their margin with the profit, less the fee. A negative result is covered by the insurance
   * fund, and the surplus of a liquidation goes to it (`insurance` above zero). What the fund cannot cover is the
   * house's own shortfall, never another user's.
   */
  close(
    contract: ListedContract,
    owner: OwnerId,
    { margin, profit, fee, insurance }: { margin: Units; profit: Units; fee: Units; insurance: Units },
    position: PositionId,
  ): void {
    const fund = this.available(houseOwners.insurance, contract);
    const fromFund = insurance < -fund ? -fund : insurance;
    this.#add('contract-close', position, contract, [
      [owner, 'locked', 0n - margin],
      [houseOwners.clearing, 'available', 0n - profit],
      [houseOwners.fees, 'available', fee],
      [houseOwners.insurance, 'available', fromFund],
      [houseOwners.shortfall, 'available', insurance - fromFund],
      [owner, 'available', margin + profit - fee - insurance],
    ]);
  }

  /** A maker's realised profit or loss. */
  settleMaker(contract: ListedContract, owner: OwnerId, profit: Units): void {
    this.#add('contract-close', null, contract, [
      [houseOwners.clearing, 'available', 0n - profit],
      [owner, 'available', profit],
    ]);
  }

  overnight(contract: ListedContract, owner: OwnerId, fee: Units, position: PositionId): void {
    this.#add('contract-overnight', position, contract, [
      [owner, 'locked', 0n - fee],
      [houseOwners.fees, 'available', fee],
    ]);
  }

  #add(
    kind: EntryKind,
    reference: number | null,
    { wallet }: ListedContract,
    moves: readonly (readonly [owner: OwnerId, part: BalancePart, amount: Units])[],
  ): void {
    const postings = moves
      .filter(([, , amount]) => amount !== 0n)
      .map(([owner, part, amount]): Posting => ({ owner, wallet, asset: settlingAsset, part, amount }));
    if (postings.length === 0) return;
    this.list.push({ kind, reference: reference === null ? null : String(reference), at: this.#at, postings });
    this.postings += postings.length;
    for (const { owner, part, amount } of postings) {
      const key = `${owner}/${wallet}`;
      const held = this.#available.get(key);
      if (part === 'available' && held !== undefined) this.#available.set(key, held + amount);
    }
  }
}
