import type { CommandLabel } from '#server/core/commit/commit-spans.ts';
import type { WriterName } from '#server/core/commit/writer-fence.ts';
import { MarketPoisoned, type CommitArea, type Verdict, type WorkedBatch } from '#server/core/commit/commit-area.ts';
import type { Ms, OwnerId } from '#protocol/core/brand.ts';
import { type ContractCommand, answerKey } from './command.ts';
import { writeChanges } from './rows/change-writes.ts';
import { settlingAsset } from './listed-contracts.ts';
import { MarketMemory } from '#server/core/commit/market-memory.ts';
import {
  answerKeyText,
  findAnswers,
  storeAnswers,
  type AnswerKey,
  type StoredAnswer,
} from '#server/core/idempotency/stored-answers.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import type { BalanceKey, BalanceRow } from '#server/core/ledger/balance-row.ts';
import { postInPortions } from '#server/core/ledger/batch-writing.ts';
import { allInOrder } from '#server/core/ledger/beside.ts';
import type { Ledger } from '#server/core/ledger/ledger.ts';
import { type LockedBalances, WriterBalances } from '#server/core/ledger/writer-balances.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { ContractJournals } from './journals.ts';
import type { ContractMarket } from './market.ts';
import { ContractRun } from './run.ts';
import type { Execute } from './requests/execute.ts';
import { ownerOf } from './requests/request.ts';
import { loadMarkets } from './store.ts';

/** Most commands per commit, and most that may be queued. */
const batchMax = 128;
const queueMax = 5_000;

/** Context of a batch. */
export interface ContractReads {
  readonly answers: ReadonlyMap<string, StoredAnswer>;
  readonly locked: LockedBalances;
}

/** The contracts that a batch touched. */
type ContractRuns = ReadonlyMap<ContractMarket, ContractRun>;

export interface ContractCommitsDeps {
  readonly name: WriterName;
  readonly ledger: Ledger;
  readonly markets: ReadonlyMap<string, ContractMarket>;
  readonly nextId: () => number;
  readonly lastId: () => number;
  readonly isHouse: (owner: OwnerId) => boolean;
  /** Executes the request of a command in the run of its contract. */
  readonly execute: Execute;
  /** Called after each commit with every touched contract, and with the balances that it changed. */
  readonly committed: (runs: ContractRuns, at: Ms, balances: readonly BalanceRow[]) => void;
  /** Notified when a contract was halted. */
  readonly failed: (error: unknown, what: string) => void;
}

/** The contracts of one writer as the group commit sees them. */
export class ContractCommits implements CommitArea<ContractCommand, unknown, ContractReads> {
  readonly writer: string;
  readonly holder: string | null;
  readonly batchMax = batchMax;
  readonly queueMax = queueMax;
  readonly #deps: ContractCommitsDeps;
  readonly #balances = new WriterBalances();
  readonly memory: MarketMemory<ContractMarket>;

  constructor(deps: ContractCommitsDeps) {
    this.#deps = deps;
    this.writer = deps.name.writer;
    this.holder = deps.name.holder;
    // Contracts that are listed later take part as well.
    const markets = { [Symbol.iterator]: () => deps.markets.values() };
    this.memory = new MarketMemory({ markets, nameOf: ({ listed }) => listed.id, failed: deps.failed });
  }

  lastId(): number {
    return this.#deps.lastId();
  }

