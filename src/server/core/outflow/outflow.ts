import type { Wallet } from '#protocol/wallets/wallets.ts';
import type { BalanceKey } from '../ledger/balance-row.ts';
import type { Queryable, Transaction } from '../store/database.ts';

/**
 * Ways on which value leaves the wallets that a person spends from. On the first ones it leaves the account: to a chain, to
 * another user at once, to the buyer of what one sells, or into an advert that others take from. On the others it stays the
 * person's and can be lost to somebody: it backs positions and options, trades by itself, secures a loan or a merchant's
 * promise, or buys what has no price yet. A new way joins one of the lists, and with it the table of
 * `tests/calls/outflow.test.ts`.
 */
const leavingWays = ['withdrawal', 'instant-transfer', 'fiat-sale', 'fiat-advert'] as const;
const riskingWays = [
  'wallet-transfer',
  'robot',
  'loan-collateral',
  'subscription',
  'miner',
  'merchant-deposit',
] as const;

export const outflowWays = [...leavingWays, ...riskingWays] as const;

export type OutflowWay = (typeof outflowWays)[number];

const risking: ReadonlySet<OutflowWay> = new Set(riskingWays);

/** Whether value stays its owner's on a way, and can only be lost: such a way waits for bought value alone. */
export function isRisking(way: OutflowWay): boolean {
  return risking.has(way);
}

/** What leaves, and who sends it. */
export interface Leaving {
  readonly way: OutflowWay;
  readonly owner: bigint;
  /** The session that asks; null for the exchange's own merchants, who have none, and on ways where it does not matter. */
  readonly session: bigint | null;
  /** The wallet that pays. */
  readonly wallet: Wallet;
  readonly asset: string;
  /** In the smallest unit of the asset. */
  readonly units: bigint;
  /** Other balances that the movement locks and that come before its own in the order of locks, as a recipient's. */
  readonly beside?: readonly BalanceKey[];
}

/**
 * One reason for which value stays, as after a change of a password. Areas declare theirs; it locks what it looks at for
 * the rest of the transaction, users before everything else (`ledger/lock-order.ts`).
 *
 * @throws Refusal `withdrawalHold` with `until`, and `reason` where it is not a changed password
 */
export type OutflowHold = (tx: Transaction, leaving: Leaving, now: number) => Promise<void>;

/** Coins that somebody bought from another person. */
export interface Purchase {
  readonly owner: bigint;
  /** The P2P order. */
  readonly order: bigint;
  readonly asset: string;
  readonly units: bigint;
  /** What was paid, in USDT at the platform's rate; null without a rate. Counts where the coin has no index price. */
  readonly paid: string | null;
}

/** Value that has to stay. */
export interface HeldValue {
  /** In the smallest unit of USDT. */
  readonly value: bigint;
  /** When it is free, in epoch milliseconds. */
  readonly until: number;
}

/** Holds by value, which purchases begin. */
export interface HeldValues {
  readonly hold: OutflowHold;
  readonly keep: (tx: Transaction, purchase: Purchase, now: number) => Promise<void>;
  readonly of: (client: Queryable, owner: bigint, now: number) => Promise<readonly HeldValue[]>;
}

/** The one gate of everything that leaves, passed in the transaction that moves the money (design section 3). */
export interface Outflow {
  /**
   * To be asked right before the movement is posted, as it locks the balance that pays.
   *
   * @throws Refusal `withdrawalHold` of the first hold that applies
   */
  readonly check: OutflowHold;
  /** Holds what somebody bought from another person, in the transaction that pays it out. */
  readonly keep: HeldValues['keep'];
  /** What is held of somebody's value now, those that end first before others. */
  readonly heldOf: HeldValues['of'];
}

/**
 * The gate with all its holds, in the order in which they are asked.
 *
 * @param held null where nothing that is bought is held
 */
export function outflowWith(holds: readonly OutflowHold[], held: HeldValues | null = null): Outflow {
  return {
    async check(tx, leaving, now) {
      if (!isRisking(leaving.way)) for (const hold of holds) await hold(tx, leaving, now);
      await held?.hold(tx, leaving, now);
    },
    keep: async (tx, purchase, now) => held?.keep(tx, purchase, now),
    heldOf: async (client, owner, now) => held?.of(client, owner, now) ?? [],
  };
}
