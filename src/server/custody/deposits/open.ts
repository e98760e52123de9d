import type { Deposit } from '#protocol/deposits/entities.ts';
import { isWatched, type WatchedChain } from '../chains/chain.ts';
import type { OpenChains } from '#server/main/open-chains.ts';
import type { Area } from '#server/core/areas/area.ts';
import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { Config } from '#server/core/config/config.ts';
import type { Files } from '#server/accounts/files/files.ts';
import type { Notices } from '#server/accounts/notices/notices.ts';
import type { Job } from '#server/core/jobs/jobs.ts';
import type { Reviews } from '#server/accounts/reviews/reviews.ts';
import { chainWatcher } from './chain-watcher.ts';
import { createDepositChanges, type DepositChanges } from './deposit-row.ts';
import { depositsUnderWay } from './store.ts';
import { createDepositHandlers } from './calls.ts';
import { decideDeposit } from './vouchers.ts';
import type { AreaTopics } from '#server/core/topics/area-topics.ts';

interface DepositsDeps
  extends Pick<CoreDeps, 'database' | 'ledger' | 'clock' | 'logger' | 'gate'>, Partial<Pick<CoreDeps, 'troubles'>> {
  readonly config: Pick<Config, 'mode'>;
  readonly notices: Notices;
  readonly chains: OpenChains;
  readonly files: Pick<Files, 'use'>;
  readonly reviews: Pick<Reviews, 'open' | 'onDecision'>;
}

/** Deposits of a running exchange. */
interface Deposits extends Area<ReturnType<typeof createDepositHandlers>> {
  readonly onChange: DepositChanges['onChange'];
  /** A user's pending deposits. */
  underWay(owner: bigint): Promise<Deposit[]>;
}

/** How often a chain is polled for its tip: a few times per block, within these bounds. */
const pollLeastMs = 250;
const pollMostMs = 2_000;
const pollsPerBlock = 4;

/** The deposits of the account topic. */
export function depositTopics(deposits: Pick<Deposits, 'underWay' | 'onChange'>): AreaTopics {
  return {
    account: {
      fields: ['deposits'],
      load: async (owner) => ({ deposits: await deposits.underWay(owner) }),
      publishTo: (accounts) =>
        void deposits.onChange((owner, changed) => accounts.changed(owner, { deposits: changed })),
    },
  };
}

/** Opens deposits: their calls, the effect of their reviews, and a job for each chain that is followed. */
export function openDeposits(deps: DepositsDeps): Deposits {
  const { database, reviews, chains } = deps;
  const changes = createDepositChanges();
  const readingDeps = { ...deps, changes, mode: deps.config.mode };
  reviews.onDecision('deposit', (tx, review, decision) => decideDeposit(tx, readingDeps, review, decision));
  const published = {
    onChange: changes.onChange,
    underWay: (owner: bigint) => depositsUnderWay(database.pool, owner),
  };
  return {
    calls: createDepositHandlers(readingDeps),
    jobs: chains.all.filter(isWatched).map((chain) => followJob(deps, changes, chain)),
    ...published,
    topics: depositTopics(published),
  };
}

function followJob(deps: DepositsDeps, changes: DepositChanges, chain: WatchedChain): Job {
  const watcher = chainWatcher({ ...deps, changes }, chain, deps.troubles);
  const everyMs = Math.min(pollMostMs, Math.max(pollLeastMs, Math.floor(chain.blockMs / pollsPerBlock)));
  return {
    name: `follow ${chain.id}`,
    everyMs,
    run: () => watcher.catchUp(),
    stop: () => watcher.stop(),
    isLoggedOnly: true,
  };
}
