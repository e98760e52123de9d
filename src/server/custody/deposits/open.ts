import type { Deposit } from '../../../protocol/entities/deposit.ts';
import { isWatched, type WatchedChain } from '../chains/chain.ts';
import type { OpenChains } from '../../open-chains.ts';
import type { Clock } from '../../core/clock/clock.ts';
import type { Closers } from '../../core/jobs/closers.ts';
import type { Config } from '../../core/config/config.ts';
import type { Files } from '../../users/files/files.ts';
import type { Gate } from '../../core/gate/gate.ts';
import type { Ledger } from '../../core/ledger/ledger.ts';
import type { Logger } from '../../core/log/log.ts';
import type { Notices } from '../../users/notices/notices.ts';
import { repeat } from '../../core/jobs/repeating.ts';
import type { Reviews } from '../../users/reviews/reviews.ts';
import type { Database } from '../../core/store/database.ts';
import type { Troubles } from '../../core/jobs/troubles.ts';
import { chainWatcher } from './chain-watcher.ts';
import { createDepositChanges, type DepositChanges } from './deposit-changes.ts';
import { depositsUnderWay } from './store.ts';
import { createDepositHandlers } from './calls.ts';
import { decideDeposit } from './vouchers.ts';

/** What deposits stand on. */
export interface DepositsDeps {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly config: Pick<Config, 'mode'>;
  readonly closers: Closers;
  readonly notices: Notices;
  readonly chains: OpenChains;
  readonly files: Pick<Files, 'use'>;
  readonly reviews: Pick<Reviews, 'open' | 'onDecision'>;
  readonly gate: Gate;
  readonly troubles?: Troubles;
}

/** Deposits of a running exchange. */
export interface Deposits {
  readonly handlers: ReturnType<typeof createDepositHandlers>;
  readonly onChange: DepositChanges['onChange'];
  /** A user's deposits that are under way. */
  underWay(owner: bigint): Promise<Deposit[]>;
  /** Begins to follow the chains. */
  start(): void;
}

/** How often a chain is asked for its tip: a few times in a block, and never more often or seldom than this. */
const pollLeastMs = 250;
const pollMostMs = 2_000;
const pollsPerBlock = 4;

/** Deposits over the store: their calls, and a watcher for each chain that is followed. */
export function openDeposits(deps: DepositsDeps): Deposits {
  const { database, reviews, chains } = deps;
  const changes = createDepositChanges();
  const readingDeps = { ...deps, changes, mode: deps.config.mode };
  reviews.onDecision('deposit', (tx, review, decision) => decideDeposit(tx, readingDeps, review, decision));
  return {
    handlers: createDepositHandlers(readingDeps),
    onChange: (listener) => changes.onChange(listener),
    underWay: (owner) => depositsUnderWay(database.pool, owner),
    start() {
      for (const chain of chains.all.filter(isWatched)) follow(deps, changes, chain);
    },
  };
}

function follow(deps: DepositsDeps, changes: DepositChanges, chain: WatchedChain): void {
  const watcher = chainWatcher({ ...deps, changes }, chain, deps.troubles);
  const everyMs = Math.min(pollMostMs, Math.max(pollLeastMs, Math.floor(chain.blockMs / pollsPerBlock)));
  const following = repeat(deps.logger, `follow ${chain.id}`, everyMs, () => watcher.catchUp());
  deps.closers.add(`deposits on ${chain.id}`, () => {
    watcher.stop();
    return following.close();
  });
}
