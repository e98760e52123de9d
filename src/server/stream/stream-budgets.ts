import { countedNetworks } from '../core/config/client-address.ts';
import { AddressBudgets } from '../core/pacing/address-budgets.ts';
import { CostBudgets } from '../core/pacing/cost-budgets.ts';
import type { UsageElsewhere } from '../core/pacing/usage-elsewhere.ts';
import type { Connection } from './connection.ts';
import type { StreamLimits } from './stream-limits.ts';

/**
 * Cost budgets per user and per address. Every request of a connection is charged to its address, and to its user once
 * signed in, so that more sockets or sessions gain nothing.
 */
export class StreamBudgets {
  readonly #usage: UsageElsewhere;
  readonly #users: CostBudgets<bigint>;
  readonly #addresses: AddressBudgets;

  /** @param usage what is charged in other processes */
  constructor(limits: StreamLimits, usage: UsageElsewhere, nowMs: () => number) {
    this.#usage = usage;
    this.#users = new CostBudgets({ unitsPerSecond: limits.userUnitsPerSecond, burstUnits: limits.userUnitsBurst });
    this.#addresses = new AddressBudgets({
      unitsPerSecond: limits.addressUnitsPerSecond,
      burstUnits: limits.addressUnitsBurst,
    });
    usage.chargeTo({
      user: (userId, units) => this.#users.charge(userId, units, nowMs()),
      address: (network, units) => this.#addresses.chargeNetwork(network, units, nowMs()),
    });
  }

  /** @param nowMs a monotonic time, as of `performance.now()` */
  chargeAddress(address: string, units: number, nowMs: number): void {
    for (const { network } of countedNetworks(address)) this.#usage.spentByAddress(network, units);
    this.#addresses.charge(address, units, nowMs);
  }

  chargeUser(userId: bigint, units: number, nowMs: number): void {
    this.#usage.spentByUser(userId, units);
    this.#users.charge(userId, units, nowMs);
  }

  charge(connection: Connection, units: number, nowMs: number): void {
    this.chargeAddress(connection.address, units, nowMs);
    if (connection.session !== null) this.chargeUser(connection.session.userId, units, nowMs);
  }

  addressWaitMs(address: string, nowMs: number): number {
    return this.#addresses.waitMs(address, nowMs);
  }

  userWaitMs(userId: bigint, nowMs: number): number {
    return this.#users.waitMs(userId, nowMs);
  }

  /** Whether the connection's user and address are within budget now. */
  mayAsk(connection: Connection, nowMs: number): boolean {
    if (this.addressWaitMs(connection.address, nowMs) > 0) return false;
    return connection.session === null || this.userWaitMs(connection.session.userId, nowMs) === 0;
  }
}
