import { fromUnits } from '#protocol/core/decimal.ts';
import type { BlockPayments, ChainBlock, UnreadPayment, WatchedChain } from '../chains/chain.ts';
import { assetScale } from '#server/core/assets.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { ownersOf } from './addresses.ts';
import { nothingDone, promote, together, undo, type Outcome, type ReadingDeps } from './deposit-moves.ts';
import { notifyOfDeposit } from './deposit-notices.ts';
import type { DepositRow } from './deposit-row.ts';
import { lockOfBlock, recordPayment, type OwnedPayment } from './store.ts';
import { apart, setAside, settleFound, settleOfBlock } from './deposits-aside.ts';
import { advance, newestScanned, stepBack, type ScannedBlock } from './scanned-blocks.ts';

/** Larger amounts are not plausible for any coin: such a payment is left to the operator. */
const unitsMax = 2n ** 62n;

/** Reads the next block of a chain: records its payments and confirms earlier ones, in one transaction. */
export async function readBlock(
  deps: ReadingDeps,
  chain: WatchedChain,
  from: ScannedBlock,
  block: ChainBlock,
  held: BlockPayments,
): Promise<void> {
  if (block.parent !== from.hash || block.height !== from.height + 1)
    throw new Error('a block does not follow the last');
  await commit(deps, async (tx) => {
    const now = deps.clock();
    await advance(tx, chain.id, from, block);
    const recorded = await recordBlock(deps, tx, chain, block, held, now);
    if (recorded.known > 0)
      deps.logger.error({ hash: block.hash }, 'payments are in two blocks: they are counted once');
    return together([outcomeOf(recorded.rows), await promote(deps, tx, chain.id, block.height, now)]);
  });
}

/** Credits and releases what the blocks read so far allow, as after a stop of its coin was lifted. */
export async function promoteDue(deps: ReadingDeps, chain: WatchedChain): Promise<void> {
  await commit(deps, async (tx) => {
    const newest = await newestScanned(tx.client, chain.id);
    return newest === null ? nothingDone : promote(deps, tx, chain.id, newest.height, deps.clock());
  });
}

/** Reverses the newest block and its deposits after a reorganisation, in one transaction. */
export async function dropBlock(deps: ReadingDeps, chain: WatchedChain, block: ScannedBlock): Promise<void> {
  await commit(deps, async (tx) => {
    const now = deps.clock();
    await stepBack(tx, chain.id, block);
    await settleOfBlock(tx, chain.id, block.hash, now);
    const rows = (await lockOfBlock(tx, chain.id, block.hash)).filter((row) => row.state !== 'undone');
    return undo(deps, tx, chain.id, rows, now);
  });
}

/** Runs one transaction and notifies listeners after its commit. */
export async function commit(deps: ReadingDeps, work: (tx: Transaction) => Promise<Outcome>): Promise<Outcome> {
  const outcome = await deps.database.transaction(work);
  deps.ledger.changed(outcome.balances);
  deps.changes.changed(outcome.deposits);
  for (const owner of new Set(outcome.notified)) deps.notices.changed(owner);
  return outcome;
}

/** Recorded deposits to be announced. */
export function outcomeOf(rows: readonly DepositRow[]): Outcome {
  return { balances: [], deposits: rows, notified: rows.map(({ owner }) => owner) };
}

/**
 * Records our payments of a block. Those that cannot be read or recorded are set aside individually.
 *
 * @returns what was recorded, and how many payments had already been recorded
 */
export async function recordBlock(
  deps: ReadingDeps,
  tx: Transaction,
  chain: WatchedChain,
  block: ScannedBlock,
  { payments, unread }: BlockPayments,
  now: number,
): Promise<{ readonly rows: DepositRow[]; readonly known: number }> {
  const leave = async (one: UnreadPayment, why: 'unreadable' | 'too-large' | 'not-recorded', units: bigint | null) => {
    deps.logger.error({ chain: chain.id, hash: one.hash, why, fault: one.words }, 'a payment is set aside');
    const { height, hash: blockHash } = block;
    const { hash, index: place, to: address, asset, words } = one;
    const row = { height, blockHash, hash, place, address, asset, units, deposit: null, why, words };
    await setAside(tx, chain.id, row, now);
  };
  for (const one of unread) await leave(one, 'unreadable', null);
  const rows: DepositRow[] = [];
  let known = 0;
  for (const owned of await withOwners(tx, chain, payments)) {
    const { payment } = owned;
    if (payment.units > unitsMax) {
      await leave({ ...payment, words: `${payment.units} units are no payment` }, 'too-large', payment.units);
      continue;
    }
    const recorded = await apart(tx, () => recordPayment(tx, chain.id, block, owned, now));
    if ('fault' in recorded) await leave({ ...payment, words: recorded.fault }, 'not-recorded', payment.units);
    else if (recorded.result === null) known += 1;
    else {
      rows.push(recorded.result);
      await settleFound(tx, chain.id, { hash: payment.hash, address: payment.to }, now);
      if (recorded.result.state === 'below-minimum')
        await notifyOfDeposit(tx, deps, recorded.result, 'below-minimum', minimumOf(owned));
    }
  }
  return { rows, known };
}

async function withOwners(
  tx: Transaction,
  chain: WatchedChain,
  payments: BlockPayments['payments'],
): Promise<OwnedPayment[]> {
  if (payments.length === 0) return [];
  const addresses = payments.map(({ to }) => to);
  const owners = await ownersOf(tx, chain.id, addresses);
  return payments.flatMap((payment) => {
    const owner = owners.get(payment.to);
    const coin = chain.coins.find(({ asset }) => asset === payment.asset);
    return owner === undefined || coin === undefined || payment.units <= 0n ? [] : [{ payment, owner, coin }];
  });
}

function minimumOf({ coin }: OwnedPayment): Readonly<Record<string, string>> {
  return { minimum: fromUnits(coin.depositMinimum, assetScale(coin.asset)) };
}
