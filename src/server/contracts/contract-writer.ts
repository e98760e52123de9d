import type { Clock } from '../clock.ts';
import { bodyHash } from '../idempotency/body-hash.ts';
import { storedAnswer } from '../idempotency/once.ts';
import type { BalanceKey, BalanceRow } from '../ledger/balance-row.ts';
import { houseOwners } from '../ledger/account.ts';
import { postInPortions } from '../ledger/batch-writing.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { Refusal } from '../refusal.ts';
import type { Database, Transaction } from '../store/database.ts';
import { ContractJournals, settlingAsset } from './contract-journals.ts';
import type { ContractMarket } from './contract-market.ts';
import { ContractRun } from './contract-run.ts';
import { loadContract, writeChanges } from './contract-store.ts';

/** Commands one commit takes at most, and those that may wait. */
const batchMax = 128;
const queueMax = 5_000;

/** Marks a tap so that it has one effect however often it is sent. */
export interface ContractTap {
  readonly call: string;
  readonly key: string;
  readonly body: unknown;
}

/** Something to do in one contract. */
export interface ContractCommand<Answer> {
  readonly contract: string;
  /** Whose money it may spend; null when it spends nobody's. */
  readonly owner: bigint | null;
  readonly tap?: ContractTap;
  /** What comes back survives JSON unchanged when there is a tap. Must change nothing before it refuses. */
  readonly work: (run: ContractRun) => Answer;
}

interface Pending {
  readonly command: ContractCommand<unknown>;
  readonly market: ContractMarket;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Settlement = { readonly pending: Pending } & ({ readonly answer: unknown } | { readonly refusal: Refusal });

export interface ContractWriterMeans {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly markets: ReadonlyMap<string, ContractMarket>;
  readonly nextId: () => number;
  readonly isHouse: (owner: bigint) => boolean;
  /** Told after each commit, of every contract that was touched. */
  readonly committed: (runs: ReadonlyMap<ContractMarket, ContractRun>) => void;
  readonly failed: (error: unknown, what: string) => void;
}

/** A command broke an invariant: the market's memory can no longer be trusted. */
class ContractPoisoned extends Error {
  readonly market: ContractMarket;

  constructor(market: ContractMarket, cause: unknown) {
    super(`a command broke the contract ${market.listed.id}`, { cause });
    this.market = market;
  }
}

/**
 * The one writer of all contracts: group commit, as for spot trading. It takes what waits, works it out in memory,
 * writes it in one transaction and answers after the commit.
 */
export class ContractWriter {
  readonly #means: ContractWriterMeans;
  #queue: Pending[] = [];
  readonly #stale = new Set<ContractMarket>();
  #running: Promise<void> | null = null;
  #closed = false;

  constructor(means: ContractWriterMeans) {
    this.#means = means;
  }

  /** Reads every contract from the store. @throws Error when the store does not answer */
  async load(): Promise<void> {
    for (const market of this.#means.markets.values()) this.#stale.add(market);
    await this.#means.database.transaction((tx) => this.#rebuildStale(tx));
  }

  /** @throws Refusal of the command, `notFound` for a contract that is not listed, `pairClosed` for a halted one, `busyRetry` */
  submit<Answer>(command: ContractCommand<Answer>): Promise<Answer> {
    const market = this.#means.markets.get(command.contract);
    if (market === undefined) return Promise.reject(new Refusal('notFound'));
    if (market.halted !== null) return Promise.reject(new Refusal('pairClosed'));
    if (this.#closed || this.#queue.length >= queueMax) return Promise.reject(new Refusal('busyRetry'));
    return new Promise<Answer>((resolve, reject) => {
      this.#queue.push({ command, market, resolve: (answer) => resolve(answer as Answer), reject });
      this.#running ??= this.#drain();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #drain(): Promise<void> {
    // What arrives in the same turn of the event loop belongs into the same batch.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.#queue.length > 0) {
      const batch = this.#queue.slice(0, batchMax);
      this.#queue = this.#queue.slice(batchMax);
      await this.#commit(batch);
    }
    this.#running = null;
  }

  async #commit(batch: readonly Pending[]): Promise<void> {
    const runs = new Map<ContractMarket, ContractRun>();
    let settlements: Settlement[] = [];
    let changed: readonly BalanceRow[] = [];
    try {
      await this.#means.database.transaction(async (tx) => {
        // A transaction that lost against another one comes here again with memory that ran ahead.
        for (const market of runs.keys()) this.#stale.add(market);
        runs.clear();
        await this.#rebuildStale(tx);
        const done = await this.#work(tx, batch, runs);
        ({ settlements, changed } = done);
      });
    } catch (error) {
      for (const market of runs.keys()) this.#stale.add(market);
      this.#afterFailure(batch, error);
      return;
    }
    for (const market of runs.keys()) market.release();
    for (const settlement of settlements) {
      if ('refusal' in settlement) settlement.pending.reject(settlement.refusal);
      else settlement.pending.resolve(settlement.answer);
    }
    try {
      this.#means.ledger.changed(changed);
      this.#means.committed(runs);
    } catch (error) {
      this.#means.failed(error, 'a listener failed after a commit');
    }
  }

