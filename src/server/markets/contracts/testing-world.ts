import type { Lots, OwnerId, Ticks, Units } from '#protocol/core/brand.ts';
import { expect } from 'vitest';
import { toUnits } from '#protocol/core/decimal.ts';
import { houseOwners, isHouse } from '#server/core/ledger/account.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import { pairs } from '../pairs.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { ContractJournals } from './journals.ts';
import { ContractMarket } from './market.ts';
import type { ContractChanges } from './changes.ts';
import { ContractRun } from './run.ts';
import { listContracts, settlingAsset } from './listed-contracts.ts';

const [listed] = listContracts(pairs);
if (listed === undefined) throw new Error('no contract is listed');
export const { terms } = listed;
export const usdt = (text: string) => toUnits(text, 8);
export const maker = houseOwners.makerA;
export const users = [100_001n, 100_002n, 100_003n, 100_004n, 100_005n];

/** A contract in memory: every command's journals are booked here, and invariants are checked after each. */
export class ContractWorld {
  isStopped = false;
  /** Time that passes per command. */
  stepMs = 20;
  /** Whether everything is checked after each command; a long run does it at its end. */
  checks = true;
  /** Whether prices are updated before each command, as the price clock does. */
  looks = true;
  readonly market = new ContractMarket(listed as NonNullable<typeof listed>, () => this.isStopped);
  readonly spec = new Map<string, bigint>();
  now = Date.UTC(2026, 10, 20, 12);
  id = 0;
  /** Codes of refused commands. */
  readonly refused: string[] = [];

  constructor(funds = usdt('10000'), insurance = 0n) {
    for (const owner of users) this.give(owner, funds);
    this.give(maker, usdt('4000000000'));
    this.give(houseOwners.insurance, insurance);
  }

  give(owner: OwnerId, amount: Units): void {
    this.add(owner, 'available', amount);
    this.add(houseOwners.practice, 'available', 0n - amount);
  }

  of(owner: OwnerId, part = 'available'): bigint {
    return this.spec.get(`${owner}/${part}`) ?? 0n;
  }

  /** A user's total money in the wallet. */
  wealth(owner: OwnerId): bigint {
    return this.of(owner) + this.of(owner, 'frozen') + this.of(owner, 'locked');
  }

  /** Places an order with protection that never fires. */
  place(
    owner: OwnerId,
    side: 'long' | 'short',
    lots: Lots,
    leverage: number,
    priceTicks: Ticks | null,
  ): ContractChanges {
    const { contract } = terms;
    const type = priceTicks === null ? 'market' : 'limit';
    const protection =
      side === 'long' ? { takeProfitTicks: 1e9, stopLossTicks: 1 } : { takeProfitTicks: 1, stopLossTicks: 1e9 };
    return this.do((run) =>
      run.place({ kind: 'place', owner, contract, side, type, priceTicks, lots, leverage, ...protection }),
    );
  }

  do(work: (run: ContractRun) => void): ContractChanges {
    this.now += this.stepMs;
    if (this.looks) this.market.setIndex(this.market.mark?.indexTicks ?? null, this.now);
    const owners = [...users, maker, houseOwners.insurance];
    const locked = owners.map((owner) => ({
      owner,
      wallet: 'contract',
      asset: settlingAsset,
      available: this.of(owner),
      frozen: 0n,
      locked: 0n,
    })) satisfies BalanceRow[];
    const journals = new ContractJournals(locked, this.now);
    const run = new ContractRun(this.market, { journals, at: this.now, nextId: () => (this.id += 1), isHouse });
    try {
      work(run);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refused.push(error.codeName);
    }
    for (const { postings } of journals.list) {
      if (this.checks) expect(postings.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
      for (const { owner, part, amount } of postings) this.add(owner, part, amount);
    }
    this.market.release();
    if (this.checks) this.check();
    return run.changes;
  }

  /** Invariants after every command. */
  check(): void {
    for (const [key, amount] of this.spec) {
      const isOutside = ['2/', '8/', '9/'].some((outside) => key.startsWith(outside));
      if (!isOutside) expect(amount, key).toBeGreaterThanOrEqual(0n);
    }
    const { long, short } = this.market.openInterest();
    expect(long).toBe(short);
    const everything = [...this.market.positions.values(), ...this.market.netPositions.values()];
    expect(long).toBe(everything.reduce((sum, { side, lots }) => (side === 'long' ? sum + lots : sum), 0));
    const locked = new Map<bigint, bigint>();
    for (const position of this.market.positions.values()) {
      expect(position.margin).toBeGreaterThanOrEqual(0n);
      locked.set(position.owner, (locked.get(position.owner) ?? 0n) + position.margin);
    }
    const frozen = new Map<bigint, bigint>();
    for (const order of this.market.orders.values())
      frozen.set(order.owner, (frozen.get(order.owner) ?? 0n) + order.reserve);
    for (const owner of users) {
      expect(this.of(owner, 'locked')).toBe(locked.get(owner) ?? 0n);
      expect(this.of(owner, 'frozen')).toBe(frozen.get(owner) ?? 0n);
    }
    // What the two sides still owe each other is exactly the difference of their costs.
    let owed = 0n;
    for (const { side, cost } of [...this.market.positions.values(), ...this.market.netPositions.values()]) {
      owed += side === 'long' ? cost : 0n - cost;
    }
    expect(this.of(houseOwners.clearing)).toBe(-owed);
  }

  quote(ticks: Ticks, lots = 500): void {
    const bids = [1, 2, 3].map((step) => [ticks - step * 50, lots] as const);
    const asks = [1, 2, 3].map((step) => [ticks + step * 50, lots] as const);
    this.do((run) => run.quote(maker, bids, asks));
  }

  markTo(ticks: Ticks | null): ContractChanges {
    return this.do((run) => run.markTo(ticks));
  }

  open(owner: OwnerId, side: 'long' | 'short', lots: Lots, leverage: number, at = 600_000): ContractChanges {
    const [takeProfitTicks, stopLossTicks] = side === 'long' ? [at * 2, 1] : [1, at * 2];
    return this.do((run) =>
      run.place({
        kind: 'place',
        owner,
        contract: terms.contract,
        side,
        type: 'market',
        priceTicks: null,
        lots,
        leverage,
        takeProfitTicks,
        stopLossTicks,
      }),
    );
  }

  private add(owner: OwnerId, part: string, amount: Units): void {
    const key = `${owner}/${part}`;
    this.spec.set(key, (this.spec.get(key) ?? 0n) + amount);
  }
}

/** A world with its first price and a book around it. */
export function readyWorld(world = new ContractWorld()): ContractWorld {
  world.markTo(600_000);
  world.quote(600_000);
  return world;
}
