import type { Deposit } from '../../contract/entities/deposit.ts';
import { isWatched, type WatchedChain } from '../chains/chain.ts';
import type { OpenChains } from '../chains/open-chains.ts';
import type { Clock } from '../clock.ts';
import type { Closers } from '../closers.ts';
import type { Config } from '../config.ts';
import type { Files } from '../files/files.ts';
import type { Gate } from '../gate/gate.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Logger } from '../log.ts';
import type { Notices } from '../notices/notices.ts';
import { repeat } from '../repeating.ts';
import type { Reviews } from '../reviews/reviews.ts';
import type { Database } from '../store/database.ts';
import type { Troubles } from '../troubles.ts';
import { chainWatcher } from './chain-watcher.ts';
import { createDepositChanges, type DepositChanges } from './deposit-changes.ts';
import { depositsUnderWay } from './deposit-store.ts';
import { createDepositHandlers } from './handlers.ts';
import { decideDeposit } from './vouchers.ts';

/** What deposits stand on. */
export interface DepositsGround {
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
  /** A person's deposits that are under way. */
  underWay(owner: bigint): Promise<Deposit[]>;
  /** Begins to follow the chains. */
  start(): void;
}

/** How often a chain is asked for its tip: a few times in a block, and never more often or seldom than this. */
const pollLeastMs = 250;
const pollMostMs = 2_000;
const pollsPerBlock = 4;

/** Deposits over the store: their calls, and a watcher for each chain that is followed. */
export function openDeposits(ground: DepositsGround): Deposits {
  const { database, reviews, chains } = ground;
  const changes = createDepositChanges();
  const means = { ...ground, changes, mode: ground.config.mode };
  reviews.onDecision('deposit', (tx, review, decision) => decideDeposit(tx, means, review, decision));
  return {
    handlers: createDepositHandlers(means),
    onChange: (listener) => changes.onChange(listener),
    underWay: (owner) => depositsUnderWay(database.pool, owner),
    start() {
      for (const chain of chains.all.filter(isWatched)) follow(ground, changes, chain);
    },
  };
}

function follow(ground: DepositsGround, changes: DepositChanges, chain: WatchedChain): void {
  const watcher = chainWatcher({ ...ground, changes }, chain, ground.troubles);
  const everyMs = Math.min(pollMostMs, Math.max(pollLeastMs, Math.floor(chain.blockMs / pollsPerBlock)));
  const following = repeat(ground.logger, `follow ${chain.id}`, everyMs, () => watcher.catchUp());
  ground.closers.add(`deposits on ${chain.id}`, () => {
    watcher.stop();
    return following.close();
  });
}
