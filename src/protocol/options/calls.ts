import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { optionCoin, optionCycle, optionDirection, optionEntry, optionRound } from './entities.ts';
import { decimal, id, nothing, page, pageQuery, positiveDecimal } from '../core/fields.ts';
import { optionCycles } from '../core/limits.ts';

const cycleText = v.pipe(
  v.picklist(optionCycles.map(String)),
  v.transform(Number),
  optionCycle,
  v.description('A cycle in a query, which carries only texts.'),
);

const coinOfOption = v.object({
  coin: optionCoin,
  pair: v.pipe(v.string(), v.description('The pair whose index decides.')),
  cycles: v.array(optionCycle),
  priceDecimals: v.pipe(v.number(), v.description('Digits behind the point of its prices.')),
  open: v.pipe(v.boolean(), v.description('False while too few price sources are alive: no new entry is taken.')),
});

const terms = v.object({
  cycles: v.array(optionCycle),
  minimum: v.pipe(decimal, v.description('In USDT, of the option wallet.')),
  maximum: decimal,
  poolMaximum: v.pipe(decimal, v.description('The most one pool takes.')),
  feeRate: v.pipe(decimal, v.description('Part of the winnings, as in `0.03`.')),
  lockMs: v.pipe(v.number(), v.description('How long before the strike entries lock, in milliseconds.')),
  tickToleranceMs: v.pipe(
    v.number(),
    v.description('A deciding tick later than this voids the round and gives every stake back.'),
  ),
});

/** Calls of area `option`: seconds options. */
export const optionCalls = defineCalls({
  'GET option/seconds/list': {
    area: 'option',
    access: 'public',
    money: false,
    sharedSeconds: 1,
    purpose: 'Seconds-option contracts: each coin and cycle with its open and running rounds.',
    input: nothing,
    output: v.object({
      list: v.array(v.object({ coin: optionCoin, cycle: optionCycle, rounds: v.array(optionRound) })),
    }),
    refuses: [],
  },
  'GET contractOptionConfig': {
    area: 'option',
    access: 'public',
    money: false,
    purpose: 'Option limits, cycles, fee, and the times that decide.',
    input: nothing,
    output: terms,
    refuses: [],
  },
  'GET contractOption-history': {
    area: 'option',
    access: 'public',
    money: false,
    purpose: 'Ended rounds, newest first, each with what its result is recomputed from.',
    input: v.strictObject({ ...pageQuery, coin: v.optional(optionCoin), cycle: v.optional(cycleText) }),
    output: page(optionRound),
    refuses: [],
  },
  'GET contractOption-starting': {
    area: 'option',
    access: 'public',
    money: false,
    purpose: 'Rounds about to start.',
    input: v.strictObject({ coin: v.optional(optionCoin), cycle: v.optional(cycleText) }),
    output: v.object({ list: v.array(optionRound) }),
    refuses: [],
  },
  'GET contractOption-opening': {
    area: 'option',
    access: 'public',
    money: false,
    purpose: 'Rounds in progress or being settled.',
    input: v.strictObject({ coin: v.optional(optionCoin), cycle: v.optional(cycleText) }),
    output: v.object({ list: v.array(optionRound) }),
    refuses: [],
  },
  'GET contractOptionCoin-coin-list': {
    area: 'option',
    access: 'public',
    money: false,
    purpose: 'Coins with options.',
    input: nothing,
    output: v.object({ list: v.array(coinOfOption) }),
    refuses: [],
  },
  'GET contractOptionCoin-coin-info': {
    area: 'option',
    access: 'public',
    money: false,
    purpose: 'One option coin.',
    input: v.strictObject({ coin: optionCoin }),
    output: coinOfOption,
    refuses: ['notFound'],
  },
  'POST contractOptionOrder-add': {
    area: 'option',
    access: 'user',
    money: true,
    moves: { dealing: 'option', coins: 'settling', stoppedWith: 'optionMarketClosed', opens: 'option' },
    purpose: 'Predict up, down or flat in a round, once.',
    input: v.strictObject({ round: id, direction: optionDirection, stake: positiveDecimal }),
    output: v.object({ entry: optionEntry }),
    refuses: [
      'enterAmount',
      'quantityOutOfRange',
      'insufficientWalletBalance',
      'optionMarketClosed',
      'prizePoolFull',
      'alreadyJoinedPeriod',
      'roundNoLongerOpen',
      'alreadyProcessed',
    ],
  },
  'GET contractOptionOrder-current': {
    area: 'option',
    access: 'user',
    money: false,
    purpose: 'Own open predictions.',
    input: v.strictObject({ coin: v.optional(optionCoin) }),
    output: v.object({ list: v.array(optionEntry) }),
    refuses: [],
  },
  'GET contractOptionOrder-history': {
    area: 'option',
    access: 'user',
    money: false,
    purpose: 'Own settled predictions, newest first.',
    input: v.strictObject({ ...pageQuery, coin: v.optional(optionCoin) }),
    output: page(optionEntry),
    refuses: [],
  },
  'GET contractOptionOrder-detail': {
    area: 'option',
    access: 'user',
    money: false,
    purpose: 'One prediction of one’s own.',
    input: v.strictObject({ id }),
    output: v.object({ entry: optionEntry }),
    refuses: ['notFound'],
  },
});
