import { AddressBudgets } from '../core/pacing/address-budgets.ts';
import { FairQueue } from '../core/pacing/fair-queue.ts';
import { noUsageElsewhere, type UsageElsewhere } from '../core/pacing/usage-elsewhere.ts';
import type { Connection } from './connection.ts';
import { StreamBudgets } from './stream-budgets.ts';
import { streamCosts, type StreamLimits } from './stream-limits.ts';

/**
 * Store reads of the stream on behalf of clients: charged to their budgets and queued fairly, so that the heaviest
 * clients wait longest.
 */
export class StreamReads {
  readonly #budgets: StreamBudgets;
  /** Users by id, visitors by address. */
  readonly #queue: FairQueue<bigint | string>;
  readonly #published: AddressBudgets;
  readonly #nowMs: () => number;

  /**
   * @param usage what is charged in other processes
   * @param nowMs a monotonic time
   */
  constructor(
    limits: StreamLimits,
    usage: UsageElsewhere = noUsageElsewhere,
    nowMs: () => number = () => performance.now(),
  ) {
    this.#nowMs = nowMs;
    this.#budgets = new StreamBudgets(limits, usage, nowMs);
    this.#published = new AddressBudgets({
      unitsPerSecond: limits.turnedAwayPerSecond,
      burstUnits: limits.turnedAwayPerSecond,
    });
    this.#queue = new FairQueue({
      runningMax: limits.readsAtOnce,
      runningPerKeyMax: limits.readsAtOncePerUser,
      waitingMax: limits.readsWaiting,
      waitingPerKeyMax: limits.readsWaitingPerUser,
      waitMaxMs: limits.readWaitMaxMs,
    });
  }

  /** Figures for the metrics. */
  get figures(): { readonly running: number; readonly waiting: number } {
    return this.#queue.figures;
  }

  charge(connection: Connection, units: number): void {
    this.#budgets.charge(connection, units, this.#nowMs());
  }

  /** Whether the connection's user and address are within budget now. */
  mayAsk(connection: Connection): boolean {
    return this.#budgets.mayAsk(connection, this.#nowMs());
  }

  /** Whether the address may open a connection or sign in now; when it may, that is charged. */
  mayEnter(address: string, units: number): boolean {
    const nowMs = this.#nowMs();
    if (this.#budgets.addressWaitMs(address, nowMs) > 0) return false;
    this.#budgets.chargeAddress(address, units, nowMs);
    return true;
  }

  /** Whether the address may get another close code for a refused connection; charged. */
  mayPublishTo(address: string): boolean {
    const nowMs = this.#nowMs();
    if (this.#published.waitMs(address, nowMs) > 0) return false;
    this.#published.charge(address, 1, nowMs);
    return true;
  }

  chargeAddress(address: string, units: number): void {
    this.#budgets.chargeAddress(address, units, this.#nowMs());
  }

  /** Milliseconds until the user's budget allows the next read. */
  userWaitMs(userId: bigint): number {
    return this.#budgets.userWaitMs(userId, this.#nowMs());
  }

  /**
   * Reads for a user, charged to them.
   *
   * @throws QueueRefusal
   */
  ofUser<Result>(userId: bigint, units: number, read: () => Promise<Result>): Promise<Result> {
    this.#budgets.chargeUser(userId, units, this.#nowMs());
    return this.#queue.run(userId, read);
  }

  /**
   * Runs a look-up for a client known only by address; already charged by `mayEnter`.
   *
   * @throws QueueRefusal
   */
  ofAddress<Result>(address: string, read: () => Promise<Result>): Promise<Result> {
    return this.#queue.run(address, read);
  }

  /** Charges the cost of sending bytes. */
  chargeBytes(connection: Connection, bytes: number): void {
    this.charge(connection, bytes / streamCosts.bytesPerUnit);
  }

  close(): void {
    this.#queue.close();
  }
}
