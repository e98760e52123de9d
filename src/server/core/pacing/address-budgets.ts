import { countedNetworks, timesOf } from '../config/client-address.ts';
import { type BudgetTerms, CostBudgets } from './cost-budgets.ts';

/**
 * Cost budgets of addresses, for each network that their limits count for (`countedNetworks`): a wide network has the
 * budget of one address as many times as it may use it.
 */
export class AddressBudgets {
  readonly #budgets: CostBudgets<string>;

  /** @param terms of one address */
  constructor(terms: BudgetTerms) {
    this.#budgets = new CostBudgets(terms);
  }

  /** Milliseconds until every network of the address is out of debt; 0 when it may spend now. */
  waitMs(address: string, nowMs: number): number {
    return Math.max(...countedNetworks(address).map(({ network }) => this.#budgets.waitMs(network, nowMs)));
  }

  /** Takes the cost from the budgets of all networks of the address. */
  charge(address: string, units: number, nowMs: number): void {
    for (const { network } of countedNetworks(address)) this.chargeNetwork(network, units, nowMs);
  }

  /** Takes the cost from the budget of one of them, as another process has reported it. */
  chargeNetwork(network: string, units: number, nowMs: number): void {
    this.#budgets.charge(network, units / timesOf(network), nowMs);
  }
}
