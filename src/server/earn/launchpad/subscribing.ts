import type { CheckedInput } from '#protocol/calls.ts';
import type { LaunchpadOrder } from '#protocol/launchpad/entities/projects.ts';
import { toExactUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { once } from '#server/core/idempotency/once.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Ledger } from '#server/core/ledger/ledger.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { requirePerson } from '#server/accounts/identity/person.ts';
import type { LaunchpadDeps } from './deps.ts';
import { allotmentJournal, balancesOf, commitJournal } from './journals.ts';
import { type CommitmentRow, type ProjectRow, toOrder } from './project-row.ts';
import { admitted } from './rules.ts';
import { findCommitment, updateProject, writeCommitment, lockProject } from './store.ts';

/** What a commitment came to. */
interface Committed {
  readonly project: ProjectRow;
  readonly own: CommitmentRow;
  readonly changed: readonly BalanceRow[];
}

/**
 * Commits pieces of a locked project for one owner: checks, rows and the movement are one transaction under the
 * project's lock. First come gives the coins at once, as many as are left; pro rata holds the money until the close.
 *
 * @param asked whole pieces, above zero
 * @throws Refusal `subscriptionClosed`, `subscriptionAboveMaximum`, `subscriptionBelowMinimum`, `prizePoolFull`,
 *   `insufficientWalletBalance`, `withdrawalHold`
 */
export async function commitTo(
  tx: Transaction,
  {
    ledger,
    clock,
    outflow,
  }: Pick<LaunchpadDeps, 'clock' | 'outflow'> & { readonly ledger: Pick<Ledger, 'lockBalances' | 'postMany'> },
  { project, owner, asked }: { readonly project: ProjectRow; readonly owner: bigint; readonly asked: bigint },
): Promise<Committed> {
  const before = await findCommitment(tx.client, project.id, owner);
  // Read once the project is locked: whoever waited past the close is too late.
  const at = clock();
  const pieces = admitted(project, before?.wanted ?? 0n, asked, at);
  const isAtOnce = project.manner === 'first-come';
  const wanted = (before?.wanted ?? 0n) + pieces;
  const own: CommitmentRow = {
    project: project.id,
    line: before?.line ?? project.people + 1,
    owner,
    wanted,
    allotted: isAtOnce ? wanted : null,
    at: before?.at ?? at,
    servedAt: null,
  };
  await writeCommitment(tx, own);
  const sold = isAtOnce ? pieces : 0n;
  const next = await updateProject(tx, project, {
    people: project.people + (before === null ? 1 : 0),
    wanted: project.wanted + pieces,
    allotted: project.allotted + sold,
    paid: project.paid + sold,
  });
  const locked = await ledger.lockBalances(tx, balancesOf(project, [owner]));
  const held = locked.find((row) => row.owner === owner && row.asset === project.quote)?.available ?? 0n;
  const units = pieces * project.pieceCost;
  if (held < units) throw new Refusal('insufficientWalletBalance');
  const leaving = { way: 'subscription', owner, session: null, wallet: 'spot', asset: project.quote, units } as const;
  await outflow.check(tx, leaving, at);
  const journal = isAtOnce
    ? allotmentJournal(project, owner, pieces, 'available', at)
    : commitJournal(project, owner, pieces, at);
  return { project: next, own, changed: await ledger.postMany(tx, [journal]) };
}

/**
 * A user subscribes, once per idempotency key.
 *
 * @throws Refusal `notFound`, `quantityOutOfRange` for what is no whole number of pieces, and those of `commitTo`
 */
export async function subscribe(
  deps: LaunchpadDeps,
  input: CheckedInput<'POST teManagementOrderAdd'>,
  { userId, key }: { readonly userId: bigint; readonly key: string },
): Promise<LaunchpadOrder> {
  const { database, ledger, clock } = deps;
  let changed: readonly BalanceRow[] = [];
  const request = { userId, call: 'POST teManagementOrderAdd', key, body: input, at: clock() };
  const { answer } = await database.transaction(async (tx) => {
    changed = [];
    return once(tx, request, async () => {
      const project = await lockProject(tx, BigInt(input.project));
      if (project === null) throw new Refusal('notFound');
      deps.gate.check('POST teManagementOrderAdd', { assets: [project.coin, project.quote] });
      await requirePerson(tx, { mode: deps.config.mode, owner: userId, benefit: 'launch allotment' });
      const amount = toExactUnits(input.amount, assetScale(project.quote));
      if (amount === null || amount % project.pieceCost !== 0n) throw new Refusal('quantityOutOfRange');
      const asked = amount / project.pieceCost;
      const done = await commitTo(tx, deps, { project, owner: userId, asked });
      changed = done.changed;
      return toOrder(done.project, done.own, clock());
    });
  });
  ledger.changed(changed);
  return answer;
}
