import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Journal } from '#server/core/ledger/journal.ts';
import type { Transaction, Database } from '#server/core/store/database.ts';
import { creditMove, freeJournal, personsShare, undoMove } from './deposit-journals.ts';
import { notifyOfDeposit, type DepositNews, type NoticeDeps } from './deposit-notices.ts';
import type { DepositRow, DepositChanges } from './deposit-row.ts';
import { lockUnderWay, saveDeposits } from './store.ts';
import { apart, setAside, type AsideCause } from './deposits-aside.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import type { Gate } from '#server/core/gate/gate.ts';
import type { Ledger } from '#server/core/ledger/ledger.ts';

export interface ReadingDeps extends NoticeDeps {
  readonly database: Database;
  readonly ledger: Pick<Ledger, 'postMany' | 'lockBalances' | 'changed'>;
  readonly clock: Clock;
  readonly changes: Pick<DepositChanges, 'changed'>;
  /** Stopped deposits are recorded but not credited. */
  readonly gate: Gate;
}

/** Changes of one transaction, to be published after its commit. */
export interface Outcome {
  readonly balances: readonly BalanceRow[];
  readonly deposits: readonly DepositRow[];
  readonly notified: readonly bigint[];
}

export const nothingDone: Outcome = { balances: [], deposits: [], notified: [] };

/** The last change of a deposit counts. */
export function together(outcomes: readonly Outcome[]): Outcome {
  return {
    balances: outcomes.flatMap(({ balances }) => balances),
    deposits: outcomes.flatMap(({ deposits }) => deposits),
    notified: outcomes.flatMap(({ notified }) => notified),
  };
}

/** Credits and releases deposits at this chain height; a failing one is set aside and does not block others. */
export async function promote(
  deps: ReadingDeps,
  tx: Transaction,
  chain: string,
  height: number,
  now: number,
): Promise<Outcome> {
  const held = await lockUnderWay(tx, chain);
  const fault = { chain, why: 'not-credited' as const, now };
  return allOrEach(deps, tx, held, fault, (rows) => promoteRows(deps, tx, chain, rows, { height, now }));
}

/** Reverses deposits whose block was reorganised away; a failing one is set aside. */
export async function undo(
  deps: ReadingDeps,
  tx: Transaction,
  chain: string,
  rows: readonly DepositRow[],
  now: number,
): Promise<Outcome> {
  return allOrEach(deps, tx, rows, { chain, why: 'not-undone', now }, (some) => undoRows(deps, tx, some, now));
}

/** All at once; one by one if any fails. */
async function allOrEach(
  deps: ReadingDeps,
  tx: Transaction,
  rows: readonly DepositRow[],
  { chain, why, now }: { readonly chain: string; readonly why: AsideCause; readonly now: number },
  work: (rows: readonly DepositRow[]) => Promise<Outcome>,
): Promise<Outcome> {
  if (rows.length === 0) return nothingDone;
  const all = await apart(tx, () => work(rows));
  if ('result' in all) return all.result;
  const done: Outcome[] = [];
  for (const row of rows) {
    const one = await apart(tx, () => work([row]));
    if ('result' in one) done.push(one.result);
    else {
      deps.logger.error({ chain, deposit: row.id.toString(), why, fault: one.fault }, 'a deposit is set aside');
      await setAside(tx, chain, { ...asideOf(row), why, words: one.fault }, now);
    }
  }
  return together(done);
}

function asideOf(row: DepositRow) {
  return {
    height: row.height ?? 0,
    blockHash: row.blockHash ?? '',
    hash: row.hash ?? '',
    place: row.place,
    address: row.address,
    asset: row.asset,
    units: row.units,
    deposit: row.id,
  };
}

async function promoteRows(
  deps: ReadingDeps,
  tx: Transaction,
  chain: string,
  rows: readonly DepositRow[],
  { height, now }: { readonly height: number; readonly now: number },
): Promise<Outcome> {
  const journals: Journal[] = [];
  const changed: DepositRow[] = [];
  const news: [DepositRow, DepositNews][] = [];
  for (const held of rows) {
    const confirmations = Math.max(0, height - (held.height ?? height + 1) + 1);
    let row: DepositRow = { ...held, confirmations };
    if (!deps.gate.isStopped('deposit', { assets: [row.asset], chain })) {
      if (row.state === 'seen' && confirmations >= row.creditConfirmations) {
        const { journal, owed, repaid } = creditMove(row, 'locked', now);
        journals.push(journal);
        row = { ...row, state: 'credited', owed, repaid };
        news.push([row, 'arrived']);
      }
      if (row.state === 'credited' && confirmations >= row.freeConfirmations) {
        if (personsShare(row) > 0n) journals.push(freeJournal(row, now));
        row = { ...row, state: 'free' };
      }
    }
    if (row.state !== held.state || confirmations !== held.confirmations) changed.push({ ...row, updatedAt: now });
  }
  await saveDeposits(tx, changed);
  const balances = await deps.ledger.postMany(tx, journals);
  for (const [row, what] of news) await notifyOfDeposit(tx, deps, row, what);
  return { balances, deposits: changed, notified: news.map(([row]) => row.owner) };
}

async function undoRows(
  deps: ReadingDeps,
  tx: Transaction,
  rows: readonly DepositRow[],
  now: number,
): Promise<Outcome> {
  const available = await availableOf(deps, tx, rows);
  const journals: Journal[] = [];
  const undone: DepositRow[] = [];
  for (const row of rows) {
    const gone = { ...row, state: 'undone' as const, height: null, confirmations: 0, updatedAt: now };
    if (row.state !== 'credited' && row.state !== 'free') {
      undone.push(gone);
      continue;
    }
    const key = `${row.owner}/${row.asset}`;
    const { journal, owed, repaid } = undoMove(row, available.get(key) ?? 0n, now);
    if (row.state === 'free') available.set(key, (available.get(key) ?? 0n) - (row.units - (owed - row.owed)));
    journals.push(journal);
    const after = { ...gone, owed, repaid };
    undone.push(after);
    await notifyOfDeposit(tx, deps, after, 'undone');
  }
  await saveDeposits(tx, undone);
  const balances = await deps.ledger.postMany(tx, journals);
  return { balances, deposits: undone, notified: undone.map(({ owner }) => owner) };
}

/**
 * Locks the available balances of credited deposits until the transaction ends: all at once, so that later postings
 * follow the lock order.
 */
async function availableOf(
  { ledger }: ReadingDeps,
  tx: Transaction,
  rows: readonly DepositRow[],
): Promise<Map<string, bigint>> {
  const credited = rows.filter(({ state }) => state === 'credited' || state === 'free');
  if (credited.length === 0) return new Map();
  const keys = credited.map(({ owner, asset }) => ({ owner, asset, wallet: 'spot' as const }));
  const balances = await ledger.lockBalances(tx, keys);
  return new Map(balances.map(({ owner, asset, available }) => [`${owner}/${asset}`, available]));
}
