import type { OwnerId, Units } from '#protocol/core/brand.ts';
import type { BalancePart, Wallet } from '#protocol/wallets/wallets.ts';

/**
 * The house's own accounts. Ids below 100 are the house, users start at 100000.
 *
 * `chain` stands for the outside world: deposits came from it, so it is negative by nature, as are `practice`, which
 * issues practice coins, and `shortfall`, which counts what is owed. No other account ever goes below zero.
 */
export const houseOwners = {
  chain: 1n,
  practice: 2n,
  fees: 3n,
  treasury: 4n,
  insurance: 5n,
  escrow: 6n,
  rebate: 7n,
  /** What users withdrew of deposits that were reorganised away afterwards: negative until it is repaid. */
  shortfall: 8n,
  /** What the two sides of open positions still owe each other: zero when all are closed. */
  clearing: 9n,
  /** The makers of the simulated market, which trade through the real book. */
  makerA: 11n,
  makerB: 12n,
  /** Sells collateral of loans through the real book, a slice at a time: empty between slices. */
  collateralSales: 13n,
  /** The merchants of practice mode, see `practice/p2p/tempers.ts`. */
  merchantQuick: 21n,
  merchantSlow: 22n,
  merchantCurious: 23n,
  merchantSilent: 24n,
  /**
   * Products that promise something (`earn/backing/`): `available` is free cover, `frozen` is set aside for promises that
   * were made.
   */
  earn: 31n,
  launch: 32n,
  mining: 33n,
  rewards: 34n,
  loans: 35n,
} as const;

/** Sells the collateral of loans, see `earn/loans/`. */
export const { collateralSales } = houseOwners;

/** Owners with ids below this are the house. */
export const firstUser = 100_000n;

/** Whether an owner is one of the house's own accounts, such as the makers. */
export function isHouse(owner: OwnerId): boolean {
  return owner < firstUser;
}

/** Owners from here on are robots, far above any user: ids of users come from one sequence. */
export const firstRobot = 1_000_000_000_000n;

/**
 * The account of a robot of `markets/robots/`, whose spot wallet holds what the robot trades with. It never goes below
 * zero, pays fees as a user does, and is empty once the robot has stopped.
 */
export function robotOwner(robot: bigint): OwnerId {
  return firstRobot + robot;
}

/** The robot whose account an owner is; null for anybody else. */
export function robotOf(owner: OwnerId): bigint | null {
  return owner >= firstRobot ? owner - firstRobot : null;
}

/**
 * The escrow account of a P2P order, which holds its coins alone from the moment it is taken until it ends. It never
 * goes below zero, and is empty once the order has ended.
 */
export function escrowOwner(order: OwnerId): OwnerId {
  return 0n - order;
}

/** Owners whose balances may be negative because they stand for the outside world. */
export const outsideOwners: ReadonlySet<bigint> = new Set([
  houseOwners.chain,
  houseOwners.practice,
  houseOwners.shortfall,
  houseOwners.clearing,
]);

/** One part of one coin in one wallet of one owner: the unit a posting credits or debits. */
export interface LedgerAccount {
  readonly owner: OwnerId;
  readonly wallet: Wallet;
  readonly asset: string;
  readonly part: BalancePart;
}

/** One side of a movement: `amount` in the asset's smallest unit, positive into the account, negative out of it. */
export interface Posting extends LedgerAccount {
  readonly amount: Units;
}
