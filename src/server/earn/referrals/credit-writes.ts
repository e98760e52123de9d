import type { Units } from '#protocol/core/brand.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { writeNotices } from '#server/accounts/notices/write-notice.ts';
import type { DueBatch, Rebate } from './credit-reads.ts';
import { lockInviters } from './reading.ts';
import type { RebateBalance } from './rules.ts';

/** A balance of rebates after a credit, and by how much it changed. */
export interface ChangedRebates extends RebateBalance {
  readonly owner: bigint;
  readonly asset: string;
  readonly added: Units;
}

/** Writes balances that are locked. */
export async function writeRebateBalances(tx: Transaction, changed: readonly ChangedRebates[]): Promise<void> {
  await tx.client.query(
    `UPDATE team_balances AS row SET held = new.held, owed = new.owed, credited = row.credited + new.added
       FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[])
            AS new (owner, asset, held, owed, added)
      WHERE row.owner = new.owner AND row.asset = new.asset`,
    [
      changed.map(({ owner }) => owner),
      changed.map(({ asset }) => asset),
      changed.map(({ held }) => held),
      changed.map(({ owed }) => owed),
      changed.map(({ added }) => added),
    ],
  );
}

/** Marks the fees of a batch as credited, with what was shared of each. */
export async function writeCredited(
  tx: Transaction,
  { period, wallet, fees }: DueBatch,
  rebates: readonly Rebate[],
): Promise<void> {
  const of = (generation: 1 | 2) => {
    const units = new Map(
      rebates
        .filter((rebate) => rebate.generation === generation)
        .map(({ member, asset, credited }) => [`${member}/${asset}`, credited]),
    );
    return fees.map(({ payer, asset }) => units.get(`${payer}/${asset}`) ?? 0n);
  };
  await tx.client.query(
    `UPDATE team_fees AS row SET credited = true, direct = done.direct, indirect = done.indirect
       FROM unnest($3::bigint[], $4::text[], $5::bigint[], $6::bigint[]) AS done (payer, asset, direct, indirect)
      WHERE row.period = $1 AND row.wallet = $2 AND row.payer = done.payer AND row.asset = done.asset`,
    [period, wallet, fees.map(({ payer }) => payer), fees.map(({ asset }) => asset), of(1), of(2)],
  );
}

/** Adds rebates to the sums of their members, to the week, and to the list. */
export async function writeRebates(
  tx: Transaction,
  rebates: readonly Rebate[],
  { period, week, at }: { readonly period: number; readonly week: number; readonly at: number },
): Promise<void> {
  const columns = [
    rebates.map(({ owner }) => owner),
    rebates.map(({ member }) => member),
    rebates.map(({ asset }) => asset),
    rebates.map(({ fees }) => fees),
    rebates.map(({ credited }) => credited),
  ];
  await tx.client.query(
    `INSERT INTO team_sums AS held (owner, member, asset, fees, credited, week, week_credited)
     SELECT owner, member, asset, fees, credited, $6, credited
       FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[])
            AS one (owner, member, asset, fees, credited)
     ON CONFLICT (owner, member, asset) DO UPDATE
        SET fees = held.fees + excluded.fees, credited = held.credited + excluded.credited, week = excluded.week,
            week_credited = excluded.week_credited + CASE WHEN held.week = excluded.week THEN held.week_credited ELSE 0 END`,
    [...columns, week],
  );
  const generations = rebates.map(({ generation }) => generation);
  await tx.client.query(
    `INSERT INTO team_weeks AS held (owner, week, asset, direct, indirect, fees, reversed)
     SELECT owner, $6, asset, sum(CASE WHEN generation = 1 THEN greatest(credited, 0) ELSE 0 END),
            sum(CASE WHEN generation = 2 THEN greatest(credited, 0) ELSE 0 END), sum(fees), sum(greatest(-credited, 0))
       FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $7::smallint[])
            AS one (owner, member, asset, fees, credited, generation)
      GROUP BY owner, asset ORDER BY owner, asset
     ON CONFLICT (owner, week, asset) DO UPDATE
        SET direct = held.direct + excluded.direct, indirect = held.indirect + excluded.indirect,
            fees = held.fees + excluded.fees, reversed = held.reversed + excluded.reversed`,
    [...columns, week, generations],
  );
  const listed = rebates.filter(({ credited }) => credited !== 0n);
  await tx.client.query(
    `INSERT INTO team_rebates (owner, member, generation, period, asset, fee, share, units, at)
     SELECT owner, member, generation, $7, asset, fee, share, units, $8
       FROM unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::text[], $5::bigint[], $6::integer[], $9::bigint[])
            WITH ORDINALITY AS one (owner, member, generation, asset, fee, share, units, place)
      ORDER BY place`,
    [
      listed.map(({ owner }) => owner),
      listed.map(({ member }) => member),
      listed.map(({ generation }) => generation),
      listed.map(({ asset }) => asset),
      listed.map(({ fee }) => fee),
      listed.map(({ credited, share }) => (credited > 0n ? share : null)),
      period,
      at,
      listed.map(({ credited }) => credited),
    ],
  );
}

/** Counts what was taken back, and notifies each owner once per period. @returns whom */
export async function countAndNotify(
  tx: Transaction,
  rebates: readonly Rebate[],
  period: number,
  at: number,
): Promise<bigint[]> {
  await lockInviters(
    tx,
    rebates.map(({ owner }) => owner),
  );
  const reversed = rebates.filter(({ credited }) => credited < 0n).map(({ owner }) => owner);
  if (reversed.length > 0)
    await tx.client.query(
      `UPDATE team_inviters AS held SET reversed = held.reversed + added.count
         FROM (SELECT one AS owner, count(*)::int AS count FROM unnest($1::bigint[]) AS one GROUP BY one) AS added
        WHERE held.owner = added.owner`,
      [reversed],
    );
  const { rows } = await tx.client.query<{ owner: string }>(
    'UPDATE team_inviters SET noticed = $2 WHERE owner = ANY($1::bigint[]) AND noticed < $2 RETURNING owner',
    [rebates.filter(({ credited }) => credited > 0n).map(({ owner }) => owner), period],
  );
  const owners = rows.map(({ owner }) => BigInt(owner));
  await writeNotices(
    tx,
    owners.map((owner) => ({
      owner,
      kind: 'trading',
      articleKey: 'notice/rebates-credited',
      facts: {},
      subject: { kind: 'team' },
      at,
    })),
  );
  return owners;
}
