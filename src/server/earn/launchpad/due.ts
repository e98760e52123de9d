import { Retries } from '#server/core/jobs/retries.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { LaunchpadDeps } from './deps.ts';
import {
  dueProjects,
  lockProject,
  markServed,
  publishedLines,
  readWanted,
  unallottedLines,
  unserved,
  updateProject,
  writeShares,
} from './store.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import { isHouse } from '#server/core/ledger/account.ts';
import type { Journal } from '#server/core/ledger/journal.ts';
import type { Ledger } from '#server/core/ledger/ledger.ts';
import { movePair } from '#server/core/instrument-acts/list.ts';
import { lockPair } from '#server/core/instruments/store.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { type NewNotice, writeNotices } from '#server/accounts/notices/write-notice.ts';
import { setAside } from '../backing/accounts.ts';
import { allot, listHash } from './allotment.ts';
import { allotmentJournal, balancesOf, refundJournal } from './journals.ts';
import { type CommitmentRow, headerOf, type ProjectRow } from './project-row.ts';

/** Projects handled per run. */
const handledAtOnce = 20;

/**
 * Handles projects that have closed: step after step, each one transaction under the project's lock that looks again, so
 * that it is taken once, also after a restart between any two. While an operator stops subscriptions or a coin, what is
 * due waits.
 *
 * @returns a run of the job; it stops between steps once the exchange closes
 */
export function createDueProjects(
  deps: LaunchpadDeps,
  sizes: BatchSizes = batchSizes,
): (isClosed: () => boolean) => Promise<void> {
  const { database, ledger, clock, gate } = deps;
  const shares: Shares = new Map();
  const retries = new Retries<bigint>(clock, (error, project) =>
    deps.logger.error({ err: error, project: project.toString() }, 'a project could not be settled'),
  );

  /** @returns whether another step follows at once */
  async function step(id: bigint): Promise<boolean> {
    let changed: readonly BalanceRow[] = [];
    const goesOn = await database.transaction(async (tx) => {
      changed = [];
      const now = clock();
      const project = await lockProject(tx, id);
      if (project === null || project.dueAt === null || project.dueAt > now) return false;
      if (gate.isStopped('launchpad', { assets: [project.coin, project.quote] })) return false;
      const done = await settleStep(tx, ledger, project, { at: now, shares, sizes });
      changed = done.changed;
      return done.project.dueAt !== null;
    });
    ledger.changed(changed);
    return goesOn;
  }

  return async function handleDue(isClosed) {
    for (const id of await dueProjects(database.pool, clock(), handledAtOnce + retries.failing.count)) {
      await retries.attempt(id, async () => {
        while (!isClosed() && (await step(id)));
      });
    }
  };
}

/** Lines per transaction: shares that are written, and people who are served. */
interface BatchSizes {
  readonly shares: number;
  readonly people: number;
}

const batchSizes: BatchSizes = { shares: 20_000, people: 500 };

/** What one step of a settlement did. */
interface Step {
  readonly project: ProjectRow;
  readonly changed: readonly BalanceRow[];
}

/** Shares by project that are being written: made again from what was wanted when they are lost. */
type Shares = Map<bigint, readonly bigint[]>;

/**
 * Takes the next step of a project that has closed, in the caller's transaction under the project's lock. Each step
 * reads from the store how far the last one came, so that any of them may be the last of a process:
 *
 * 1. `selling` → `allotting`: nothing is taken any more.
 * 2. shares are written in batches; the last one publishes the list's hash and moves on to `settling`.
 * 3. people are served in batches, each with the posting of coins and change and the mark that says so.
 * 4. the pair's call auction begins, and what was not taken is free cover again: `ended`.
 */
async function settleStep(
  tx: Transaction,
  ledger: Pick<Ledger, 'postMany' | 'post' | 'lockBalances'>,
  project: ProjectRow,
  { at, shares, sizes }: { readonly at: number; readonly shares: Shares; readonly sizes: BatchSizes },
): Promise<Step> {
  switch (project.phase) {
    case 'selling':
      return { project: await updateProject(tx, project, { phase: 'allotting' }), changed: [] };
    case 'allotting':
      return { project: await writeNextShares(tx, project, shares, sizes.shares), changed: [] };
    case 'settling': {
      const people = await unserved(tx.client, project.id, sizes.people);
      return people.length > 0 ? serve(tx, ledger, project, people, at) : end(tx, ledger, project, at);
    }
    case 'ended':
      throw new Error(`project ${project.id} has ended, and a step was taken`);
  }
}

