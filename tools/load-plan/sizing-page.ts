import { type Costs, measuredCosts } from './costs.ts';
import { busyHour, type Demand, demandOf, type Habits } from './demand.ts';
import {
  type Bound,
  boundsOf,
  busyShare,
  ordersPerEngine,
  ordersThroughActive,
  socketsPerEdgeMax,
  type Topology,
  topologyFor,
} from './plan.ts';
import { type Simulated, simulate } from './simulate.ts';

const sizes = [1_000, 10_000, 100_000, 1_000_000] as const;
const simulatedSeconds = 3;
const seed = 1;

/** Orders spread evenly over the pairs, and over as many pairs as a million people need. */
const manyEvenPairs: Habits = { ...busyHour, pairs: 60, zipfExponent: 0 };

const whole = (value: number) => Math.round(value).toLocaleString('en-US');
/** A limit, down to two digits: its costs are known no better. */
const limit = (value: number) => {
  const digit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return whole(Math.floor(value / digit) * digit);
};
const percent = (share: number) => `${Math.round(share * 100)} %`;

interface Size {
  readonly demand: Demand;
  readonly topology: Topology;
  readonly simulated: Simulated;
}

function sizeOf(people: number, habits: Habits, engines?: number): Size {
  const demand = demandOf(people, habits);
  const topology = topologyFor(demand, measuredCosts);
  const { edges, postgresCores } = topology;
  const setup = { demand, costs: measuredCosts, edges, postgresCores, seconds: simulatedSeconds, seed };
  return { demand, topology, simulated: simulate({ ...setup, engines: engines ?? topology.engines }) };
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** One row of figures for every size. */
function sizeTable(found: readonly Size[]): string {
  const row = (what: string, of: (size: Size) => string) => [what, ...found.map(of)];
  return table(
    ['People with the app open', ...found.map(({ demand }) => whole(demand.people))],
    [
      row('Orders a second', ({ demand }) => whole(demand.orders)),
      row('Deliveries of the stream a second', ({ demand }) => whole(demand.deliveries)),
      row('Edges, a core each', ({ topology }) => whole(topology.edges)),
      row('Memory for the sockets of each, GiB', ({ topology }) => topology.edgeGib.toFixed(2)),
      row('Engines at work, a core each', ({ topology }) => whole(topology.engines)),
      row('Cores of nats-server', ({ topology }) => whole(topology.natsCores)),
      row('Cores of PostgreSQL', ({ topology }) => whole(topology.postgresCores)),
      row('Write-ahead log, MB a second', ({ topology }) => topology.walMbPerSecond.toFixed(1)),
      row('Visits, Mbit a second', ({ topology }) => whole(topology.outMbitPerSecond)),
      row('Orders of the busiest pair a second', ({ topology }) => whole(topology.busiestPair)),
      row(
        'Simulated: work for the busiest edge and engine, of its time',
        ({ simulated }) => `${percent(simulated.edgeBusy)}, ${percent(simulated.engineBusy)}`,
      ),
      row('Simulated: answer to an order, p50 and p99', outcomeOf),
      row('Simulated: commit to the last socket, p99', ({ simulated }) => `${whole(simulated.lastSocketP99Ms)} ms`),
    ],
  );
}

/** Of orders that pile up there is no time to tell: it grows for as long as they come. */
function outcomeOf({ simulated: { p50Ms, p99Ms, underWay, edgeBusy, engineBusy } }: Size): string {
  return Math.max(edgeBusy, engineBusy) > 1
    ? `piles up: ${whole(underWay)} wait after ${simulatedSeconds} s`
    : `${whole(p50Ms)}, ${whole(p99Ms)} ms`;
}

function costTable({ order, stream, firstVisit, laterVisit, commitMs }: Costs): string {
  const us = (value: number) => `${value.toLocaleString('en-US')} µs`;
  return table(
    ['What', 'Costs', 'Measured by `npm run bench --`'],
    [
      ['A spot order: edge, engine', `${us(order.edgeUs)}, ${us(order.engineUs)}`, '`link-orders`'],
      [
        'the same, where another engine runs the pair: the active one, the other',
        `${us(order.activeUs)}, ${us(order.runnerUs)}`,
        '`link-orders`',
      ],
      ['the same: nats-server, PostgreSQL', `${us(order.natsUs)}, ${us(order.postgresUs)}`, '`link-orders`'],
      ['the same: write-ahead log', `${order.walBytes.toLocaleString('en-US')} bytes`, '`spot-cost`'],
      ['A delivery to a socket', us(stream.deliveryUs), '`link-deliveries`'],
      ['A changed topic at each edge', us(stream.changeUs), '`link-deliveries`, `PACE=200`'],
      [
        'A socket: heartbeats a second, memory',
        `${us(stream.quietSocketUs)}, ${stream.socketKib} KiB`,
        '`link-sockets`',
      ],
      ['A first visit of home: edge, engine', `${us(firstVisit.edgeUs)}, ${us(firstVisit.engineUs)}`, '`link-pages`'],
      ['A later one', `${us(laterVisit.edgeUs)}, ${us(laterVisit.engineUs)}`, '`link-pages`'],
      ['A commit that a batch waits for', `${commitMs} ms`, 'assumed: a disk and a standby near by'],
    ],
  );
}

function habitsText({ visitsPerHour, firstVisitShare, pairs, topicsPerPair, changesPerTopicMax, ...each }: Habits) {
  return `each person places ${each.ordersPerPerson} orders and is shown ${each.deliveriesPerPerson} changed prices a
second, and opens the app ${visitsPerHour} times an hour, ${percent(firstVisitShare)} of the times without its files. There are ${pairs} pairs
with ${topicsPerPair} topics each, which change with their orders, ${changesPerTopicMax} times a second at most. Orders spread over pairs by
Zipf's law: the second pair has half as many as the first, the third a third.`;
}

/** `docs/sizing.md`: what to run for how many people, and which part is full first. */
export function sizingPage(): string {
  const bounds = boundsOf((people) => demandOf(people, busyHour), measuredCosts);
  const today = sizes.map((people) => sizeOf(people, busyHour, 1));
  const million = [sizeOf(1_000_000, busyHour), sizeOf(1_000_000, manyEvenPairs)];
  const perEngine = limit(ordersPerEngine(measuredCosts));
  const throughActive = limit(ordersThroughActive(measuredCosts));
  const peopleOf = (wanted: Bound['part']) => limit(bounds.find(({ part }) => part === wanted)?.people ?? 0);
  const [byZipf, evenly] = million.map(({ topology }) => topology);
  return `# What to run for how many people

\`npm run load-plan -- --write\` writes this page from measured costs (\`tools/load-plan/costs.ts\`) and assumed habits
(\`demand.ts\` beside it): put in your own. Every part is planned to work ${percent(busyShare)} of its time, which leaves the rest for
bursts and for the loss of a neighbour. The same demand is then simulated, order by order, for ${simulatedSeconds} seconds (\`simulate.ts\`).

The habits of a busy hour: ${habitsText(busyHour)}

## What things cost

Processor time of one core, medians, on a machine of 2 cores that the load shared: on one of its own each is cheaper.

${costTable(measuredCosts)}

## Which part is full first

${table(
  ['Part', 'Full at so many people'],
  bounds.map(({ part, people }) => [part, limit(people)]),
)}

Edges are added as people come. **The active engine cannot be**: engines that wait run pairs and contracts for it, and each call
still goes through it. So ${throughActive} orders a second are what an exchange of today is planned for, whatever else is
added, and ${perEngine} while no engine waits.

## Sizes, with one engine at work

${sizeTable(today)}

Up to ${peopleOf('an engine that does everything')} people in a busy hour that is what to run: two edges at least, two engines (one waits, and runs the pairs), three
nats-servers for their own majority, PostgreSQL with a synchronous standby. The engine that waits is one that may be lost,
so up to there the active one can do without it; up to ${peopleOf('the active engine, while others run the pairs')} people, a third engine keeps the pairs off it when one is lost.
Beyond that, orders pile up at the active engine, as the last columns show, until people are refused with "busy".

## A million people, 100,000 orders a second

Planned as if edges sent each order to the engine that runs its pair, which they do not yet: it goes through the active
engine. On the left by Zipf's law, on the right with orders spread evenly over ${manyEvenPairs.pairs} pairs.

${sizeTable(million)}

A pair is one book, and cannot be divided: its engine takes ${perEngine} orders a second. By Zipf's law the busiest pair alone
brings ${whole(byZipf?.busiestPair ?? 0)}, so **no number of engines holds that**; an order at the engine would have to cost
${whole(measuredCosts.order.engineUs / ((byZipf?.busiestPair ?? 0) / ordersPerEngine(measuredCosts)))} µs instead of ${measuredCosts.order.engineUs}. Spread evenly, ${whole(evenly?.engines ?? 0)} engines and ${whole(evenly?.edges ?? 0)} edges hold it, in front of a PostgreSQL of
${whole(evenly?.postgresCores ?? 0)} cores that writes ${whole(evenly?.walMbPerSecond ?? 0)} MB of log a second. At that size a changed topic costs more by being followed
at every edge than by its deliveries to any one: ${whole(((evenly === undefined ? 0 : demandOf(1_000_000, manyEvenPairs).changes) * measuredCosts.stream.changeUs) / 10_000)} % of each edge's core goes into changes. An edge is never given more
than ${whole(socketsPerEdgeMax)} sockets.
`;
}
