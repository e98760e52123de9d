import type { Ms, OrderId, OwnerId, Units } from '#protocol/core/brand.ts';
import type { EntryKind } from '#protocol/wallets/entities/wallet.ts';
import { isHouse, type LedgerAccount, type Posting } from '#server/core/ledger/account.ts';
import type { Fee, Journal } from '#server/core/ledger/journal.ts';
import type { FillSide } from './auction/fill-side.ts';
import type { BatchFunds } from './funds.ts';
import type { SpotTrade } from './order.ts';

/** Collects the ledger's journals of a batch and updates the batch's funds. */
export class SpotJournals {
  private readonly funds: BatchFunds;
  private readonly at: Ms;
  private readonly own: Journal[] = [];
  /** What the house froze (above zero) or released (below) in the batch, by owner and asset. */
  private readonly houseFrozen = new Map<string, { owner: OwnerId; asset: string; amount: Units }>();
  postings = 0;

  constructor(funds: BatchFunds, at: Ms) {
    this.funds = funds;
    this.at = at;
  }

  /** Freezes available funds, or releases them when the amount is negative. */
  freeze(owner: OwnerId, asset: string, amount: Units, orderId: OrderId): void {
    this.funds.move(owner, asset, 0n - amount);
    if (isHouse(owner)) {
      const key = `${owner}/${asset}`;
      const sum = this.houseFrozen.get(key) ?? { owner, asset, amount: 0n };
      sum.amount += amount;
      this.houseFrozen.set(key, sum);
      return;
    }
    const kind = amount > 0n ? 'order-freeze' : 'order-release';
    this.add(kind, String(orderId), freezing(owner, asset, amount));
  }

  /** Exchanges the two sides of a fill and takes both fees. */
  trade(trade: SpotTrade, base: string, quote: string, buyer: FillSide, seller: FillSide): void {
    const { amount, total, buyerFee, sellerFee } = trade;
    const reference = String(trade.id);
    const postings = [
      { ...account(buyer.owner, quote, buyer.part), amount: 0n - total },
      { ...account(seller.owner, quote, 'available'), amount: total },
      { ...account(seller.owner, base, seller.part), amount: 0n - amount },
      { ...account(buyer.owner, base, 'available'), amount },
    ];
    this.add('trade', reference, postings, [
      ...feeOf(buyer.owner, base, buyerFee),
      ...feeOf(seller.owner, quote, sellerFee),
    ]);
    if (buyer.part === 'available') this.funds.move(buyer.owner, quote, 0n - total);
    if (seller.part === 'available') this.funds.move(seller.owner, base, 0n - amount);
    this.funds.move(buyer.owner, base, amount - buyerFee);
    this.funds.move(seller.owner, quote, total - sellerFee);
  }

  /** All collected journals. The house's freezes are one movement per account and direction, and come first. */
  all(): Journal[] {
    const moved = [...this.houseFrozen.values()].filter(({ amount }) => amount !== 0n);
    const net = (kind: EntryKind, sign: (amount: Units) => boolean): Journal[] => {
      const postings = moved
        .filter(({ amount }) => sign(amount))
        .flatMap((one) => freezing(one.owner, one.asset, one.amount));
      return postings.length === 0 ? [] : [{ kind, reference: null, at: this.at, postings }];
    };
    return [
      ...net('order-release', (amount) => amount < 0n),
      ...net('order-freeze', (amount) => amount > 0n),
      ...this.own,
    ];
  }

  private add(kind: EntryKind, reference: string, postings: Posting[], fees: Fee[] = []): void {
    this.own.push({ kind, reference, at: this.at, postings, fees });
    this.postings += postings.length + fees.length;
  }
}

function account(owner: OwnerId, asset: string, part: LedgerAccount['part']): LedgerAccount {
  return { owner, wallet: 'spot', asset, part };
}

function freezing(owner: OwnerId, asset: string, amount: Units): Posting[] {
  return [
    { ...account(owner, asset, 'available'), amount: 0n - amount },
    { ...account(owner, asset, 'frozen'), amount },
  ];
}

function feeOf(owner: OwnerId, asset: string, amount: Units): Fee[] {
  return amount === 0n ? [] : [{ owner, wallet: 'spot', asset, amount }];
}
