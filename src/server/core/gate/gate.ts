import type { Dealing } from '#protocol/core/call.ts';
import type { Product, SwitchedOffReason } from '#protocol/core/products.ts';
import { calls, type MoneyCall } from '#protocol/calls.ts';
import type { Audit, AuditState } from '../ledger/audit.ts';
import { Refusal } from '../failures/refusal.ts';
import type { Stops } from './stops.ts';
import type { Countries } from '../countries.ts';
import { switchedOff, type Switches } from './switches.ts';

/** What a movement of money touches: its coins, and the chain it comes from or leaves on. */
interface Touched {
  readonly assets: readonly string[];
  readonly chain?: string;
}

/**
 * The one place that decides whether money may move now. The audit halts a coin whose books do not add up, and the
 * operator stops a coin, a chain, a product or all withdrawals. Every area checks at the point of its debit, inside the
 * transaction and after the look-up of the idempotency key: a request completed before a stop is still answered as
 * done.
 */
export interface Gate {
  /** Whether a product is stopped for these coins. */
  isStopped(dealing: Dealing, touched: Touched): boolean;
  /** @throws Refusal with the code that the call declares for it, while anything it touches is stopped */
  check(call: MoneyCall, touched: Touched): void;
  /** Why an operator's switch keeps somebody of these countries from opening anything new; null when it does not. */
  switchedOff(product: Product, countries: Countries): SwitchedOffReason | null;
}

/** What the gate needs from the audit. */
export type AskedAudit = Pick<Audit, 'isHalted'> & { readonly state: Pick<AuditState, 'withdrawalsHalted'> };

/** What operators decided; read on every check, so that a change counts at once. */
interface Decisions {
  readonly stops: () => Stops;
  readonly switches: () => Switches;
}

export function createGate(audit: AskedAudit, { stops, switches }: Decisions): Gate {
  function isStopped(dealing: Dealing, { assets, chain }: Touched): boolean {
    const { coins, chains, areas, withdrawals } = stops();
    if (areas.has(dealing)) return true;
    // Withdrawals are blocked while anything does not add up.
    if (dealing === 'withdrawal' && (withdrawals || audit.state.withdrawalsHalted)) return true;
    if (chain !== undefined && chains.has(chain)) return true;
    return assets.some((asset) => coins.has(asset) || audit.isHalted(asset));
  }

  return {
    isStopped,
    check(call, touched) {
      const { dealing, stoppedWith } = calls[call].moves;
      if (isStopped(dealing, touched)) throw new Refusal(stoppedWith);
    },
    switchedOff: (product, countries) => switchedOff(switches(), product, countries),
  };
}
