import type { Lots, Ms, OwnerId, Ticks } from '#protocol/core/brand.ts';
import type {
  Book,
  BookCommand,
  BookEvent,
  BookLevel,
  BookSnapshot,
  CloseReason,
  PlaceCommand,
  RestingOrder,
  Side,
} from './book.ts';
import type { MarketTerms } from './market-terms.ts';

type Held = { -readonly [Field in keyof RestingOrder]: RestingOrder[Field] };

/**
 * The oracle: one unsorted list, searched on every step, simple enough to verify by reading. Tests run it beside the
 * fast book and compare events and state; the exchange never uses it.
 */
export class NaiveBook implements Book {
  lastTicks: Ticks | null;
  private readonly terms: MarketTerms;
  private held: Held[];

  constructor(terms: MarketTerms, snapshot: BookSnapshot) {
    this.terms = terms;
    this.lastTicks = snapshot.lastTicks;
    this.held = snapshot.orders.map((order) => ({ ...order }));
  }

  apply(command: BookCommand, atMs: Ms): BookEvent[] {
    if (command.kind !== 'cancel') return this.place(command, atMs);
    const order = this.held.find((one) => one.id === command.id);
    if (order === undefined) throw new Error('not in the book');
    this.held = this.held.filter((one) => one !== order);
    return [{ kind: 'close', atMs, id: order.id, status: 'cancelled', reason: 'user', lots: order.lots }];
  }

  costToBuy(owner: OwnerId, lots: Lots): bigint {
    const copy = new NaiveBook(this.terms, { lastTicks: null, orders: this.held });
    let cost = 0n;
    const events = copy.place(
      { kind: 'market', id: Number.MAX_SAFE_INTEGER, owner, side: 'buy', lots, budgetUnits: null, worstTicks: null },
      0,
    );
    for (const event of events) if (event.kind === 'fill') cost += copy.worth(event.priceTicks, event.lots);
    return cost;
  }

  bestTicks(side: Side): number | null {
    return this.queue(side)[0]?.priceTicks ?? null;
  }

  resting(id: number): RestingOrder | null {
    return this.held.find((order) => order.id === id) ?? null;
  }

  levels(side: Side, most: number): BookLevel[] {
    const sums = new Map<number, number>();
    for (const order of this.queue(side)) sums.set(order.priceTicks, (sums.get(order.priceTicks) ?? 0) + order.lots);
    return [...sums].slice(0, most).map(([priceTicks, lots]) => ({ priceTicks, lots }));
  }

  restingOrders(): RestingOrder[] {
    return [...this.queue('buy'), ...this.queue('sell')].map((order) => ({ ...order }));
  }

  /** One side by price, then by age. */
  private queue(side: Side): Held[] {
    const better = side === 'buy' ? -1 : 1;
    return this.held
      .filter((order) => order.side === side)
      .toSorted((a, b) => better * (a.priceTicks - b.priceTicks) || a.id - b.id);
  }

  private worth(priceTicks: Ticks, lots: Lots): bigint {
    return BigInt(priceTicks) * BigInt(lots) * this.terms.unitsPerTickLot;
  }

  private place(command: PlaceCommand, atMs: Ms): BookEvent[] {
    const events: BookEvent[] = [];
    const makerSide = command.side === 'buy' ? 'sell' : 'buy';
    const arrivalTicks = this.bestTicks(makerSide);
    let wanted = command.lots ?? this.terms.maxLots;
    let budget = command.kind === 'market' ? command.budgetUnits : null;
    let reason: CloseReason | null = null;
    let fills = 0;
    while (wanted > 0 && reason === null) {
      const maker = this.queue(makerSide)[0];
      reason = this.obstacle(command, maker, arrivalTicks);
      if (maker === undefined || reason !== null) break;
      let lots = Math.min(wanted, maker.lots);
      if (budget !== null) lots = Math.min(lots, Number(budget / this.worth(maker.priceTicks, 1)));
      if (lots === 0) {
        reason = 'dust';
        break;
      }
      wanted -= lots;
      maker.lots -= lots;
      fills += 1;
      if (budget !== null) budget -= this.worth(maker.priceTicks, lots);
      this.lastTicks = maker.priceTicks;
      const { id: takerId, owner: takerOwner, side: takerSide } = command;
      const { id: makerId, owner: makerOwner, priceTicks } = maker;
      events.push({ kind: 'fill', atMs, takerId, takerOwner, takerSide, makerId, makerOwner, priceTicks, lots });
      if (maker.lots === 0) {
        this.held = this.held.filter((order) => order !== maker);
        events.push({ kind: 'close', atMs, id: makerId, status: 'filled', reason: null, lots: 0 });
      }
    }
    events.push(this.ending(command, reason, wanted, budget, fills, atMs));
    return events;
  }

  private obstacle(command: PlaceCommand, maker: Held | undefined, arrivalTicks: Ticks | null): CloseReason | null {
    if (maker === undefined || arrivalTicks === null) return 'no-liquidity';
    const price = BigInt(maker.priceTicks) * 100n;
    const best = BigInt(arrivalTicks);
    const limit = command.kind === 'limit' ? BigInt(command.priceTicks) * 100n : null;
    if (command.side === 'buy' && price > (limit ?? best * 110n)) return 'price-band';
    if (command.side === 'sell' && price < (limit ?? best * 90n)) return 'price-band';
    const worst = command.kind === 'market' ? command.worstTicks : null;
    if (worst !== null && (command.side === 'buy' ? maker.priceTicks > worst : maker.priceTicks < worst)) {
      return 'price-band';
    }
    return maker.owner === command.owner ? 'self-trade' : null;
  }

  private ending(
    command: PlaceCommand,
    reason: CloseReason | null,
    left: number,
    budget: bigint | null,
    fills: number,
    atMs: Ms,
  ): BookEvent {
    const { id } = command;
    if (reason === null) return { kind: 'close', atMs, id, status: 'filled', reason, lots: 0 };
    if (command.kind === 'limit' && reason !== 'self-trade') {
      const { owner, side, priceTicks } = command;
      this.held.push({ id, owner, side, priceTicks, lots: left });
      return { kind: 'rest', atMs, id, priceTicks, lots: left };
    }
    const status = reason === 'dust' && fills > 0 ? 'filled' : 'cancelled';
    return { kind: 'close', atMs, id, status, reason, lots: budget === null ? left : 0 };
  }
}
