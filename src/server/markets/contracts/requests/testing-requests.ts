import type { Lots, OwnerId, PositionId, Ticks } from '#protocol/core/brand.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import type { Contracts } from '../contracts.ts';
import type { Quote } from '../makers/standing-quotes.ts';
import type { ContractRun } from '../run.ts';
import { execute } from './execute.ts';
import type { ContractRequest } from './request.ts';

/** Replaces a maker's quotes by those of a test. */
interface QuoteAt {
  readonly kind: 'quote-at';
  readonly owner: OwnerId;
  readonly contract: string;
  readonly bids: readonly Quote[];
  readonly asks: readonly Quote[];
}

/** Closes lots of a position as the liquidation of another user does, without the other side. */
interface Deleverage {
  readonly kind: 'deleverage';
  readonly contract: string;
  readonly id: PositionId;
  readonly lots: Lots;
  readonly priceTicks: Ticks;
}

/** What tests alone ask of a contract: states that no request of the exchange makes at once. */
type TestRequest = QuoteAt | Deleverage;

/** Executes the exchange's requests and those of tests: contracts are opened with it where a test makes such. */
export function executeForTest(run: ContractRun, request: ContractRequest | TestRequest): unknown {
  if (request.kind === 'quote-at') return run.quote(request.owner, request.bids, request.asks);
  if (request.kind === 'deleverage') {
    return run.changes.closePart(request.id, request.lots, request.priceTicks, 'deleveraged');
  }
  return execute(run, request);
}

type Opened = Pick<Contracts, 'submit'>;

/** Replaces the quotes of one of the house's makers. */
export async function quoteAt(
  contracts: Opened,
  contract: string,
  [bids, asks]: readonly [readonly Quote[], readonly Quote[]],
  owner: OwnerId = houseOwners.makerA,
): Promise<void> {
  await ask(contracts, { kind: 'quote-at', owner, contract, bids, asks });
}

/** Deleverages a position. */
export async function deleverage(contracts: Opened, request: Omit<Deleverage, 'kind'>): Promise<void> {
  await ask(contracts, { kind: 'deleverage', ...request });
}

/** Only contracts that were opened with `executeForTest` know such a request. */
async function ask(contracts: Opened, request: TestRequest): Promise<void> {
  await contracts.submit(request as unknown as ContractRequest);
}
