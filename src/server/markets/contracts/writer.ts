import { answerKey, type ContractCommand } from './command.ts';
import type { Clock } from '../../core/clock/clock.ts';
import { GroupCommit } from '../../core/commit/group-commit.ts';
import { nextIdIn, ownLane } from '../../core/commit/lanes.ts';
import { answerKeyText } from '../../core/idempotency/stored-answers.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import type { Database } from '../../core/store/database.ts';
import type { Tracer } from '../../core/tracing/tracer.ts';
import type { IdempotencyKey } from '../../core/idempotency/idempotency-key.ts';
import type { AnswerTo, ContractRequest } from './requests/request.ts';
import { ContractCommits, type ContractCommitsDeps, type ContractReads } from './commits.ts';

export interface ContractWriterDeps extends Omit<ContractCommitsDeps, 'nextId' | 'lastId'> {
  readonly database: Pick<Database, 'pool'>;
  readonly clock: Clock;
  /** Called when an unknown commit outcome has been resolved: its changes were not published. */
  readonly settled?: () => void;
  /** Null or left out while tracing is off. */
  readonly tracer?: Tracer | null;
}

/** The one writer of all contracts. */
export class ContractWriter {
  readonly #deps: ContractWriterDeps;
  readonly #commits: GroupCommit<ContractCommand, unknown, ContractReads>;
  #lastId = 0;

  constructor(deps: ContractWriterDeps) {
    this.#deps = deps;
    const { database, clock, failed, tracer = null } = deps;
    const area = new ContractCommits({
      ...deps,
      nextId: () => (this.#lastId = nextIdIn(ownLane, this.#lastId, clock())),
      lastId: () => this.#lastId,
    });
    this.#commits = new GroupCommit({ database, clock, area, failed, tracer, settled: () => deps.settled?.() });
  }

  /** Loads every contract from the store. @throws what the store throws */
  async load(): Promise<void> {
    this.#lastId = await this.#commits.open();
  }

  /**
   * Executes a request; one without a key may be executed again when its outcome was in doubt.
   *
   * @throws Refusal of the request, `notFound` for a contract that is not listed, `pairClosed` for a halted one,
   *   `busyRetry` when it was certainly not done
   * @throws OutcomeUnknown when it may have been done
   */
  async submit<Request extends ContractRequest>(
    request: Request,
    idempotencyKey: IdempotencyKey | null,
  ): Promise<AnswerTo<Request>> {
    const market = this.#deps.markets.get(request.contract);
    if (market === undefined) throw new Refusal('notFound');
    const command = { request, idempotencyKey };
    const [key] = answerKey(command);
    // A command with a key may have been done before the halt; it then gets its first answer.
    if (market.halted !== null && key === undefined) throw new Refusal('pairClosed');
    const twin = key === undefined ? null : { key: answerKeyText(key), bodyHash: idempotencyKey?.bodyHash ?? '' };
    return (await this.#commits.submit(command, { twin, isRepeatable: twin === null })) as AnswerTo<Request>;
  }

  /** Drains what was submitted; later commands are refused. */
  close(): Promise<void> {
    return this.#commits.close();
  }
}
