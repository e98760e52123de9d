import * as v from 'valibot';
import { goldIndex } from '#server/markets/candles/gold-index.ts';
import { listContracts, type ListedContract } from '#server/markets/contracts/listed-contracts.ts';
import type {
  ContractChange,
  ContractFamily,
  ContractSnapshot,
  ContractState,
} from '#server/markets/contracts/remote/messages.ts';
import { pairs } from '#server/markets/pairs.ts';
import { packFrame } from '../bus/frame.ts';
import type { FamilyCodec } from './codec.ts';
import {
  bookRow,
  contractOrderRow,
  contractPositionRow,
  contractTradeRow,
  markRow,
  restedRow,
  rowOfBook,
  rowOfContractOrder,
  rowOfContractPosition,
  rowOfContractTrade,
  rowOfMark,
  rowOfRested,
  contractOrderType,
  positionSide,
} from './contract-rows.ts';
import { answerCodec, commandsCodec, assignedCodec } from './envelopes.ts';
import {
  balanceRow,
  count,
  marketState,
  name,
  received,
  rowOfBalance,
  sentMarketState,
  owner,
  side,
} from './codec-parts.ts';

/** How what is asked of a contract crosses between engines. */

type Request = ContractFamily['request'];

/** More than twice the random numbers of a round of quotes. */
const drawsMax = 64;

/** Of a random source: from 0 to below 1. */
function isShare(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < 1;
}

const draws = v.custom<readonly number[]>(
  (value) => Array.isArray(value) && value.length <= drawsMax && value.every(isShare),
);

const opening = {
  owner,
  contract: name,
  side: positionSide,
  type: contractOrderType,
  priceTicks: v.nullable(count),
  lots: count,
  leverage: count,
  takeProfitTicks: count,
  stopLossTicks: count,
};
const ofOwner = { owner, contract: name, id: count };

/** Whether the numbers of a request are sensible is for the contract to say: here they are only what can be held. */
const contractRequest = v.variant('kind', [
  v.strictObject({ kind: v.literal('place'), ...opening }),
  v.strictObject({ kind: v.literal('place-for-robot'), ...opening }),
  v.strictObject({ kind: v.literal('cancel'), ...ofOwner }),
  v.strictObject({ kind: v.literal('close'), ...ofOwner, lots: count }),
  v.strictObject({ kind: v.literal('protect'), ...ofOwner, takeProfitTicks: count, stopLossTicks: count }),
  v.strictObject({ kind: v.literal('quote'), owner, contract: name, draws }),
  v.strictObject({
    kind: v.literal('take'),
    owner,
    contract: name,
    side,
    part: v.custom<number>(isShare),
    keptLots: count,
  }),
  v.strictObject({ kind: v.literal('mark'), contract: name, indexTicks: v.nullable(count), seenAt: count }),
  v.strictObject({ kind: v.literal('overnight'), contract: name, day: count }),
  v.strictObject({
    kind: v.literal('step'),
    contract: name,
    indexTicks: v.nullable(count),
    seenAt: count,
    draws: v.nullable(draws),
  }),
]);

/** A request as it is sent: an owner is more than numbers of JSON hold. */
function sentContractRequest(asked: Request): v.InferInput<typeof contractRequest> {
  return 'owner' in asked ? { ...asked, owner: String(asked.owner) } : asked;
}

/** The messages about contracts. */

const state = {
  ...marketState,
  mark: v.nullable(markRow),
  rested: v.nullable(restedRow),
  pricedAt: v.nullable(count),
  book: bookRow,
  hasQuotes: v.boolean(),
};
const held = { orders: v.array(contractOrderRow), positions: v.array(contractPositionRow) };

const snapshotSchema = v.strictObject({ snapshot: v.strictObject({ ...state, ...held }) });

const changeSchema = v.strictObject({
  change: v.strictObject({
    ...state,
    ...held,
    at: count,
    trades: v.array(contractTradeRow),
    balances: v.array(balanceRow),
  }),
});

/** Spans of a week; null: always. */
const hours = v.nullable(
  v.array(
    v.pipe(
      v.strictTuple([count, count]),
      v.transform(([from, to]) => ({ from, to })),
    ),
  ),
);

/** Terms do not cross: both engines make them of what is listed. One that differs there is another contract. */
const listedContract = v.pipe(
  v.strictObject({ contract: name, pair: name, hours }),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }): ListedContract => {
    const listed = listContracts([...pairs, goldIndex], value.hours).find(({ id }) => id === value.contract);
    if (listed !== undefined && listed.pair === value.pair && listed.hours === value.hours) return listed;
    addIssue({ message: `contract ${value.contract} is not listed as it is assigned` });
    return NEVER;
  }),
);

/** The messages about contracts. An answer crosses as the JSON that it is. */
export const contractCodec: FamilyCodec<ContractFamily> = {
  family: 'contracts',
  ...commandsCodec<ContractFamily>({ schema: contractRequest, sent: sentContractRequest }),
  ...answerCodec<ContractFamily>({ schema: v.unknown(), sent: (answer) => answer }),
  ...assignedCodec<ContractFamily>({ schema: listedContract, sent: sentListed }),
  encodeSnapshot: (snapshot) => packFrame({ snapshot: { ...sentState(snapshot), ...sentHeld(snapshot) } }),
  decodeSnapshot: (bytes) => received(snapshotSchema, bytes).snapshot,
  encodeChange: (change) => packFrame({ change: sentChange(change) }),
  decodeChange: (bytes) => received(changeSchema, bytes).change,
};

function sentChange(change: ContractChange): v.InferInput<typeof changeSchema>['change'] {
  return {
    ...sentState(change),
    ...sentHeld(change),
    at: change.at,
    trades: change.trades.map(rowOfContractTrade),
    balances: change.balances.map(rowOfBalance),
  };
}

function sentState(from: ContractState) {
  const { mark, rested, pricedAt, book, hasQuotes } = from;
  return {
    ...sentMarketState(from),
    mark: mark === null ? null : rowOfMark(mark),
    rested: rested === null ? null : rowOfRested(rested),
    pricedAt,
    book: rowOfBook(book),
    hasQuotes,
  };
}

function sentHeld({ orders, positions }: Pick<ContractSnapshot, 'orders' | 'positions'>) {
  return { orders: orders.map(rowOfContractOrder), positions: positions.map(rowOfContractPosition) };
}

function sentListed({ id, pair, hours: spans }: ListedContract): v.InferInput<typeof listedContract> {
  return { contract: id, pair, hours: spans?.map(({ from, to }): [number, number] => [from, to]) ?? null };
}
