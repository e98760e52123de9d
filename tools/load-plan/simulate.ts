import type { Costs } from './costs.ts';
import type { Demand } from './demand.ts';
import { generator } from '../statistics/generator.ts';
import { quantile } from '../statistics/quantiles.ts';
import { EventQueue } from './event-queue.ts';
import { edgeLoadBesideOrdersUs } from './plan.ts';

/** What is simulated: so many edges and engines under a demand. */
export interface Setup {
  readonly demand: Demand;
  readonly costs: Costs;
  readonly edges: number;
  readonly engines: number;
  readonly postgresCores: number;
  readonly seconds: number;
  readonly seed: number;
}

/** What came of it. */
export interface Simulated {
  readonly orders: number;
  /** From an order at the edge to its answer there, in milliseconds. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** From a commit to the last of an edge's sockets. */
  readonly lastSocketP99Ms: number;
  /** The work that the busiest edge and the busiest engine were given, of the time they had; above one it piles up. */
  readonly edgeBusy: number;
  readonly engineBusy: number;
  /** Orders that were under way at the end: more than a moment's worth have piled up. */
  readonly underWay: number;
}

/** The stream writes to its sockets this often. */
const tickMs = 50;
/** A message between two machines, through NATS. */
const hopMs = 0.3;

/** One thread of a process: works on one thing after another. */
class Thread {
  #freeAt = 0;
  busyMs = 0;

  /** @returns when work that comes at a time is done */
  work(at: number, ms: number): number {
    this.busyMs += ms;
    this.#freeAt = Math.max(this.#freeAt, at) + ms;
    return this.#freeAt;
  }
}

/** Orders that wait for the commit of the batch before theirs. */
class Engine extends Thread {
  readonly waiting: Order[] = [];
  isCommitting = false;
}

interface Order {
  readonly sentAt: number;
  readonly edge: number;
  readonly engine: number;
}

type Event =
  | { readonly is: 'arrives'; readonly order: Order }
  | { readonly is: 'handed'; readonly order: Order }
  | { readonly is: 'placed'; readonly order: Order }
  | { readonly is: 'committed'; readonly batch: readonly Order[]; readonly engine: number }
  | { readonly is: 'answered'; readonly order: Order }
  | { readonly is: 'tick'; readonly edge: number };

/**
 * Plays the way of each order through the processes, one event after another: an edge's thread, NATS, an engine's thread,
 * which gathers a batch while the one before it commits, and back; beside it the edges' ticks, which write to all sockets
 * that something changed for, and visits. Orders come at random (a Poisson process), each to any edge and to the engine
 * of its pair. What is the same for all and never waits, such as the balancer, is left out.
 */
export function simulate(setup: Setup): Simulated {
  const { demand, costs, seconds } = setup;
  const random = generator(setup.seed);
  const queue = new EventQueue<Event>();
  const edges = Array.from({ length: setup.edges }, () => new Thread());
  const engines = Array.from({ length: setup.engines }, () => new Engine());
  const engineOf = pairEngines(demand.pairShares, setup.engines);
  const edgeOf = (nth: number) => nthOf(edges, nth);
  const engineAt = (nth: number) => nthOf(engines, nth);
  const untilMs = seconds * 1_000;
  const answers: number[] = [];
  const lastSockets: number[] = [];
  let underWay = 0;

  // Orders come one after the other, so that only the next one waits in the queue.
  const arrive = (afterMs: number) => {
    const sentAt = afterMs - Math.log(1 - random()) * (1_000 / demand.orders);
    const order = { sentAt, edge: Math.floor(random() * setup.edges), engine: engineOf(random()) };
    if (sentAt < untilMs) queue.add(sentAt, { is: 'arrives', order });
  };
  const commit = (engine: number, at: number) => {
    const own = engineAt(engine);
    if (own.isCommitting || own.waiting.length === 0) return;
    own.isCommitting = true;
    const batch = own.waiting.splice(0);
    // PostgreSQL works on the batches of all engines at once, on as many cores as it has.
    const workMs = (batch.length * costs.order.postgresUs * Math.max(1, setup.engines / setup.postgresCores)) / 1_000;
    queue.add(at + costs.commitMs + workMs, { is: 'committed', batch, engine });
  };
  const tickWorkMs = (edgeLoadBesideOrdersUs(demand, costs, setup.edges) * tickMs) / 1e6;
  for (let edge = 0; edge < setup.edges; edge += 1) queue.add(random() * tickMs, { is: 'tick', edge });
  arrive(0);
  for (let next = queue.take(); next !== null && next.at < untilMs; next = queue.take()) {
    const { at, event } = next;
    if (event.is === 'arrives') {
      underWay += 1;
      arrive(at);
      // Half of what an edge does for an order comes before it is handed over.
      const doneAt = edgeOf(event.order.edge).work(at, costs.order.edgeUs / 2_000);
      queue.add(doneAt + hopMs, { is: 'handed', order: event.order });
    } else if (event.is === 'handed') {
      queue.add(engineAt(event.order.engine).work(at, costs.order.engineUs / 1_000), {
        is: 'placed',
        order: event.order,
      });
    } else if (event.is === 'placed') {
      engineAt(event.order.engine).waiting.push(event.order);
      commit(event.order.engine, at);
    } else if (event.is === 'committed') {
      engineAt(event.engine).isCommitting = false;
      for (const order of event.batch) queue.add(at + hopMs, { is: 'answered', order });
      commit(event.engine, at);
    } else if (event.is === 'answered') {
      underWay -= 1;
      answers.push(edgeOf(event.order.edge).work(at, costs.order.edgeUs / 2_000) - event.order.sentAt);
    } else {
      const doneAt = edgeOf(event.edge).work(at, tickWorkMs);
      // What was committed just after the tick before waited longest.
      lastSockets.push(doneAt - at + tickMs + hopMs);
      queue.add(at + tickMs, { is: 'tick', edge: event.edge });
    }
  }
  const busy = (threads: readonly Thread[]) => Math.max(...threads.map(({ busyMs }) => busyMs)) / untilMs;
  return {
    orders: answers.length,
    p50Ms: quantile(answers, 0.5),
    p99Ms: quantile(answers, 0.99),
    lastSocketP99Ms: quantile(lastSockets, 0.99),
    edgeBusy: busy(edges),
    engineBusy: busy(engines),
    underWay,
  };
}

/**
 * Which engine a random order goes to: pairs are dealt out, the busiest first, each to the engine that has least.
 *
 * @returns takes a number from 0 to 1
 */
function pairEngines(shares: readonly number[], engines: number): (dice: number) => number {
  const loads = new Float64Array(engines);
  const bounds: number[] = [];
  const owners: number[] = [];
  let sum = 0;
  for (const share of shares) {
    const least = loads.indexOf(Math.min(...loads));
    loads[least] = nthOf(loads, least) + share;
    owners.push(least);
    bounds.push((sum += share));
  }
  return (dice) => owners[bounds.findIndex((bound) => dice < bound)] ?? 0;
}

function nthOf<Item>(items: ArrayLike<Item>, nth: number): Item {
  const item = items[nth];
  if (item === undefined) throw new RangeError(`there is none of number ${nth}`);
  return item;
}