  #afterFailure(batch: readonly Pending[], error: unknown): void {
    const poisoned = error instanceof ContractPoisoned ? error.market : null;
    if (poisoned !== null) poisoned.halted = error instanceof Error ? error.message : String(error);
    this.#means.failed(error, poisoned === null ? 'a batch could not be written' : `${poisoned.listed.id} is halted`);
    for (const pending of batch) {
      // The others of the batch have done nothing wrong.
      if (poisoned !== null && pending.market !== poisoned) this.#queue.unshift(pending);
      else pending.reject(new Refusal('busyRetry'));
    }
  }

  async #rebuildStale(tx: Transaction): Promise<void> {
    for (const market of this.#stale) {
      const stored = await loadContract(tx.client, market.listed.id);
      try {
        market.rebuild(stored);
      } catch (error) {
        market.halted = error instanceof Error ? error.message : String(error);
        this.#means.failed(error, `${market.listed.id} is halted`);
      }
    }
    this.#stale.clear();
  }

  async #work(
    tx: Transaction,
    batch: readonly Pending[],
    runs: Map<ContractMarket, ContractRun>,
  ): Promise<{ settlements: Settlement[]; changed: readonly BalanceRow[] }> {
    const { ledger, clock, nextId, isHouse } = this.#means;
    const at = clock();
    const journals = new ContractJournals(await ledger.lockBalances(tx, spendingOf(batch)), at);
    const settlements: Settlement[] = [];
    for (const pending of batch) {
      const { market } = pending;
      const run = runs.get(market) ?? new ContractRun(market, { journals, at, nextId, isHouse });
      runs.set(market, run);
      settlements.push(await settlementOf(tx, pending, run, at));
    }
    const changed = await postInPortions(tx, ledger, journals.list);
    await writeChanges(
      tx.client,
      [...runs.values()].map((run) => run.changes),
    );
    return { settlements, changed };
  }
}

async function settlementOf(tx: Transaction, pending: Pending, run: ContractRun, at: number): Promise<Settlement> {
  const { tap, owner, work } = pending.command;
  try {
    if (tap === undefined || owner === null) return { pending, answer: work(run) };
    const known = await storedAnswer(tx, { ...tap, userId: owner });
    if (known !== null) return { pending, answer: known.answer };
    const answer = work(run);
    await tx.client.query(
      'INSERT INTO idempotency (user_id, call, key, body_hash, answer, at) VALUES ($1, $2, $3, $4, $5, $6)',
      [owner, tap.call, tap.key, bodyHash(tap.body), JSON.stringify(answer), at],
    );
    return { pending, answer };
  } catch (error) {
    if (error instanceof Refusal) return { pending, refusal: error };
    throw new ContractPoisoned(pending.market, error);
  }
}

/** The balances a batch may spend from: those of its people, and the insurance fund. */
function spendingOf(batch: readonly Pending[]): BalanceKey[] {
  return batch.flatMap(({ command, market: { listed } }) => {
    const of = (owner: bigint) => ({ owner, wallet: listed.wallet, asset: settlingAsset });
    return command.owner === null ? [of(houseOwners.insurance)] : [of(command.owner), of(houseOwners.insurance)];
  });
}