async function writeNextShares(
  tx: Transaction,
  project: ProjectRow,
  shares: Shares,
  most: number,
): Promise<ProjectRow> {
  const lines = await unallottedLines(tx.client, project.id, most);
  if (lines.length > 0) {
    const all = shares.get(project.id) ?? allot(await readWanted(tx.client, project.id), project.pieces);
    shares.set(project.id, all);
    const shareOf = (line: number) => {
      const share = all[line - 1];
      if (share === undefined) throw new Error(`project ${project.id} has no line ${line}`);
      return [line, share] as const;
    };
    await writeShares(tx, project.id, lines.map(shareOf));
    return project;
  }
  shares.delete(project.id);
  const list = await publishedLines(tx.client, project.id, 0, project.people);
  if (list.length !== project.people) throw new Error(`project ${project.id} lacks lines`);
  const allotted = list.reduce((sum, line) => sum + line.allotted, 0n);
  return updateProject(tx, project, { phase: 'settling', allotted, listHash: listHash(headerOf(project), list) });
}

async function serve(
  tx: Transaction,
  ledger: Pick<Ledger, 'postMany' | 'lockBalances'>,
  project: ProjectRow,
  people: readonly CommitmentRow[],
  at: number,
): Promise<Step> {
  await markServed(
    tx,
    project.id,
    people.map(({ line }) => line),
    at,
  );
  // First come served each at once: its end only closes the rows.
  if (project.manner === 'first-come') return { project, changed: [] };
  const served = people.map((one) => ({ ...one, got: shareOf(one) }));
  const journals = served.flatMap(({ owner, wanted, got }): Journal[] => [
    ...(got > 0n ? [allotmentJournal(project, owner, got, 'frozen', at)] : []),
    ...(wanted > got ? [refundJournal(project, owner, wanted - got, at)] : []),
  ]);
  const paid = served.reduce((sum, { got }) => sum + got, project.paid);
  const next = await updateProject(tx, project, { paid });
  await ledger.lockBalances(
    tx,
    balancesOf(
      project,
      people.map(({ owner }) => owner),
    ),
  );
  const changed = await ledger.postMany(tx, journals);
  await writeNotices(
    tx,
    served.filter(({ owner }) => !isHouse(owner)).map((one) => noticeOf(project, one, one.got, at)),
  );
  return { project: next, changed };
}

function shareOf({ project, line, allotted }: CommitmentRow): bigint {
  if (allotted === null) throw new Error(`line ${line} of project ${project} has no share`);
  return allotted;
}

/** Everybody holds the coin: its pair collects orders for the opening, and what was not taken is free cover again. */
async function end(tx: Transaction, ledger: Pick<Ledger, 'post'>, project: ProjectRow, at: number): Promise<Step> {
  await callAuction(tx, project, at);
  const next = await updateProject(tx, project, { phase: 'ended', endedAt: at, dueAt: null });
  const left = project.pieces - project.allotted;
  if (left === 0n) return { project: next, changed: [] };
  const postings = setAside('launchpad', project.coin, 0n - left * project.piece);
  const changed = await ledger.post(tx, { kind: 'backing', reference: project.id.toString(), at, postings });
  return { project: next, changed };
}

/** Begins the auction of the pair, unless an operator did otherwise with it meanwhile. */
async function callAuction(tx: Transaction, { id, pair, auctionMs }: ProjectRow, at: number): Promise<void> {
  if (pair === null || auctionMs === null) return;
  const row = await lockPair(tx, pair);
  if (row?.state !== 'announced') return;
  const signed = { by: 'exchange', reason: `subscription ${id} has been settled`, at };
  await movePair(tx, pair, { to: 'auction', opensAt: at + auctionMs }, signed);
}

function noticeOf(project: ProjectRow, { owner, wanted }: CommitmentRow, got: bigint, at: number): NewNotice {
  const money = (pieces: bigint) => fromUnits(pieces * project.pieceCost, assetScale(project.quote));
  return {
    owner,
    kind: 'trading',
    articleKey: got > 0n ? 'notice/subscription-allotted' : 'notice/subscription-returned',
    facts: {
      name: project.name,
      coin: project.coin,
      quote: project.quote,
      amount: fromUnits(got * project.piece, assetScale(project.coin)),
      spent: money(got),
      returned: money(wanted - got),
    },
    subject: { kind: 'subscription', project: project.id.toString() },
    at,
  };
}