  label({ request }: ContractCommand): CommandLabel {
    return { command: request.kind, pair: this.#deps.markets.get(request.contract)?.listed.id ?? null };
  }

  async read(tx: Transaction, commands: readonly ContractCommand[]): Promise<ContractReads> {
    const [answers, locked] = await allInOrder([
      findAnswers(tx.client, commands.flatMap(answerKey)),
      this.#balances.lock(
        tx,
        commands.flatMap((command) => this.#spending(command)),
      ),
    ]);
    return { answers, locked };
  }

  work(commands: readonly ContractCommand[], reads: ContractReads, at: Ms): WorkedBatch<unknown> {
    const { ledger, nextId, isHouse, committed } = this.#deps;
    const journals = new ContractJournals(reads.locked.rows, at);
    const runs = new Map<ContractMarket, ContractRun>();
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
      this.memory.ranAhead(runs.keys());
    }
    let changed: readonly BalanceRow[] = [];
    const writeAll = async (tx: Transaction): Promise<void> => {
      const changes = [...runs.values()].map((run) => run.changes);
      [changed] = await allInOrder([
        postInPortions(tx, ledger, journals.list, { held: reads.locked.held }),
        writeChanges(tx.client, changes),
        storeAnswers(tx.client, given, at),
      ]);
    };
    const isChanged = given.length > 0 || journals.list.length > 0 || [...runs.values()].some(hasRows);
    const write = isChanged ? writeAll : null;
    return {
      verdicts,
      write,
      release: () => {
        if (write !== null) reads.locked.confirm();
        this.memory.release();
      },
      publish: () => {
        ledger.changed(changed);
        committed(runs, at, changed);
      },
    };
  }

  rebuildStale({ client }: Transaction): Promise<void> {
    return this.memory.rebuild(async (stale) => {
      const contracts = stale.map((market) => market.listed.id);
      const stored = await loadMarkets(client, contracts);
      return (market) => {
        const of = stored.get(market.listed.id);
        if (of !== undefined) market.rebuild(of);
      };
    });
  }

  /** The verdict on one command. @throws MarketPoisoned when it breaks its contract */
  #verdictOf(
    command: ContractCommand,
    reads: ContractReads,
    given: (AnswerKey & StoredAnswer)[],
    runOf: (market: ContractMarket) => ContractRun,
  ): Verdict<unknown> {
    const market = this.#deps.markets.get(command.request.contract);
    if (market === undefined) return { refusal: new Refusal('notFound') };
    const [key] = answerKey(command);
    const before = key === undefined ? undefined : reads.answers.get(answerKeyText(key));
    const hash = command.idempotencyKey?.bodyHash ?? '';
    if (before !== undefined) {
      return before.bodyHash === hash ? { reply: before.answer } : { refusal: new Refusal('alreadyProcessed') };
    }
    if (command.idempotencyKey?.barred !== undefined) return { refusal: command.idempotencyKey.barred };
    // What was to be loaded is loaded before any command is executed.
    if (command.request.kind === 'load') return { reply: null };
    if (market.halted !== null) return { refusal: new Refusal('pairClosed') };
    try {
      const reply = this.#deps.execute(runOf(market), command.request);
      if (key !== undefined) given.push({ ...key, bodyHash: hash, answer: reply });
      return { reply };
    } catch (error) {
      if (error instanceof Refusal) return { refusal: error };
      throw new MarketPoisoned(market.listed.id, error, () => this.memory.halt(market, error));
    }
  }

  /**
   * The balances a command may spend from: its owner's, and the insurance fund, which every batch has first. Writers on
   * several engines change balances of each other's commands, as those of whose orders are filled: whoever has the fund
   * waits for none of them (`ledger/lock-order.ts`).
   */
  #spending({ request }: ContractCommand): BalanceKey[] {
    const owner = request.kind === 'load' ? null : ownerOf(request);
    const wallet = this.#deps.markets.get(request.contract)?.listed.wallet;
    if (wallet === undefined) return [];
    const of = (account: bigint): BalanceKey => ({ owner: account, wallet, asset: settlingAsset });
    return owner === null ? [of(houseOwners.insurance)] : [of(owner), of(houseOwners.insurance)];
  }
}

/** Whether a run has anything to store: a maker's quotes are not stored. */
function hasRows({ changes }: ContractRun): boolean {
  const { orders, positions, netPositions, closings, trades } = changes;
  return orders.size + positions.size + netPositions.size + closings.length + trades.length > 0;
}
