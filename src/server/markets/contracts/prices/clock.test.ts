import { nothingGathered, type ContractPosition } from '../position.ts';
import { expect, test } from 'vitest';
import { pairs } from '#server/markets/pairs.ts';
import { markContracts } from './clock.ts';
import { ContractMarket } from '../market.ts';
import type { ContractExecution } from '../contracts.ts';
import { stepContract } from './step.ts';
import { Contracts } from '../contracts.ts';
import type { ContractRequest } from '../requests/request.ts';
import { listContracts } from '../listed-contracts.ts';

const now = Date.UTC(2026, 10, 20, 12);

const position: ContractPosition = {
  id: 1,
  owner: 100_001n,
  contract: '',
  side: 'long',
  leverage: 1,
  lots: 1,
  cost: 1_000n,
  margin: 1_000n,
  takeProfitTicks: 1_000_000_000,
  stopLossTicks: 1,
  openedLots: 1,
  openedCost: 1_000n,
  ...nothingGathered,
  chargedDay: 0,
  openedAt: 0,
  updatedAt: 0,
};

/** Three contracts, each with a position that owes an overnight fee; the writer fails in those named by a test. */
function world(...failing: readonly string[]) {
  const listed = listContracts(pairs).slice(0, 3);
  const markets = new Map(listed.map((one) => [one.id, new ContractMarket(one)]));
  for (const [contract, market] of markets) market.put({ ...position, contract });
  const submitted: string[] = [];
  const quoted: string[] = [];
  const fails = new Set(failing);
  const submit = async ({ contract, kind }: ContractRequest) => {
    (kind === 'quote' ? quoted : submitted).push(contract);
    if (fails.has(contract)) throw new Error(`${contract} cannot be written`);
  };
  const step: ContractExecution['step'] = async (prices) => {
    const market = markets.get(prices.contract);
    if (market !== undefined) await stepContract(market, prices, now, submit);
    return market !== undefined;
  };
  const contracts = new Contracts(markets, { submit, step } as unknown as ContractExecution, () => now);
  return { contracts, markets, submitted, quoted, fails, ids: listed.map(({ id }) => id) };
}

test('a contract that cannot be written does not block the others, and is reported', async () => {
  const { contracts, ids, submitted } = world('BTCPERP');
  const changed: string[] = [];
  contracts.onChange((contract) => changed.push(contract));
  const marking = markContracts(
    contracts,
    () => ({ ticks: 500 }),
    () => now,
  );
  await expect(marking).rejects.toThrow('BTCPERP cannot be written');
  expect(submitted).toEqual(ids);
  expect(changed).toEqual(ids.slice(1));
});

test('the first price triggers nothing before the makers could quote', async () => {
  const { contracts, markets, submitted, quoted, fails } = world('BTCPERP');
  const step = () =>
    markContracts(
      contracts,
      () => ({ ticks: 500 }),
      () => now,
      () => 0.5,
    );
  await expect(step()).rejects.toThrow('BTCPERP cannot be written');
  expect(markets.get('BTCPERP')?.mark).toBe(null);
  expect(submitted).not.toContain('BTCPERP');
  fails.clear();
  await step();
  expect(quoted.filter((id) => id === 'BTCPERP')).toHaveLength(2);
  expect(markets.get('BTCPERP')?.mark).toMatchObject({ indexTicks: 500 });
  expect(submitted).toContain('BTCPERP');
});
