import { setTimeout } from 'node:timers/promises';
import { wallets } from '#protocol/wallets/wallets.ts';
import { assets } from '#server/core/assets.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';
import {
  type DueBatch,
  type DueFee,
  dueBatch,
  lockRebates,
  type Payer,
  readLevels,
  readPayers,
  readSums,
  type Rebate,
  refuseSameDocuments,
  sumKey,
} from './credit-reads.ts';
import {
  type ChangedRebates,
  countAndNotify,
  writeCredited,
  writeRebateBalances,
  writeRebates,
} from './credit-writes.ts';
import type { ReferralsDeps } from './deps.ts';
import { type RebateChange, rebateJournals } from './journals.ts';
import { lockReading, readSoFar } from './reading.ts';
import { afterCredit, type Credited, type Cycle, type Level, levelOf, periodOf, rebateOf, weekOf } from './rules.ts';

/** Fees handled in one transaction. */
const batchMost = 200;
/** Batches handled per run of the job, so that it ends. */
const batchesMost = 500;
/** How long a run waits for transactions that were begun before it, from one look to the next. */
const readAgainMs = [25, 50, 100, 200, 400, 800] as const;

/**
 * Credits the periods that are over: first the ledger is read, then no fee counts for them any more, then their
 * fees are shared batch by batch, each in one transaction with everything it changes.
 *
 * @returns how many fees were handled
 */
export function createCredit(deps: ReferralsDeps, cycle: Cycle): () => Promise<number> {
  const { database, ledger, clock, gate, notices } = deps;

  return async function creditDue(): Promise<number> {
    const closed = periodOf(clock() - cycle.delayMs, cycle);
    if (await isAllRead(database, cycle)) {
      await database.pool.query('UPDATE team_reading SET closed_until = $1 WHERE closed_until < $1', [closed]);
    }
    let handled = 0;
    for (let batch = 0; batch < batchesMost; batch += 1) {
      const halted = [...assets.keys()].filter((asset) => gate.isStopped('referrals', { assets: [asset] }));
      const done = await database.transaction((tx) => creditBatch(tx, deps, halted, clock()));
      if (done === null) break;
      ledger.changed(done.changed);
      for (const owner of done.notified) notices.changed(owner);
      handled += done.count;
    }
    return handled;
  };
}

/**
 * Reads the ledger until nothing is missing that was begun before now. Transactions are short; one that is not keeps periods
 * open until a later run, so that no fee comes after its day was credited.
 */
async function isAllRead(database: Database, cycle: Cycle): Promise<boolean> {
  const { rows } = await database.pool.query<{ until: string }>(
    'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS until',
  );
  const until = BigInt(rows[0]?.until ?? 0);
  for (const waitMs of readAgainMs) {
    if ((await readSoFar(database, cycle)) >= until) return true;
    await setTimeout(waitMs);
  }
  return (await readSoFar(database, cycle)) >= until;
}

interface Done {
  readonly changed: readonly BalanceRow[];
  readonly notified: readonly bigint[];
  readonly count: number;
}

async function creditBatch(
  tx: Transaction,
  { ledger }: Pick<ReferralsDeps, 'ledger'>,
  halted: readonly string[],
  at: number,
): Promise<Done | null> {
  const { closedUntil } = await lockReading(tx);
  const batch = await dueBatch(tx, closedUntil, halted, batchMost);
  if (batch === null) return null;
  const payerIds = [...new Set(batch.fees.map(({ payer }) => payer))];
  await refuseSameDocuments(tx, payerIds);
  const payers = await readPayers(tx, payerIds);
  const sums = await readSums(tx, [...payers.values()]);
  const levels = await readLevels(tx.client);
  const rebates = batch.fees.flatMap((fee) => rebatesOf(fee, payers.get(fee.payer), sums, levels));
  const notified = await countAndNotify(tx, rebates, batch.period, at);
  const changed = await changeBalances(tx, rebates);
  await writeCredited(tx, batch, rebates);
  await writeRebates(tx, rebates, { period: batch.period, week: weekOf(batch.period), at });
  const journals = rebateJournals(walletOf(batch), batch.period, changesOf(changed), at);
  return {
    changed: journals.length === 0 ? [] : await ledger.postMany(tx, journals),
    notified,
    count: batch.fees.length,
  };
}

function walletOf({ wallet }: DueBatch) {
  const found = wallets[wallet];
  if (found === undefined) throw new Error(`no such wallet: ${wallet}`);
  return found;
}

/** The rebates of the two generations above a payer. */
function rebatesOf(
  { asset, fee }: DueFee,
  payer: Payer | undefined,
  sums: ReadonlyMap<string, Credited>,
  levels: readonly Level[],
): Rebate[] {
  if (payer === undefined) return [];
  const { member, direct, indirect } = payer;
  const own = { owner: direct, generation: 1, refused: payer.refused, level: levelOf(levels, payer.traded) } as const;
  const above = {
    owner: indirect,
    generation: 2,
    refused: payer.refusedIndirect,
    level: levelOf(levels, payer.tradedIndirect),
  } as const;
  return [own, above].flatMap(({ owner, generation, refused, level }): Rebate[] => {
    if (owner === null || (refused !== null && fee > 0n)) return [];
    const share = generation === 1 ? level.direct : level.indirect;
    const before = sums.get(sumKey(owner, member, asset)) ?? { fees: 0n, credited: 0n };
    const change = rebateOf(fee, share, before);
    if (change.fees === 0n && change.credited === 0n) return [];
    return [{ owner, member, generation, asset, fee, share, ...change }];
  });
}

/** Changes what each owner holds of each coin by the sum of their rebates. */
async function changeBalances(tx: Transaction, rebates: readonly Rebate[]): Promise<Moved[]> {
  const sums = new Map<string, { owner: bigint; asset: string; added: bigint }>();
  for (const { owner, asset, credited } of rebates) {
    const key = `${owner}/${asset}`;
    sums.set(key, { owner, asset, added: (sums.get(key)?.added ?? 0n) + credited });
  }
  const wanted = [...sums.values()].filter(({ added }) => added !== 0n);
  if (wanted.length === 0) return [];
  const held = await lockRebates(tx, wanted);
  const changed = wanted.map((one): Moved => {
    const before = held.get(`${one.owner}/${one.asset}`);
    if (before === undefined) throw new Error('a balance of rebates was not locked');
    return { ...one, ...afterCredit(before, one.added), heldBefore: before.held };
  });
  await writeRebateBalances(tx, changed);
  return changed;
}

interface Moved extends ChangedRebates {
  readonly heldBefore: bigint;
}

/** What moves between the fees and what is set aside, by coin. */
function changesOf(changed: readonly Moved[]): RebateChange[] {
  const byAsset = new Map<string, { asset: string; credited: bigint; takenBack: bigint }>();
  for (const { asset, held, heldBefore } of changed) {
    const sum = byAsset.get(asset) ?? { asset, credited: 0n, takenBack: 0n };
    const by = held - heldBefore;
    if (by > 0n) sum.credited += by;
    else sum.takenBack -= by;
    byAsset.set(asset, sum);
  }
  return [...byAsset.values()];
}
