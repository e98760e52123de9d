import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import { balanceKeyText } from '#server/core/ledger/balance-row.ts';
import type { Journal } from '#server/core/ledger/journal.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { coverKey, freeCover } from '../backing/accounts.ts';
import type { FixedTermsDeps } from './deps.ts';
import { endJournals, renewJournal } from './journals.ts';
import type { HoldingRow, ProductRow } from './rows.ts';
import {
  type EndedHolding,
  endedHolding,
  type FixedEnd,
  type NewHolding,
  newHolding,
  renewalObstacle,
  type RenewalObstacle,
} from './rules.ts';
import { insertHoldings, writeEnds, writeSums } from './store.ts';

/** A holding that is to end, and how. */
export interface Ending {
  readonly row: HoldingRow;
  readonly end: FixedEnd;
}

/** What became of a holding. */
export interface Ended extends EndedHolding {
  /** What it was renewed as; null when it was not. */
  readonly renewed: HoldingRow | null;
  /** Why it was not renewed although that was asked for. */
  readonly obstacle: RenewalObstacle | 'switched-off' | null;
}

/** What ending did, for answers, notices and listeners. */
export interface EndingDone {
  readonly ended: readonly Ended[];
  readonly balances: readonly BalanceRow[];
}

interface Plan extends EndedHolding {
  readonly renewal: NewHolding | null;
  readonly obstacle: Ended['obstacle'];
}

/**
 * Ends locked holdings of locked products in one posting: what was set aside pays their interest, the rest of it becomes
 * free cover, and principals return or are put in again. Whoever ends a holding, ends it here.
 *
 * @param products locked; all those of the holdings
 */
export async function endHoldings(
  tx: Transaction,
  deps: Pick<FixedTermsDeps, 'ledger' | 'gate' | 'config'>,
  endings: readonly Ending[],
  products: ReadonlyMap<bigint, ProductRow>,
  now: number,
): Promise<EndingDone> {
  const { ledger } = deps;
  if (endings.length === 0) return { ended: [], balances: [] };
  const keys = endings.flatMap(({ row }) => [
    { owner: row.owner, wallet: 'spot', asset: row.asset } as const,
    coverKey('fixed-terms', row.asset),
  ]);
  const locked = await ledger.lockBalances(tx, keys);
  const { plans, after } = planEndings(deps, endings, products, locked, now);
  const renewals = plans.flatMap(({ renewal }) => (renewal === null ? [] : [renewal]));
  const written = await insertHoldings(tx, renewals);
  const renewedOf = new Map(renewals.map((renewal, nth) => [renewal, written[nth]]));
  const ended = plans.map((plan): Ended => {
    const renewed = plan.renewal === null ? null : (renewedOf.get(plan.renewal) ?? null);
    return { ...plan, renewed };
  });
  const renewedAs = new Map(ended.flatMap(({ row, renewed }) => (renewed === null ? [] : [[row.id, renewed.id]])));
  await writeEnds(tx, ended, renewedAs, now);
  await writeSums(tx, after.values());
  const journals = ended.flatMap((one): Journal[] => [
    ...endJournals(one, one.renewed === null, now),
    ...(one.renewed === null ? [] : [renewJournal(one.renewed, one.renewed.id, now)]),
  ]);
  const balances = await ledger.postMany(tx, journals, { held: new Set(keys.map(balanceKeyText)) });
  return { ended, balances };
}

/** Decides on each ending in turn, with what the ones before it left of quotas and cover. */
function planEndings(
  { gate, config }: Pick<FixedTermsDeps, 'gate' | 'config'>,
  endings: readonly Ending[],
  products: ReadonlyMap<bigint, ProductRow>,
  locked: readonly BalanceRow[],
  now: number,
): { plans: Plan[]; after: Map<bigint, ProductRow> } {
  const after = new Map<bigint, ProductRow>();
  const free = new Map<string, bigint>();
  // Whose country is not known here: a product that is off anywhere opens nothing new by itself.
  const isOff = config.areasOff.includes('earn') || gate.switchedOff('fixed-terms', []) !== null;
  const plans = endings.map(({ row, end }): Plan => {
    const one = endedHolding(row, end, now);
    const product = after.get(row.product) ?? products.get(row.product);
    if (product === undefined) throw new Error(`the product ${row.product} of a fixed term was not locked`);
    const left = { ...product, held: product.held - row.principal, promised: product.promised - row.promised };
    const cover = (free.get(row.asset) ?? freeCover(locked, 'fixed-terms', row.asset)) + one.released;
    // What the house gave back returns, also when its term was over before that was looked at.
    const wants = end === 'earned' && row.renews && row.revokedBy === null;
    const obstacle = !wants ? null : isOff ? 'switched-off' : renewalObstacle(row, left, cover);
    const renewal = wants && obstacle === null ? newHolding(left, row, now) : null;
    const [principal, promised] = [renewal?.principal ?? 0n, renewal?.promised ?? 0n];
    after.set(row.product, { ...left, held: left.held + principal, promised: left.promised + promised });
    free.set(row.asset, cover - promised);
    return { ...one, renewal, obstacle };
  });
  return { plans, after };
}
