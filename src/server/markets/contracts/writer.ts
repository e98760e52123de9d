import { answerKey, type ContractCommand } from './command.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import { GroupCommit } from '#server/core/commit/group-commit.ts';
import { type IdRange, nextIdIn, ownerIdRange } from '#server/core/commit/id-range.ts';
import { answerKeyText } from '#server/core/idempotency/stored-answers.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Database } from '#server/core/store/database.ts';
import type { Tracer } from '#server/core/tracing/tracer.ts';
import type { IdempotencyKey } from '#server/core/idempotency/idempotency-key.ts';
import type { AnswerTo, ContractRequest } from './requests/request.ts';
import { ContractCommits, type ContractCommitsDeps, type ContractReads } from './commits.ts';
import type { ListedContract } from './listed-contracts.ts';
import { ContractMarket } from './market.ts';

/** The writer of contracts that belong to the server that owns the data, and the first part of those that it assigns. */
export const contractsWriter = 'contracts';

interface ContractWriterDeps extends Omit<ContractCommitsDeps, 'nextId' | 'lastId' | 'name' | 'markets'> {
  readonly database: Pick<Database, 'pool'>;
  readonly clock: Clock;
  /** Who writes, and its share of the ids; left out for the server that owns the data. */
  readonly name?: ContractCommitsDeps['name'];
  readonly idRange?: IdRange;
  /** Whether nothing of a contract may move now. Checked per command. */
  readonly isStopped: (listed: ListedContract) => boolean;
  /** Called when an unknown commit outcome has been resolved: its changes were not published. */
  readonly settled?: () => void;
  /** Called once when the writer, which was assigned to this process, was taken from it. */
  readonly taken?: () => void;
  /** Null or left out while tracing is off. */
  readonly tracer?: Tracer | null;
}

/** The one writer of some contracts: their markets in memory, and the group commit of what is done to them. */
export class ContractWriter {
  readonly markets = new Map<string, ContractMarket>();
  readonly #deps: ContractWriterDeps;
  readonly #area: ContractCommits;
  readonly #commits: GroupCommit<ContractCommand, unknown, ContractReads>;
  #lastId = 0;

  /** @param listed that are written here from the beginning; loaded by `open` */
  constructor(deps: ContractWriterDeps, listed: readonly ListedContract[]) {
    this.#deps = deps;
    for (const one of listed) this.#list(one);
    const { database, clock, failed, settled, taken, tracer = null, idRange = ownerIdRange } = deps;
    this.#area = new ContractCommits({
      ...deps,
      name: deps.name ?? { writer: contractsWriter, holder: null },
      markets: this.markets,
      nextId: () => (this.#lastId = nextIdIn(idRange, this.#lastId, clock())),
      lastId: () => this.#lastId,
    });
    this.#commits = new GroupCommit({
      database,
      clock,
      area: this.#area,
      failed,
      tracer,
      ...(settled === undefined ? {} : { settled }),
      ...(taken === undefined ? {} : { taken }),
    });
  }

  /**
   * Takes the writer's fence and loads its contracts from the store.
   *
   * @param fromId ids that are assigned are above it
   * @throws WriterTaken when it was assigned and is not any more
   * @throws what the store throws
   */
  async open(fromId = 0): Promise<void> {
    this.#lastId = Math.max(fromId, await this.#commits.open());
  }

  /**
   * Writes what is listed now: contracts that are not written here already are loaded, as one that was there before may have
   * had no price until now.
   *
   * @returns whether orders or positions are open in contracts that opened
   * @throws Refusal as `adopt`
   */
  async follow(listed: readonly ListedContract[]): Promise<boolean> {
    const opened = listed.filter(({ id }) => !this.markets.has(id));
    await this.#load(opened);
    return opened.some(({ id }) => {
      const market = this.markets.get(id);
      return market !== undefined && market.orders.size + market.positions.size > 0;
    });
  }

  /** Whether a contract is written here. */
  has(contract: string): boolean {
    return this.markets.has(contract);
  }

  /**
   * Executes a request; one without a key may be executed again when its outcome was in doubt.
   *
   * @throws Refusal of the request, `notFound` for a contract that is not written here, `pairClosed` for a halted one,
   *   `busyRetry` when it was certainly not done
   * @throws OutcomeUnknown when it may have been done
   */
  async submit<Request extends ContractRequest>(
    request: Request,
    idempotencyKey: IdempotencyKey | null,
  ): Promise<AnswerTo<Request>> {
    const market = this.markets.get(request.contract);
    if (market === undefined) throw new Refusal('notFound');
    const command = { request, idempotencyKey };
    const [key] = answerKey(command);
    // A command with a key may have been done before the halt; it then gets its first answer.
    if (market.halted !== null && key === undefined) throw new Refusal('pairClosed');
    const twin = key === undefined ? null : { key: answerKeyText(key), bodyHash: idempotencyKey?.bodyHash ?? '' };
    return (await this.#commits.submit(command, { twin, isRepeatable: twin === null })) as AnswerTo<Request>;
  }

  /**
   * Writes contracts from now on that another engine wrote until now, and loads them. The move is committed already.
   *
   * @param fromId ids that are assigned from now on are above it
   * @throws Refusal `busyRetry` while the store is away; they are loaded before their first command in any case
   */
  async adopt(listed: readonly ListedContract[], fromId: number): Promise<void> {
    this.#lastId = Math.max(this.#lastId, fromId);
    await this.#load(listed);
  }

  /** Does not write a contract any more. The move is committed already, and nothing of the contract waits here. */
  release(contract: string): void {
    const market = this.markets.get(contract);
    if (market !== undefined) this.#area.memory.forget(market);
    this.markets.delete(contract);
  }

  /** Drains what was submitted; later commands are refused. */
  close(): Promise<void> {
    return this.#commits.close();
  }

  async #load(listed: readonly ListedContract[]): Promise<void> {
    const loading = listed.map((one) => {
      this.#list(one);
      const market = this.markets.get(one.id);
      if (market !== undefined) this.#area.memory.distrust(market);
      const command = { request: { kind: 'load', contract: one.id }, idempotencyKey: null } as const;
      return this.#commits.submit(command, { twin: null, isRepeatable: true });
    });
    await Promise.all(loading);
  }

  #list(listed: ListedContract): void {
    if (this.markets.has(listed.id)) return;
    this.markets.set(listed.id, new ContractMarket(listed, () => this.#deps.isStopped(listed)));
  }
}
