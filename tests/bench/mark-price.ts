import { nothingGathered, type ContractPosition } from '#server/markets/contracts/position.ts';
import { liquidationTicks } from '#protocol/contracts/maths/liquidation.ts';
import { initialMargin } from '#protocol/contracts/maths/margin.ts';
import { lotsValue } from '#protocol/contracts/maths/orders.ts';
import { pairs } from '#server/markets/pairs.ts';
import { ContractMarket } from '#server/markets/contracts/market.ts';
import { listContracts } from '#server/markets/contracts/listed-contracts.ts';
import type { Row } from './row.ts';

export const name = 'mark-price';

const positionCount = 10_000;
const ticks = 600_000;
const steps = 400;
/** CPU of one evaluation for all positions. */
const mostMs = 5;

/**
 * What a mark price costs with many positions open: the sorted triggers against a look at every position, over the
 * same walk of prices, in CPU time. Nothing crosses on the way; a second walk crosses some positions at each step.
 */
export async function run(): Promise<Row[]> {
  const market = marketWith(positionCount);
  const walk = Array.from({ length: steps }, (_, step) => ticks + Math.round(Math.sin(step / 9) * 1_200));
  const indexed = cpuMsOf(() => {
    for (const at of walk) {
      market.setIndex(at, 0);
      market.triggers.crossed(at);
    }
  });
  let found = 0;
  const scanned = cpuMsOf(() => {
    for (const at of walk) found += scan(market, at);
  });
  const crossing = [ticks * 0.9, ticks * 0.95, ticks * 1.05, ticks * 1.1].map(Math.round);
  const crossed = crossing.reduce((sum, at) => sum + market.triggers.crossed(at).length, 0) / crossing.length;
  const crossingMs = cpuMsOf(() => {
    for (let round = 0; round < 20; round += 1) for (const at of crossing) market.triggers.crossed(at);
  });
  if (found > 0 && market.triggers.size !== positionCount) throw new Error('the walk was meant to cross nothing');
  return [
    { what: `a mark price over ${positionCount} positions, CPU`, value: indexed / steps, unit: 'ms', most: mostMs },
    { what: 'the same by a look at every position', value: scanned / steps, unit: 'ms' },
    { what: 'of that', value: indexed / scanned, unit: 'ratio', most: 1 },
    {
      what: `a mark price that crosses ${Math.round(crossed)} positions, CPU`,
      value: crossingMs / (20 * crossing.length),
      unit: 'ms',
    },
  ];
}

function cpuMsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Positions of all leverages on both sides, opened around the price. */
function marketWith(count: number): ContractMarket {
  const [listed] = listContracts(pairs);
  if (listed === undefined) throw new Error('no contract is listed');
  const market = new ContractMarket(listed);
  const leverages = listed.terms.leverages.filter((leverage) => leverage <= 50);
  for (let id = 1; id <= count; id += 1) {
    const side = id % 2 === 0 ? ('long' as const) : ('short' as const);
    const leverage = leverages[id % leverages.length] ?? 1;
    const cost = lotsValue(listed.terms, ticks + (id % 400) - 200, 10);
    const position: ContractPosition = {
      id,
      owner: BigInt(100_000 + id),
      contract: listed.id,
      side,
      leverage,
      lots: 10,
      cost,
      margin: initialMargin(cost, leverage),
      takeProfitTicks: side === 'long' ? ticks + 20_000 + id : ticks - 20_000 - id,
      stopLossTicks: side === 'long' ? ticks - 20_000 - id : ticks + 20_000 + id,
      openedLots: 10,
      openedCost: cost,
      ...nothingGathered,
      chargedDay: 0,
      openedAt: 0,
      updatedAt: 0,
    };
    market.put(position);
  }
  return market;
}

/** The plain way: works every position's liquidation price and its protection out again. */
function scan({ positions, listed }: ContractMarket, at: number): number {
  let found = 0;
  for (const position of positions.values()) {
    const forced = liquidationTicks(listed.terms, position);
    const sign = position.side === 'long' ? 1 : -1;
    const fires =
      (forced !== null && (at - forced) * sign <= 0) ||
      (position.stopLossTicks !== null && (at - position.stopLossTicks) * sign <= 0) ||
      (position.takeProfitTicks !== null && (at - position.takeProfitTicks) * sign >= 0);
    if (fires) found += 1;
  }
  return found;
}
