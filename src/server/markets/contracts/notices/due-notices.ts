import type { Lots, Ms, OwnerId, PositionId, Ticks, Units } from '../../../../protocol/brand.ts';
import { liquidationTicks } from '../../../../protocol/maths/liquidation.ts';
import { lotsValue } from '../../../../protocol/maths/orders.ts';
import type { PositionSide } from '../../../../protocol/maths/positions.ts';
import { netResult } from '../../../../protocol/maths/results.ts';
import { robotOf } from '../../../core/ledger/account.ts';
import type { Queryable } from '../../../core/store/database.ts';
import type { ContractChanges } from '../changes.ts';
import type { ClosingReason, ContractClosing } from '../position.ts';

/** Closings of a position that is still open are summed up for this long: a thin book closes it in many slices. */
const summedUpForMs: Ms = 15_000;

/** What owners are notified of: closings they did not ask for, and margin warnings. */
export type ContractNoticeKind = Exclude<ClosingReason, 'manual'> | 'margin-warning';

/** A row of `contract_notices_due`. */
export interface DueNotice {
  readonly position: PositionId;
  readonly kind: ContractNoticeKind;
  readonly owner: OwnerId;
  readonly contract: string;
  readonly side: PositionSide;
  readonly lots: Lots;
  readonly value: Units;
  readonly net: Units;
  readonly leftLots: Lots;
  readonly markTicks: Ticks | null;
  readonly liquidationTicks: Ticks | null;
  readonly at: Ms;
  readonly dueAt: Ms;
}

/** What the owners of a batch are notified of. Robots account for their positions themselves, and notify their owners. */
export function dueNotices(changes: ContractChanges): DueNotice[] {
  const due = new Map<string, DueNotice>();
  for (const closing of changes.closings) {
    if (closing.reason === 'manual' || robotOf(closing.owner) !== null) continue;
    const key = `${closing.position}/${closing.reason}`;
    const one = ofClosing(changes, closing, closing.reason);
    const before = due.get(key);
    due.set(
      key,
      before === undefined
        ? one
        : { ...one, lots: before.lots + one.lots, value: before.value + one.value, net: before.net + one.net },
    );
  }
  return [...due.values(), ...warningsOf(changes)];
}

function ofClosing(
  { market, positions, at }: ContractChanges,
  closing: ContractClosing,
  kind: ContractNoticeKind,
): DueNotice {
  const { position, owner, contract, side, lots, priceTicks, fee } = closing;
  const leftLots = positions.get(position)?.lots ?? 0;
  return {
    position,
    kind,
    owner,
    contract,
    side,
    lots,
    value: lotsValue(market.listed.terms, priceTicks, lots),
    net: netResult({ ...closing, closeFee: fee }),
    leftLots,
    markTicks: null,
    liquidationTicks: null,
    at,
    dueAt: leftLots === 0 ? at : at + summedUpForMs,
  };
}

function warningsOf({ warnings, market, positions, at }: ContractChanges): DueNotice[] {
  return warnings.flatMap(({ position: id, markTicks }) => {
    const position = positions.get(id);
    // Closed later in the same batch: the notice of that says more.
    if (position === undefined || position.lots === 0 || robotOf(position.owner) !== null) return [];
    const { owner, contract, side, lots } = position;
    const end = liquidationTicks(market.listed.terms, position, market.sideCost(owner, side));
    const nothing = { lots: 0, value: 0n, net: 0n } as const;
    const when = { at, dueAt: at };
    const prices = { markTicks, liquidationTicks: end };
    return {
      position: id,
      kind: 'margin-warning',
      owner,
      contract,
      side,
      ...nothing,
      leftLots: lots,
      ...prices,
      ...when,
    };
  });
}

/** Adds to what is due, in the transaction of what happened. What is summed up keeps its time until nothing is left. */
export async function writeDueNotices(client: Queryable, due: readonly DueNotice[]): Promise<void> {
  if (due.length === 0) return;
  await client.query({
    name: 'contracts-write-notices-due',
    text: `INSERT INTO contract_notices_due AS due (position, kind, owner, contract, side, lots, value, net, left_lots,
             mark_ticks, liquidation_ticks, at, due_at)
           SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::int[], $7::bigint[],
             $8::bigint[], $9::int[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[])
           ON CONFLICT (position, kind) DO UPDATE SET lots = due.lots + excluded.lots, value = due.value + excluded.value,
             net = due.net + excluded.net, left_lots = excluded.left_lots, mark_ticks = excluded.mark_ticks,
             liquidation_ticks = excluded.liquidation_ticks, at = excluded.at,
             due_at = least(due.due_at, excluded.due_at)`,
    values: [
      due.map(({ position }) => position),
      due.map(({ kind }) => kind),
      due.map(({ owner }) => owner),
      due.map(({ contract }) => contract),
      due.map(({ side }) => side),
      due.map(({ lots }) => lots),
      due.map(({ value }) => value),
      due.map(({ net }) => net),
      due.map(({ leftLots }) => leftLots),
      due.map(({ markTicks }) => markTicks),
      due.map(({ liquidationTicks: ticks }) => ticks),
      due.map(({ at }) => at),
      due.map(({ dueAt }) => dueAt),
    ],
  });
}
