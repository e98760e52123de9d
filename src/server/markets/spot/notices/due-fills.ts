import { isHouse, robotOf } from '../../../core/ledger/account.ts';
import type { BesideStatement } from '../../../core/ledger/beside.ts';
import { numbersLiteral, textsLiteral } from '../../../core/store/array-literals.ts';
import type { SpotOrder } from '../order.ts';

/**
 * The statement that writes down whose resting orders a batch filled; null when there are none. An immediate fill is
 * visible on the screen, a robot shows its trades itself, and the house reads no notices.
 *
 * @param changed orders of earlier batches, in their state after this one
 */
export function dueFillsStatement(changed: readonly SpotOrder[]): BesideStatement | null {
  const due = changed.filter(
    ({ owner, type, status }) => type === 'limit' && status === 'filled' && !isHouse(owner) && robotOf(owner) === null,
  );
  if (due.length === 0) return null;
  return {
    name: 'spot-fills-due',
    text: dueText,
    values: [
      numbersLiteral(due.map(({ updatedAt }) => updatedAt)),
      numbersLiteral(due.map(({ id }) => id)),
      numbersLiteral(due.map(({ owner }) => owner)),
      textsLiteral(due.map(({ pair }) => pair)),
      textsLiteral(due.map(({ side }) => side)),
      numbersLiteral(due.map(({ filled }) => filled)),
      numbersLiteral(due.map(({ filledTotal }) => filledTotal)),
    ],
  };
}

const dueText = `
  INSERT INTO spot_fills_due (at, id, owner, pair, side, filled, filled_total)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::bigint[])`;
