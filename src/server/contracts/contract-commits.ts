import { MarketPoisoned, type CommitArea, type Verdict, type WorkedBatch } from '../commit/group-commit.ts';
import { bodyHash } from '../idempotency/body-hash.ts';
import {
  answerKeyText,
  findAnswers,
  storeAnswers,
  type AnswerKey,
  type StoredAnswer,
} from '../idempotency/stored-answers.ts';
import { houseOwners } from '../ledger/account.ts';
import type { BalanceKey, BalanceRow } from '../ledger/balance-row.ts';
import { allInOrder, postInPortions } from '../ledger/batch-writing.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { deadlinePassed, Refusal } from '../refusal.ts';
import type { Transaction } from '../store/database.ts';
import { ContractJournals, settlingAsset } from './contract-journals.ts';
import type { ContractMarket } from './contract-market.ts';
import { ContractRun } from './contract-run.ts';
import { loadContract, writeChanges } from './contract-store.ts';
import type { ContractCommand } from './contract-writer.ts';

/** Commands one commit takes at most, and those that may wait. */
const batchMax = 128;
const queueMax = 5_000;

/** What a batch is worked out with. */
export interface ContractReads {
  readonly answers: ReadonlyMap<string, StoredAnswer>;
  readonly locked: readonly BalanceRow[];
}

type Runs = Map<ContractMarket, ContractRun>;

export interface ContractCommitsDeps {
  readonly ledger: Ledger;
  readonly markets: ReadonlyMap<string, ContractMarket>;
  readonly nextId: () => number;
  readonly lastId: () => number;
  readonly isHouse: (owner: bigint) => boolean;
  /** Called after each commit, with every contract that was touched. */
  readonly committed: (runs: ReadonlyMap<ContractMarket, ContractRun>) => void;
  /** Notified when a contract was halted. */
  readonly failed: (error: unknown, what: string) => void;
}

/** All contracts as the group commit sees them. */
export class ContractCommits implements CommitArea<ContractCommand<unknown>, unknown, ContractReads> {
  readonly writer = 'contracts';
  readonly batchMax = batchMax;
  readonly queueMax = queueMax;
  readonly #deps: ContractCommitsDeps;
  /** Contracts whose memory is ahead of the store until the batch is durable. */
  readonly #ahead = new Set<ContractMarket>();
  /** Contracts whose memory ran ahead of a batch that failed; rebuilt before anything else happens. */
  readonly #stale: Set<ContractMarket>;

  constructor(deps: ContractCommitsDeps) {
    this.#deps = deps;
    this.#stale = new Set(deps.markets.values());
  }

  lastId(): number {
    return this.#deps.lastId();
  }

  async read(tx: Transaction, commands: readonly ContractCommand<unknown>[]): Promise<ContractReads> {
    const [answers, locked] = await allInOrder([
      findAnswers(tx.client, commands.flatMap(answerKey)),
      this.#deps.ledger.lockBalances(
        tx,
        commands.flatMap((command) => this.#spending(command)),
      ),
    ]);
    return { answers, locked };
  }

  work(commands: readonly ContractCommand<unknown>[], reads: ContractReads, at: number): WorkedBatch<unknown> {
    const { ledger, nextId, isHouse, committed } = this.#deps;
    const journals = new ContractJournals(reads.locked, at);
    const runs: Runs = new Map();
    const given: (AnswerKey & StoredAnswer)[] = [];
    const verdicts: Verdict<unknown>[] = [];
    try {
      for (const command of commands) {
        verdicts.push(
          this.#verdictOf(command, reads, given, (market) => {
            const run = runs.get(market) ?? new ContractRun(market, { journals, at, nextId, isHouse });
            runs.set(market, run);
            return run;
          }),
        );
      }
    } finally {
      for (const market of runs.keys()) this.#ahead.add(market);
    }
    let changed: readonly BalanceRow[] = [];
    const write = async (tx: Transaction): Promise<void> => {
      const changes = [...runs.values()].map((run) => run.changes);
      [changed] = await allInOrder([
        postInPortions(tx, ledger, journals.list),
        writeChanges(tx.client, changes),
        storeAnswers(tx.client, given, at),
      ]);
    };
    const isChanged = given.length > 0 || journals.list.length > 0 || [...runs.values()].some(hasRows);
    return {
      verdicts,
      write: isChanged ? write : null,
      release: () => {
        for (const market of this.#ahead) market.release();
        this.#ahead.clear();
      },
      publish: () => {
        ledger.changed(changed);
        committed(runs);
      },
    };
  }

  abandon(): void {
    for (const market of this.#ahead) this.#stale.add(market);
    this.#ahead.clear();
  }

  abandonAll(): void {
    this.#ahead.clear();
    for (const market of this.#deps.markets.values()) this.#stale.add(market);
  }

  async rebuildStale({ client }: Transaction): Promise<void> {
    for (const market of this.#stale) {
      const stored = await loadContract(client, market.listed.id);
      try {
        market.rebuild(stored);
      } catch (error) {
        this.#halt(market, error);
      }
    }
    this.#stale.clear();
  }

  halt(error: unknown): void {
    for (const market of this.#ahead) this.#halt(market, error);
  }

  #halt(market: ContractMarket, error: unknown): void {
    market.halted = error instanceof Error ? error.message : String(error);
    this.#deps.failed(error, `${market.listed.id} is halted`);
  }

  /** What becomes of one command. @throws MarketPoisoned when it breaks its contract */
  #verdictOf(
    command: ContractCommand<unknown>,
    reads: ContractReads,
    given: (AnswerKey & StoredAnswer)[],
    runOf: (market: ContractMarket) => ContractRun,
  ): Verdict<unknown> {
    const market = this.#deps.markets.get(command.contract);
    if (market === undefined) return { refusal: new Refusal('notFound') };
    const [key] = answerKey(command);
    const before = key === undefined ? undefined : reads.answers.get(answerKeyText(key));
    const hash = command.tap === undefined ? '' : bodyHash(command.tap.body);
    if (before !== undefined) {
      return before.bodyHash === hash ? { reply: before.answer } : { refusal: new Refusal('alreadyProcessed') };
    }
    if (command.tap?.isLate === true) return { refusal: deadlinePassed() };
    if (market.halted !== null) return { refusal: new Refusal('pairClosed') };
    try {
      const reply = command.work(runOf(market));
      if (key !== undefined) given.push({ ...key, bodyHash: hash, answer: reply });
      return { reply };
    } catch (error) {
      if (error instanceof Refusal) return { refusal: error };
      throw new MarketPoisoned(market.listed.id, error, () => this.#halt(market, error));
    }
  }

  /** The balances a command may spend from: its owner's, and the insurance fund. */
  #spending({ contract, owner }: ContractCommand<unknown>): BalanceKey[] {
    const wallet = this.#deps.markets.get(contract)?.listed.wallet;
    if (wallet === undefined) return [];
    const of = (account: bigint): BalanceKey => ({ owner: account, wallet, asset: settlingAsset });
    return owner === null ? [of(houseOwners.insurance)] : [of(owner), of(houseOwners.insurance)];
  }
}

/** The key that a command's answer is stored under; none for one without an idempotency key. */
export function answerKey({ owner, tap }: ContractCommand<unknown>): AnswerKey[] {
  return tap === undefined || owner === null ? [] : [{ userId: owner, call: tap.call, key: tap.key }];
}

/** Whether anything of a run has to be stored: a maker's quotes are not. */
function hasRows({ changes }: ContractRun): boolean {
  const { orders, positions, nets, closings, trades } = changes;
  return orders.size + positions.size + nets.size + closings.length + trades.length > 0;
}
