import type { OwnerId } from '#protocol/core/brand.ts';
import type { IdempotencyKey } from '#server/core/idempotency/idempotency-key.ts';
import type { AnswerTo, ContractRequest, StepContract } from './requests/request.ts';
import { toOrder } from './order.ts';
import type { ListedContract } from './listed-contracts.ts';
import { minuteMs } from '#protocol/core/durations.ts';
import type { ContractOrder, ContractPosition, ContractView } from '#protocol/contracts/entities.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import { allInTurn } from '#server/core/jobs/recovering.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { ContractOrder as OrderNow } from './order.ts';
import type { ContractPosition as PositionNow } from './position.ts';
import { wirePosition, wireView } from './text.ts';
import type { ViewedContract } from './viewed-contract.ts';
import { type SideCosts, sideCostsOf } from './liquidations/exposure.ts';

/** Makers skip a contract without positions that was not viewed for this long. */
const viewedForMs = 2 * minuteMs;

/** The contracts as they are read, by their ids and in listing order. */
export interface ViewedContracts {
  get(contract: string): ViewedContract | undefined;
  values(): Iterable<ViewedContract>;
}

/** Whoever executes what is asked of contracts: the writer of this process, or whatever leads to the one that runs them. */
export interface ContractExecution {
  /** As `Contracts.submit`. */
  submit<Request extends ContractRequest>(
    request: Request,
    idempotencyKey: IdempotencyKey | null,
  ): Promise<AnswerTo<Request>>;
  /** As `Contracts.step`. */
  step(step: StepContract): Promise<boolean>;
}

/** Changes published to one owner after a commit. */
export interface OwnChange {
  readonly positions: readonly ContractPosition[];
  readonly orders: readonly ContractOrder[];
}

type Listener = (contract: string) => void;
type OwnListener = (owner: OwnerId, change: OwnChange) => void;

/** All contracts: what is asked of them, and their visible state. */
export class Contracts {
  readonly markets: ViewedContracts;
  readonly #execution: ContractExecution;
  readonly #clock: Clock;
  readonly #walletsOff: readonly ListedContract['wallet'][];
  readonly #isWatched: (contract: string) => boolean;
  readonly #listeners = new Set<Listener>();
  readonly #ownListeners = new Set<OwnListener>();
  readonly #lookedAt = new Map<string, number>();

  /**
   * @param walletsOff wallets whose contracts are disabled: they are not published, and nothing moves in them
   * @param isWatched whether a contract has stream subscribers, as its chart
   */
  constructor(
    markets: ViewedContracts,
    execution: ContractExecution,
    clock: Clock,
    walletsOff: readonly ListedContract['wallet'][] = [],
    isWatched: (contract: string) => boolean = () => false,
  ) {
    this.markets = markets;
    this.#execution = execution;
    this.#clock = clock;
    this.#walletsOff = walletsOff;
    this.#isWatched = isWatched;
  }

  /** Whether the product of a contract is enabled. */
  isOn({ listed }: Pick<ViewedContract, 'listed'>): boolean {
    return !this.#walletsOff.includes(listed.wallet);
  }

  /**
   * Runs work in every enabled contract that is not halted, continuing after failures: one contract must not wait for
   * another.
   *
   * @throws the failures, once all have run
   */
  async inEach(work: (market: ViewedContract) => Promise<void>): Promise<void> {
    const isActive = (market: ViewedContract) => market.halted === null && this.isOn(market);
    const works = [...this.markets.values()].map(
      (market) => () => (isActive(market) ? work(market) : Promise.resolve()),
    );
    await allInTurn(works, 'contracts');
  }

  /** The visible contracts, in listing order. */
  listed(): ListedContract[] {
    return [...this.markets.values()].filter((market) => this.isOn(market)).map(({ listed }) => listed);
  }

  /**
   * Executes a request and answers it after the commit; under a key used before with the first answer.
   *
   * @throws Refusal as `ContractWriter.submit`, `notYetOpen` for a disabled contract
   * @throws OutcomeUnknown when it may have been done
   */
  submit<Request extends ContractRequest>(
    request: Request,
    idempotencyKey: IdempotencyKey | null = null,
  ): Promise<AnswerTo<Request>> {
    const market = this.markets.get(request.contract);
    if (market !== undefined && !this.isOn(market)) return Promise.reject(new Refusal('notYetOpen'));
    return this.#execution.submit(request, idempotencyKey);
  }

  /**
   * One step of a contract's prices, wherever it is run.
   *
   * @returns whether it was done here; another engine does it on its own time
   * @throws what could not be executed of it: the next step tries it again
   */
  step(step: StepContract): Promise<boolean> {
    return this.#execution.step(step);
  }

  /** The market of a contract. @throws Refusal `notFound` */
  market(contract: string): ViewedContract {
    const market = this.markets.get(contract);
    if (market === undefined) throw new Refusal('notFound');
    return market;
  }

  /** The public state of a contract. */
  view(contract: string): ContractView {
    return wireView(this.market(contract), this.#clock());
  }

  /** Own open positions and resting orders, oldest first. */
  own(owner: OwnerId): OwnChange {
    const positions: ContractPosition[] = [];
    const orders: ContractOrder[] = [];
    for (const market of this.markets.values()) {
      if (!this.isOn(market)) continue;
      const held = market.positions.visible(owner);
      const sideCosts = sideCostsOf(held);
      for (const position of held) positions.push(wirePosition(market.listed, position, sideCosts));
      for (const order of market.orders.visible(owner)) orders.push(toOrder(market.listed, order));
    }
    return { positions, orders };
  }

  /** Cost of one owner's open positions in a contract per side, as of the last commit. */
  visibleSideCosts(contract: string, owner: OwnerId): SideCosts {
    return sideCostsOf(this.market(contract).positions.visible(owner));
  }

  /** Calls back when the book, prices or positions of a contract changed. Returns an unsubscribe function. */
  onChange(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls back with the changes of each owner. Returns an unsubscribe function. */
  onOwnChange(listener: OwnListener): () => void {
    this.#ownListeners.add(listener);
    return () => this.#ownListeners.delete(listener);
  }

  /** Records a view of a contract. */
  look(contract: string): void {
    this.#lookedAt.set(contract, this.#clock());
  }

  /** Whether a contract needs quotes: it is viewed, or has orders or positions. */
  isViewed(market: ViewedContract): boolean {
    const { id } = market.listed;
    const lookedAt = this.#lookedAt.get(id) ?? -Infinity;
    if (this.#isWatched(id) || market.positions.size + market.orders.size > 0) return true;
    return this.#clock() - lookedAt < viewedForMs;
  }

  /** Publishes what a commit changed in a contract. */
  published(
    { listed, positions: held }: ViewedContract,
    changed: { readonly orders: Iterable<OrderNow>; readonly positions: Iterable<PositionNow> },
  ): void {
    this.changed(listed.id);
    const positions = Map.groupBy(changed.positions, ({ owner }) => owner);
    const orders = Map.groupBy(changed.orders, ({ owner }) => owner);
    for (const owner of new Set([...positions.keys(), ...orders.keys()])) {
      const sideCosts = sideCostsOf(held.visible(owner));
      const change: OwnChange = {
        positions: (positions.get(owner) ?? []).map((position) => wirePosition(listed, position, sideCosts)),
        orders: (orders.get(owner) ?? []).map((order) => toOrder(listed, order)),
      };
      for (const listener of this.#ownListeners) listener(owner, change);
    }
  }

  changed(contract: string): void {
    for (const listener of this.#listeners) listener(contract);
  }
}
