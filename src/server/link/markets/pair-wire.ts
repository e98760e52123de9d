import * as v from 'valibot';
import { pair as listedPair } from '../../../protocol/entities/market.ts';
import { decimal } from '../../../protocol/fields.ts';
import type {
  GivenPair,
  PairAnswer,
  PairChange,
  PairCommand,
  PairCommands,
  PairOutcome,
  PairSnapshot,
  PairState,
} from '../../markets/spot/remote/messages.ts';
import type { SpotRequest } from '../../markets/spot/spot.ts';
import { failureSchema, packFailure, readFailure } from '../wire/failures.ts';
import { packFrame } from '../wire/frame.ts';
import { orderRow, rowOfOrder, rowOfTrade, tradeRow } from './pair-rows.ts';
import {
  balanceRow,
  count,
  decimalText,
  key,
  manyLots,
  name,
  orderType,
  owner,
  received,
  rowOfBalance,
  sentKey,
  side,
} from './wire-parts.ts';

/**
 * The messages between the active engine and one that runs pairs for it, as bytes. Each names its kind, so that none is
 * taken for another, and is checked as a whole where it is received.
 */

const request = v.variant('kind', [
  v.object({
    kind: v.literal('place'),
    owner,
    pair: name,
    side,
    type: orderType,
    price: decimalText,
    amount: decimalText,
    total: decimalText,
  }),
  v.object({ kind: v.literal('cancel'), owner, id: count }),
]);

/** One that is no `traceparent` is dropped where a span begins. */
const traceparent = v.custom<string>((value) => typeof value === 'string' && value.length <= 64);

const commandsSchema = v.object({
  commands: v.object({
    pair: name,
    epoch: count,
    isHeld: v.boolean(),
    pauses: count,
    commands: v.array(v.object({ request, key: v.nullable(key), trace: v.exactOptional(traceparent) })),
  }),
});

const outcome = v.union([
  v.pipe(
    v.strictObject({ order: orderRow }),
    v.transform(({ order }): PairOutcome => ({ ok: true, order })),
  ),
  v.pipe(
    v.strictObject({ failure: failureSchema }),
    v.transform(({ failure }): PairOutcome => ({ ok: false, error: readFailure(failure) })),
  ),
]);

const answerSchema = v.object({ answer: v.object({ seq: count, outcomes: v.array(outcome) }) });

const state = {
  pair: name,
  epoch: count,
  seq: count,
  lastTicks: v.nullable(count),
  indicative: v.nullable(v.object({ priceTicks: count, lots: manyLots })),
  halted: v.nullable(v.string()),
};

const snapshotSchema = v.object({ snapshot: v.object({ ...state, orders: v.array(orderRow) }) });

const changeSchema = v.object({
  change: v.object({
    ...state,
    at: count,
    trades: v.array(tradeRow),
    orders: v.array(orderRow),
    balances: v.array(balanceRow),
  }),
});

const givenSchema = v.object({
  given: v.array(
    v.object({
      pair: v.object({ ...listedPair.entries, referencePrice: v.optional(v.nullable(decimal)) }),
      epoch: count,
    }),
  ),
});

/** Commands of a pair, on their way to the engine that runs it. A barred key takes its refusal along. */
export function encodeCommands({ pair, epoch, isHeld, pauses, commands }: PairCommands): Buffer {
  const sent: v.InferInput<typeof commandsSchema> = {
    commands: { pair, epoch, isHeld, pauses, commands: commands.map(sentCommand) },
  };
  return packFrame(sent);
}

/** @throws Error when it is no such message */
export function decodeCommands(bytes: Uint8Array): PairCommands {
  return received(commandsSchema, bytes).commands;
}

/** The outcomes of commands. A failure crosses as any other of the link: the detail of a broken invariant stays. */
export function encodeAnswer({ seq, outcomes }: PairAnswer): Buffer {
  const sent: v.InferInput<typeof answerSchema> = { answer: { seq, outcomes: outcomes.map(sentOutcome) } };
  return packFrame(sent);
}

/** @throws Error when it is no such message: what the commands came to is then not known */
export function decodeAnswer(bytes: Uint8Array): PairAnswer {
  return received(answerSchema, bytes).answer;
}

/** A whole pair: its bytes grow with its open orders, and may be more than one payload takes. */
export function encodeSnapshot(snapshot: PairSnapshot): Buffer {
  const sent: v.InferInput<typeof snapshotSchema> = {
    snapshot: { ...sentState(snapshot), orders: snapshot.orders.map(rowOfOrder) },
  };
  return packFrame(sent);
}

/** @throws Error when it is no such message */
export function decodeSnapshot(bytes: Uint8Array): PairSnapshot {
  return received(snapshotSchema, bytes).snapshot;
}

/** What one commit changed in a pair. */
export function encodeChange(change: PairChange): Buffer {
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
}

/** @throws Error when it is no such message */
export function decodeChange(bytes: Uint8Array): PairChange {
  return received(changeSchema, bytes).change;
}

/** Pairs that an engine is to run. */
export function encodeGiven(given: readonly GivenPair[]): Buffer {
  const sent: v.InferInput<typeof givenSchema> = { given: given.map(({ pair, epoch }) => ({ pair, epoch })) };
  return packFrame(sent);
}

/** @throws Error when it is no such message */
export function decodeGiven(bytes: Uint8Array): GivenPair[] {
  return received(givenSchema, bytes).given;
}

function sentState({ pair, epoch, seq, lastTicks, indicative, halted }: PairState) {
  const would = indicative === null ? null : { priceTicks: indicative.priceTicks, lots: String(indicative.lots) };
  return { pair, epoch, seq, lastTicks, indicative: would, halted };
}

function sentCommand({
  request: asked,
  key: under,
  trace,
}: PairCommand): v.InferInput<typeof commandsSchema>['commands']['commands'][number] {
  const sent = { request: sentRequest(asked), key: under === null ? null : sentKey(under) };
  return trace === undefined ? sent : { ...sent, trace };
}

function sentRequest(asked: SpotRequest): v.InferInput<typeof request> {
  return { ...asked, owner: String(asked.owner) };
}

function sentOutcome(one: PairOutcome): v.InferInput<typeof outcome> {
  return one.ok ? { order: rowOfOrder(one.order) } : { failure: packFailure(one.error) };
}
