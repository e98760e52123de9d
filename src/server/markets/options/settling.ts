import { optionFeePerMille } from '#protocol/core/limits.ts';
import { divideRound, type Share, type Stake } from '../engine/option-round.ts';
import { houseOwners, type Posting, isHouse } from '#server/core/ledger/account.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Ledger } from '#server/core/ledger/ledger.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { writeNotices, type NewNotice } from '#server/accounts/notices/write-notice.ts';
import { optionAsset } from './rules.ts';
import type { RoundRow } from './round-row.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';

/** What a settlement changed; null when the round had already been settled. */
interface Settled {
  readonly round: RoundRow;
  readonly changed: readonly BalanceRow[];
}

const articleKeys: Readonly<Record<Share['outcome'], string>> = {
  profit: 'notice/option-won',
  loss: 'notice/option-lost',
  draw: 'notice/option-refunded',
};

/** The notices of a settled round: one to each user who entered it, written in the transaction that pays it out. */
function roundNotices(round: RoundRow, shares: readonly Share[], at: number): NewNotice[] {
  const money = (units: bigint) => fromUnits(units, assetScale(optionAsset));
  return shares
    .filter(({ owner }) => !isHouse(owner))
    .map(({ id, owner, direction, stake, outcome, profit }) => ({
      owner,
      kind: 'trading',
      articleKey: articleKeys[outcome],
      facts: {
        coin: round.coin,
        seconds: String(round.cycle),
        direction,
        stake: money(stake),
        profit: money(profit),
        returned: money(outcome === 'loss' ? 0n : stake + profit),
        strike: round.strike?.deciding.price ?? '–',
        close: round.settlement?.deciding.price ?? '–',
      },
      subject: { kind: 'round', round: round.id, entry: String(id) },
      at,
    }));
}

/** Pays out a round exactly once: all stakes, winnings and notices in one transaction with its phase change. */
export async function settleRound(
  tx: Transaction,
  ledger: Pick<Ledger, 'post'>,
  id: bigint,
  at: number,
): Promise<Settled | null> {
  const { rows: found } = await tx.client.query<RoundRow>(
    "SELECT * FROM option_rounds WHERE id = $1 AND phase = 'settling' FOR UPDATE",
    [id],
  );
  const round = found[0];
  if (round === undefined) return null;
  const { shares, remainder } = divideRound(await stakesOf(tx, id), round.result, BigInt(optionFeePerMille));
  if (shares.length > 0) await writeShares(tx, shares);
  await writeNotices(tx, roundNotices(round, shares, at));
  const postings = shares.flatMap(postingsOf);
  const fees = shares.reduce((sum, { fee }) => sum + fee, remainder);
  postings.push({ owner: houseOwners.fees, wallet: 'option', asset: optionAsset, part: 'available', amount: fees });
  const changed =
    shares.length === 0 ? [] : await ledger.post(tx, { kind: 'option-settlement', reference: round.id, at, postings });
  const { rows } = await tx.client.query<RoundRow>('UPDATE option_rounds SET phase = $2 WHERE id = $1 RETURNING *', [
    id,
    round.settlement === null ? 'void' : 'settled',
  ]);
  return { round: rows[0] ?? round, changed };
}

async function writeShares(tx: Transaction, shares: readonly Share[]): Promise<void> {
  await tx.client.query(
    `UPDATE option_entries AS entry SET outcome = share.outcome, profit = share.profit, fee = share.fee
       FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[]) AS share (id, outcome, profit, fee)
      WHERE entry.id = share.id`,
    [
      shares.map((share) => share.id),
      shares.map((share) => share.outcome),
      shares.map((share) => share.profit),
      shares.map((share) => share.fee),
    ],
  );
}

async function stakesOf(tx: Transaction, round: bigint): Promise<Stake[]> {
  const { rows } = await tx.client.query<{ id: string; owner: string; direction: Stake['direction']; stake: string }>(
    'SELECT id, owner, direction, stake FROM option_entries WHERE round_id = $1 ORDER BY id',
    [round],
  );
  return rows.map(({ id, owner, direction, stake }) => ({
    id: BigInt(id),
    owner: BigInt(owner),
    direction,
    stake: BigInt(stake),
  }));
}

function postingsOf({ owner, stake, outcome, profit }: Share): Posting[] {
  const account = { owner, wallet: 'option', asset: optionAsset } as const;
  const back = outcome === 'loss' ? 0n : stake + profit;
  return [
    { ...account, part: 'frozen', amount: 0n - stake },
    { ...account, part: 'available', amount: back },
  ];
}
