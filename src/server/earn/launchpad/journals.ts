import type { OwnerId } from '#protocol/core/brand.ts';
import type { Posting } from '#server/core/ledger/account.ts';
import type { Journal } from '#server/core/ledger/journal.ts';
import { coverKey, fromAside, intoCover } from '../backing/accounts.ts';
import type { BalanceKey } from '#server/core/ledger/balance-row.ts';
import type { ProjectRow } from './project-row.ts';

type Sold = Pick<ProjectRow, 'id' | 'coin' | 'quote' | 'piece' | 'pieceCost'>;

function own(owner: OwnerId, asset: string, part: Posting['part'], amount: bigint): Posting {
  return { owner, wallet: 'spot', asset, part, amount };
}

/** Every balance that selling to these people may change, to be locked in one step. */
export function balancesOf({ coin, quote }: Sold, owners: readonly OwnerId[]): BalanceKey[] {
  return [
    ...owners.flatMap((owner) => [coin, quote].map((asset) => ({ owner, wallet: 'spot', asset }) as const)),
    coverKey('launchpad', coin),
    coverKey('launchpad', quote),
  ];
}

/** A person's money is held for a project. */
export function commitJournal(project: Sold, owner: OwnerId, pieces: bigint, at: number): Journal {
  const cost = pieces * project.pieceCost;
  return {
    kind: 'launch-commit',
    reference: project.id.toString(),
    at,
    postings: [own(owner, project.quote, 'available', -cost), own(owner, project.quote, 'frozen', cost)],
  };
}

/** Coins that were held for the project change hands for the price. @param from where the person's money is */
export function allotmentJournal(
  project: Sold,
  owner: OwnerId,
  pieces: bigint,
  from: 'available' | 'frozen',
  at: number,
): Journal {
  const [cost, units] = [pieces * project.pieceCost, pieces * project.piece];
  return {
    kind: 'launch-allotment',
    reference: project.id.toString(),
    at,
    postings: [
      own(owner, project.quote, from, -cost),
      own(owner, project.coin, 'available', units),
      intoCover('launchpad', project.quote, cost),
      fromAside('launchpad', project.coin, units),
    ],
  };
}

/** Money that bought nothing comes back. */
export function refundJournal(project: Sold, owner: OwnerId, pieces: bigint, at: number): Journal {
  const cost = pieces * project.pieceCost;
  return {
    kind: 'launch-refund',
    reference: project.id.toString(),
    at,
    postings: [own(owner, project.quote, 'frozen', -cost), own(owner, project.quote, 'available', cost)],
  };
}
