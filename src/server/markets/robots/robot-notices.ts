import { fromUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { shownMinute } from '#server/accounts/notices/facts.ts';
import type { Delisting } from './delisting.ts';
import type { RobotsDeps } from './deps.ts';
import { coinsOf } from './robot-coins.ts';
import type { RobotRow } from './tables.ts';
import { pairOf } from '../pairs.ts';

/** What owners of robots are notified of; the articles have these names. */
type RobotNotice = 'paused' | 'stop-loss' | 'take-profit' | 'delisted' | 'returned';

function noticeOf({ state, cause }: RobotRow): RobotNotice {
  if (state !== 'stopped') return 'paused';
  return cause === 'stop-loss' || cause === 'take-profit' || cause === 'delisted' ? cause : 'returned';
}

/** What happened to positions of a robot that nobody asked for. */
interface ForcedClosing {
  readonly what: 'liquidated' | 'deleveraged';
  readonly positions: number;
}

/** Notifies the owner of what was done to positions of a robot, in the transaction that accounts for it. */
export async function notifyOfPositions(
  tx: Transaction,
  { notices }: Pick<RobotsDeps, 'notices'>,
  row: RobotRow,
  { what, positions }: ForcedClosing,
): Promise<void> {
  const facts = { robot: row.name, pair: `${row.base}/${row.quote}`, positions: `${positions}` };
  await notices.send(tx, row.owner, 'trading', `notice/robot-${what}`, facts, {
    kind: 'robot',
    robot: row.id.toString(),
  });
}

/** A pair as notices name it. */
function shownPair(id: string): string {
  const { base, quote } = pairOf(id);
  return `${base}/${quote}`;
}

/** Notifies the owner that a robot will end because one of its pairs is delisted, in the transaction that keeps that in mind. */
export async function notifyOfDelisting(
  tx: Transaction,
  { notices }: Pick<RobotsDeps, 'notices'>,
  row: RobotRow,
  { pair, endsAt }: Delisting,
): Promise<void> {
  const facts = { robot: row.name, pair: shownPair(pair), ends: shownMinute(endsAt) };
  await notices.send(tx, row.owner, 'trading', 'notice/robot-delisting', facts, {
    kind: 'robot',
    robot: row.id.toString(),
  });
}

/**
 * Tells the owner that a halted pair paused a robot, or that it ended, in the transaction of what happened.
 *
 * @param delisting the end of one of its pairs, which names the pair where that ended it
 */
export async function notifyOfRobot(
  tx: Transaction,
  { notices }: Pick<RobotsDeps, 'notices'>,
  row: RobotRow,
  delisting: Delisting | null,
): Promise<void> {
  const scale = assetScale(row.quote);
  const returned = row.returned ?? 0n;
  const facts = {
    robot: row.name,
    pair: `${coinsOf(row)
      .map(({ base }) => base)
      .join(' + ')}/${row.quote}`,
    delisted: delisting === null ? '' : shownPair(delisting.pair),
    asset: row.quote,
    putIn: fromUnits(row.putIn, scale),
    returned: fromUnits(returned, scale),
    profit: fromUnits(returned - row.putIn, scale),
    fee: fromUnits(row.serviceFee, scale),
  };
  await notices.send(tx, row.owner, 'trading', `notice/robot-${noticeOf(row)}`, facts, {
    kind: 'robot',
    robot: row.id.toString(),
  });
}
