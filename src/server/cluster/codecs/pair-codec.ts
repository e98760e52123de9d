import * as v from 'valibot';
import { pair as listedPair } from '#protocol/market-data/entities/market.ts';
import { decimal } from '#protocol/core/fields.ts';
import type { PairState, SpotFamily } from '#server/markets/spot/remote/messages.ts';
import type { SpotRequest } from '#server/markets/spot/spot.ts';
import { packFrame } from '../bus/frame.ts';
import type { FamilyCodec } from './codec.ts';
import { answerCodec, commandsCodec, assignedCodec } from './envelopes.ts';
import { orderRow, rowOfOrder, rowOfTrade, tradeRow } from './pair-rows.ts';
import {
  balanceRow,
  count,
  decimalText,
  manyLots,
  marketState,
  name,
  orderType,
  owner,
  received,
  rowOfBalance,
  sentMarketState,
  side,
} from './codec-parts.ts';

/** The messages between the active engine and one that runs spot pairs for it. */

const request = v.variant('kind', [
  v.strictObject({
    kind: v.literal('place'),
    owner,
    pair: name,
    side,
    type: orderType,
    price: decimalText,
    amount: decimalText,
    total: decimalText,
    fair: v.optional(v.strictObject({ worst: decimalText, spent: decimalText })),
  }),
  v.strictObject({ kind: v.literal('cancel'), owner, id: count }),
]);

const state = {
  ...marketState,
  lastTicks: v.nullable(count),
  indicative: v.nullable(v.strictObject({ priceTicks: count, lots: manyLots })),
};

const snapshotSchema = v.strictObject({ snapshot: v.strictObject({ ...state, orders: v.array(orderRow) }) });

const changeSchema = v.strictObject({
  change: v.strictObject({
    ...state,
    at: count,
    trades: v.array(tradeRow),
    orders: v.array(orderRow),
    balances: v.array(balanceRow),
  }),
});

const listed = v.strictObject({ ...listedPair.entries, referencePrice: v.optional(v.nullable(decimal)) });

/** How engines speak of spot pairs. */
export const spotCodec: FamilyCodec<SpotFamily> = {
  family: 'spot',
  ...commandsCodec<SpotFamily>({ schema: request, sent: sentRequest }),
  ...answerCodec<SpotFamily>({ schema: orderRow, sent: rowOfOrder }),
  ...assignedCodec<SpotFamily>({ schema: listed, sent: (pair) => pair }),
  encodeSnapshot(snapshot) {
    const sent: v.InferInput<typeof snapshotSchema> = {
      snapshot: { ...sentState(snapshot), orders: snapshot.orders.map(rowOfOrder) },
    };
    return packFrame(sent);
  },
  decodeSnapshot: (bytes) => received(snapshotSchema, bytes).snapshot,
  encodeChange(change) {
    const sent: v.InferInput<typeof changeSchema> = {
      change: {
        ...sentState(change),
        at: change.at,
        trades: change.trades.map(rowOfTrade),
        orders: change.orders.map(rowOfOrder),
        balances: change.balances.map(rowOfBalance),
      },
    };
    return packFrame(sent);
  },
  decodeChange: (bytes) => received(changeSchema, bytes).change,
};

function sentRequest(asked: SpotRequest): v.InferInput<typeof request> {
  return { ...asked, owner: String(asked.owner) };
}

function sentState(pair: PairState) {
  const { lastTicks, indicative } = pair;
  const would = indicative === null ? null : { priceTicks: indicative.priceTicks, lots: String(indicative.lots) };
  return { ...sentMarketState(pair), lastTicks, indicative: would };
}
