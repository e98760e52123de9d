import { moneyOf } from '#protocol/contracts/maths/contract-spec.ts';
import { netResult } from '#protocol/contracts/maths/results.ts';
import { quotesAround, quoteToTake } from '../makers/house-quotes.ts';
import { toOrder } from '../order.ts';
import type { ContractRun } from '../run.ts';
import { wirePosition } from '../text.ts';
import type { AnswerTo, ContractRequest } from './request.ts';

/** Executes one request in the run of its contract. @returns its answer */
export type Execute = (run: ContractRun, request: ContractRequest) => unknown;

type Executor<Request extends ContractRequest> = (run: ContractRun, request: Request) => AnswerTo<Request>;
type Executors = {
  readonly [Kind in ContractRequest['kind']]: Executor<Extract<ContractRequest, { kind: Kind }>>;
};

const executors: Executors = {
  place(run, request) {
    const { listed } = run.changes.market;
    const order = run.place(request);
    const position = run.changes.positions.get(order.id);
    return {
      order: toOrder(listed, order),
      position: position === undefined ? null : wirePosition(listed, position, run.sideCosts(request.owner)),
    };
  },

  'place-for-robot'(run, request) {
    const { id } = run.place({ ...request, kind: 'place' });
    return { id };
  },

  cancel: (run, { owner, id }) => ({ order: toOrder(run.changes.market.listed, run.cancel(owner, id)) }),

  close(run, { owner, id, lots }) {
    // An earlier command of the batch may have closed a part of it.
    const before = run.changes.closings.length;
    const closedLots = run.close(owner, id, lots);
    const position = run.changes.positions.get(id);
    if (position === undefined) throw new Error('a close left no trace of its position');
    const net = run.changes.closings
      .slice(before)
      .filter((closing) => closing.position === id && closing.reason === 'manual')
      .reduce((sum, closing) => sum + netResult({ ...closing, closeFee: closing.fee }), 0n);
    return {
      closedLots,
      net: moneyOf(net),
      position: wirePosition(run.changes.market.listed, position, run.sideCosts(owner)),
    };
  },

  protect(run, { owner, id, takeProfitTicks, stopLossTicks }) {
    const position = run.protect(owner, id, takeProfitTicks, stopLossTicks);
    return { position: wirePosition(run.changes.market.listed, position, run.sideCosts(owner)) };
  },

  quote(run, { owner, draws }) {
    const { mark, listed } = run.changes.market;
    // Around the index at placement time, which may be later because of a queue or a pause.
    const [bids, asks] = mark === null ? [[], []] : quotesAround(listed, mark.indexTicks, draws);
    run.quote(owner, bids, asks);
    return null;
  },

  take(run, { owner, side, part, keptLots }) {
    // The price it was based on may be outdated after a queue or a pause.
    const taken = quoteToTake(run.changes.market, side, part, keptLots);
    if (taken !== null) run.quote(owner, side === 'sell' ? [taken] : [], side === 'buy' ? [taken] : []);
    return null;
  },

  mark(run, { indexTicks, seenAt }) {
    run.markTo(indexTicks, seenAt);
    return null;
  },

  overnight(run, { day }) {
    run.overnight(day);
    return null;
  },
};

/**
 * Executes one request in the run of its contract, with the state of the market now. It changes nothing before it
 * refuses.
 *
 * @throws Refusal by the rules of the market
 */
export function execute<Request extends ContractRequest>(run: ContractRun, request: Request): AnswerTo<Request> {
  const executor: unknown = executors[request.kind];
  return (executor as Executor<Request>)(run, request);
}
