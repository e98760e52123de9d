import type { Ms, OwnerId, PositionId, Ticks } from '#protocol/core/brand.ts';
import { liquidationTicks } from '#protocol/contracts/maths/liquidation.ts';
import type { PositionSide } from '#protocol/contracts/maths/positions.ts';
import { robotOf } from '#server/core/ledger/account.ts';
import type { Queryable } from '#server/core/store/database.ts';
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
  readonly markTicks: Ticks | null;
  readonly liquidationTicks: Ticks | null;
  /** When the first of it happened that no notice was written of. */
  readonly at: Ms;
  readonly dueAt: Ms;
}

/** What the owners of a batch are notified of. Robots account for their positions themselves, and notify their owners. */
export function dueNotices(changes: ContractChanges): DueNotice[] {
  const due = new Map<string, DueNotice>();
  for (const closing of changes.closings) {
    if (closing.reason === 'manual' || robotOf(closing.owner) !== null) continue;
    const key = `${closing.position}/${closing.reason}`;
    if (!due.has(key)) due.set(key, ofClosing(changes, closing, closing.reason));
  }
  return [...due.values(), ...warningsOf(changes)];
}

function ofClosing({ positions, at }: ContractChanges, closing: ContractClosing, kind: ContractNoticeKind): DueNotice {
  const { position, owner, contract, side } = closing;
  const isEnded = (positions.get(position)?.lots ?? 0) === 0;
  const dueAt = isEnded ? at : at + summedUpForMs;
  return { position, kind, owner, contract, side, markTicks: null, liquidationTicks: null, at, dueAt };
}

function warningsOf({ warnings, market, positions, at }: ContractChanges): DueNotice[] {
  return warnings.flatMap(({ position: id, markTicks }) => {
    const position = positions.get(id);
    // Closed later in the same batch: the notice of that says more.
    if (position === undefined || position.lots === 0 || robotOf(position.owner) !== null) return [];
    const { owner, contract, side } = position;
    const end = liquidationTicks(market.listed.terms, position, market.sideCost(owner, side));
    const prices = { markTicks, liquidationTicks: end };
    return { position: id, kind: 'margin-warning', owner, contract, side, ...prices, at, dueAt: at };
  });
}

/** Adds to what is due, in the transaction of what happened. What is summed up keeps its time until nothing is left. */
export async function writeDueNotices(client: Queryable, due: readonly DueNotice[]): Promise<void> {
  if (due.length === 0) return;
  await client.query({
    name: 'contracts-write-notices-due',
    text: `INSERT INTO contract_notices_due AS due (position, kind, owner, contract, side, mark_ticks, liquidation_ticks,
             at, due_at)
           SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::bigint[],
             $7::bigint[], $8::bigint[], $9::bigint[])
           ON CONFLICT (position, kind) DO UPDATE SET mark_ticks = excluded.mark_ticks,
             liquidation_ticks = excluded.liquidation_ticks, due_at = least(due.due_at, excluded.due_at)`,
    values: [
      due.map(({ position }) => position),
      due.map(({ kind }) => kind),
      due.map(({ owner }) => owner),
      due.map(({ contract }) => contract),
      due.map(({ side }) => side),
      due.map(({ markTicks }) => markTicks),
      due.map(({ liquidationTicks: ticks }) => ticks),
      due.map(({ at }) => at),
      due.map(({ dueAt }) => dueAt),
    ],
  });
}
