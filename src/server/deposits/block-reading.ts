import { fromUnits } from '../../contract/decimal.ts';
import type { ChainBlock, ChainPayment, WatchedChain } from '../chains/chain.ts';
import type { Clock } from '../clock.ts';
import { assetScale } from '../ledger/assets.ts';
import type { Gate } from '../gate/gate.ts';
import type { BalanceRow } from '../ledger/balance-row.ts';
import type { Journal } from '../ledger/journal.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Database, Transaction } from '../store/database.ts';
import { ownersOf } from './addresses.ts';
import type { DepositChanges } from './deposit-changes.ts';
import { creditMove, freeJournal, personsShare, undoMove } from './deposit-journals.ts';
import { tellOfDeposit, type DepositNews, type NoticeMeans } from './deposit-notices.ts';
import type { DepositRow } from './deposit-row.ts';
import { lockOfBlock, lockUnderWay, recordPayment, saveDeposits, type OwnedPayment } from './deposit-store.ts';
import { advance, newestScanned, stepBack, type ScannedBlock } from './scanned-blocks.ts';

/** What reading blocks into the ledger stands on. */
export interface ReadingMeans extends NoticeMeans {
  readonly database: Database;
  readonly ledger: Pick<Ledger, 'postMany' | 'lockBalances' | 'changed'>;
  readonly clock: Clock;
  readonly changes: Pick<DepositChanges, 'changed'>;
  /** What is stopped is recorded and waits; nothing of it is credited. */
  readonly gate: Gate;
}

/** Amounts beyond this are no money of any coin: such a payment is left to people. */
const unitsMax = 2n ** 62n;

/** What one transaction did, to be told after its commit. */
interface Outcome {
  readonly balances: readonly BalanceRow[];
  readonly deposits: readonly DepositRow[];
  readonly told: readonly bigint[];
}

/** Reads the next block of a chain: its payments, and what becomes of those before by one more block. One transaction. */
export async function readBlock(
  means: ReadingMeans,
  chain: WatchedChain,
  from: ScannedBlock,
  block: ChainBlock,
  payments: readonly ChainPayment[],
): Promise<void> {
  if (block.parent !== from.hash || block.height !== from.height + 1)
    throw new Error('a block does not follow the last');
  await commit(means, async (tx) => {
    const now = means.clock();
    await advance(tx, chain.id, from, block);
    const recorded: DepositRow[] = [];
    for (const owned of await withOwners(means, tx, chain, payments)) {
      const row = await recordPayment(tx, chain.id, block, owned, now);
      if (row === null)
        means.logger.error({ hash: owned.payment.hash }, 'a payment stands in two blocks: counted once');
      else recorded.push(row);
      if (row?.state === 'below-minimum') await tellOfDeposit(tx, means, row, 'below-minimum', minimumOf(owned));
    }
    const outcome = await promote(means, tx, chain.id, block.height, now);
    // The later one of a deposit counts: what was recorded may be credited by the same block.
    return {
      ...outcome,
      deposits: [...recorded, ...outcome.deposits],
      told: [...recorded.map(ownerOf), ...outcome.told],
    };
  });
}

/** Credits and frees what the blocks that were read allow by now, as after a stop of its coin was lifted. */
export async function promoteDue(means: ReadingMeans, chain: WatchedChain): Promise<void> {
  await commit(means, async (tx) => {
    const newest = await newestScanned(tx.client, chain.id);
    if (newest === null) return { balances: [], deposits: [], told: [] };
    return promote(means, tx, chain.id, newest.height, means.clock());
  });
}

/** Takes the newest block that was read back, with its deposits, because the chain dropped it. One transaction. */
export async function dropBlock(means: ReadingMeans, chain: WatchedChain, block: ScannedBlock): Promise<void> {
  await commit(means, async (tx) => {
    const now = means.clock();
    await stepBack(tx, chain.id, block);
    const rows = (await lockOfBlock(tx, chain.id, block.hash)).filter((row) => row.state !== 'undone');
    const available = await availableOf(means, tx, rows);
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
      await tellOfDeposit(tx, means, after, 'undone');
    }
    await saveDeposits(tx, undone);
    const balances = await means.ledger.postMany(tx, journals);
    return { balances, deposits: undone, told: undone.map(ownerOf) };
  });
}

/** Runs one transaction, and tells listeners after its commit. */
async function commit(means: ReadingMeans, work: (tx: Transaction) => Promise<Outcome>): Promise<void> {
  const { balances, deposits, told } = await means.database.transaction(work);
  means.ledger.changed(balances);
  means.changes.changed(deposits);
  for (const owner of new Set(told)) means.notices.changed(owner);
}

async function withOwners(
  means: ReadingMeans,
  tx: Transaction,
  chain: WatchedChain,
  payments: readonly ChainPayment[],
): Promise<OwnedPayment[]> {
  if (payments.length === 0) return [];
  const addresses = payments.map(({ to }) => to);
  const owners = await ownersOf(tx, chain.id, addresses);
  return payments.flatMap((payment) => {
    const owner = owners.get(payment.to);
    const coin = chain.coins.find(({ asset }) => asset === payment.asset);
    if (owner === undefined || coin === undefined || payment.units <= 0n) return [];
    if (payment.units <= unitsMax) return [{ payment, owner, coin }];
    means.logger.error({ hash: payment.hash, asset: payment.asset }, 'a payment is too large to be one');
    return [];
  });
}

async function promote(
  means: ReadingMeans,
  tx: Transaction,
  chain: string,
  height: number,
  now: number,
): Promise<Outcome> {
  const journals: Journal[] = [];
  const changed: DepositRow[] = [];
  const news: [DepositRow, DepositNews][] = [];
  for (const held of await lockUnderWay(tx, chain)) {
    const confirmations = Math.max(0, height - (held.height ?? height + 1) + 1);
    let row: DepositRow = { ...held, confirmations };
    if (!means.gate.isStopped('deposit', { assets: [row.asset], chain })) {
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
  const balances = await means.ledger.postMany(tx, journals);
  for (const [row, what] of news) await tellOfDeposit(tx, means, row, what);
  return { balances, deposits: changed, told: news.map(([row]) => row.owner) };
}

/**
 * What people have free of the coins of deposits that were credited, held until the transaction ends: of all of them at
 * once, so that what is posted afterwards goes on in the order of locks.
 */
async function availableOf(
  { ledger }: ReadingMeans,
  tx: Transaction,
  rows: readonly DepositRow[],
): Promise<Map<string, bigint>> {
  const credited = rows.filter(({ state }) => state === 'credited' || state === 'free');
  if (credited.length === 0) return new Map();
  const keys = credited.map(({ owner, asset }) => ({ owner, asset, wallet: 'spot' as const }));
  const balances = await ledger.lockBalances(tx, keys);
  return new Map(balances.map(({ owner, asset, available }) => [`${owner}/${asset}`, available]));
}

function ownerOf({ owner }: DepositRow): bigint {
  return owner;
}

function minimumOf({ coin }: OwnedPayment): Readonly<Record<string, string>> {
  return { minimum: fromUnits(coin.depositMinimum, assetScale(coin.asset)) };
}
