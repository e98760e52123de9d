import type { Costs } from './costs.ts';
import type { Demand } from './demand.ts';

/** A part is planned to be busy for this share of its time: what is left takes bursts, and the loss of a neighbour. */
export const busyShare = 0.6;
/** Sockets of one edge: `connectionsMax` of the stream is 20,000, and half of them leaves room when another edge is lost. */
export const socketsPerEdgeMax = 10_000;

/** What is to be run, in processes; each edge and each engine uses one core. */
export interface Topology {
  readonly edges: number;
  /** Engines that own pairs; one more waits for each of these to fail. */
  readonly engines: number;
  readonly natsCores: number;
  readonly postgresCores: number;
  readonly walMbPerSecond: number;
  readonly edgeGib: number;
  /** What visits take out; a cache in front of the edges takes most of it over. */
  readonly outMbitPerSecond: number;
  /** Orders a second of the busiest pair, which one engine has to take: a pair cannot be divided. */
  readonly busiestPair: number;
  /** Whether one engine can take the busiest pair. */
  readonly isPairHeld: boolean;
}

const usPerSecond = 1_000_000;

/** Orders a second that one engine takes at the planned share. */
export function ordersPerEngine(costs: Costs): number {
  return (busyShare * usPerSecond) / costs.order.engineUs;
}

/** Orders a second that go through the active engine at the planned share, while other engines run the pairs. */
export function ordersThroughActive(costs: Costs): number {
  return (busyShare * usPerSecond) / costs.order.activeUs;
}

/** Microseconds of one edge's core each second, with so many edges that share everything evenly but the changes. */
export function edgeLoadUs(demand: Demand, costs: Costs, edges: number): number {
  return (demand.orders * costs.order.edgeUs) / edges + edgeLoadBesideOrdersUs(demand, costs, edges);
}

/** The same without orders. */
export function edgeLoadBesideOrdersUs(demand: Demand, costs: Costs, edges: number): number {
  const { stream, firstVisit, laterVisit } = costs;
  const shared =
    demand.deliveries * stream.deliveryUs +
    demand.people * stream.quietSocketUs +
    demand.firstVisits * firstVisit.edgeUs +
    demand.laterVisits * laterVisit.edgeUs;
  return shared / edges + demand.changes * stream.changeUs;
}

/**
 * The least topology whose every part is busy for at most `busyShare` of its time.
 *
 * @throws RangeError when an edge is busy with changes alone, whatever it serves
 */
export function topologyFor(demand: Demand, costs: Costs): Topology {
  const { order, stream } = costs;
  const budgetUs = busyShare * usPerSecond;
  const changesUs = demand.changes * stream.changeUs;
  if (changesUs >= budgetUs) throw new RangeError('an edge cannot follow so many changes');
  const sharedUs = edgeLoadUs(demand, costs, 1) - changesUs;
  const edges = Math.max(2, Math.ceil(sharedUs / (budgetUs - changesUs)), Math.ceil(demand.people / socketsPerEdgeMax));
  const perEngine = ordersPerEngine(costs);
  const busiestPair = demand.orders * (demand.pairShares[0] ?? 0);
  const visitUs = demand.firstVisits * costs.firstVisit.engineUs + demand.laterVisits * costs.laterVisit.engineUs;
  const bytes = demand.firstVisits * costs.firstVisit.kilobytes + demand.laterVisits * costs.laterVisit.kilobytes;
  return {
    edges,
    engines: Math.ceil(demand.orders / perEngine + visitUs / budgetUs),
    natsCores: cores(demand.orders * order.natsUs),
    postgresCores: cores(demand.orders * order.postgresUs),
    walMbPerSecond: (demand.orders * order.walBytes) / 1e6,
    edgeGib: (demand.people / edges) * (stream.socketKib / 1_024 / 1_024),
    outMbitPerSecond: (bytes * 8) / 1_000,
    busiestPair,
    isPairHeld: busiestPair <= perEngine,
  };
}

function cores(us: number): number {
  return Math.max(1, Math.ceil(us / (busyShare * usPerSecond)));
}

/** A part that people run into, and how many of them. */
export interface Bound {
  readonly part:
    | 'an engine that does everything'
    | 'the active engine, while others run the pairs'
    | 'one edge'
    | 'sockets of one edge'
    | 'PostgreSQL on 8 cores'
    | 'nats-server on 2 cores';
  readonly people: number;
}

/** How many people each part holds by itself at the planned share, the part that is full first at the top. */
export function boundsOf(demandFor: (people: number) => Demand, costs: Costs): Bound[] {
  const { order } = costs;
  const most = (fits: (demand: Demand) => boolean): number => {
    let [low, high] = [0, 1e8];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (fits(demandFor(middle))) low = middle;
      else high = middle;
    }
    return low;
  };
  const within = (us: number, coreCount = 1) => us <= coreCount * busyShare * usPerSecond;
  const bounds: Bound[] = [
    { part: 'an engine that does everything', people: most(({ orders }) => within(orders * order.engineUs)) },
    {
      part: 'the active engine, while others run the pairs',
      people: most(({ orders }) => within(orders * order.activeUs)),
    },
    { part: 'one edge', people: most((demand) => within(edgeLoadUs(demand, costs, 1))) },
    { part: 'sockets of one edge', people: socketsPerEdgeMax },
    { part: 'PostgreSQL on 8 cores', people: most(({ orders }) => within(orders * order.postgresUs, 8)) },
    { part: 'nats-server on 2 cores', people: most(({ orders }) => within(orders * order.natsUs, 2)) },
  ];
  return bounds.toSorted((one, other) => one.people - other.people);
}
