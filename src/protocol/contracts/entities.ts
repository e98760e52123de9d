import * as v from 'valibot';
import { assetId, choice, decimal, entity, id, pairId, timestamp } from '../core/fields.ts';

export const contractId = v.pipe(
  v.string(),
  v.regex(/^[A-Z0-9]{4,12}$/),
  v.description('A contract by its id, as in `BTCPERP`.'),
);

export const contractSide = v.picklist(['long', 'short']);
export type ContractSide = v.InferOutput<typeof contractSide>;

export const listedContract = entity(
  'A listed contract: what it follows, its steps, limits, margin tiers and fees. Rates are shares: 0.005 is 0.5 %.',
  {
    id: contractId,
    name: v.pipe(
      v.string(),
      v.description('As users call it: `BTC/USDT`, `XAU/USDT Mini`. The same in every language.'),
    ),
    pair: v.pipe(
      pairId,
      v.description(
        'What it follows: a spot pair (`BTCUSDT`) or an index (`XAUUSDT`, in `indices` of `common/symbolsList`). The contract has K-lines and a ticker of its own trades too: `common/kline` with its id as `pair`, topics `kline:` and `ticker:`.',
      ),
    ),
    base: assetId,
    wallet: v.picklist(['contract', 'gold']),
    tickSize: decimal,
    priceDecimals: v.number(),
    lotSize: v.pipe(decimal, v.description('How much of the base one lot is.')),
    minLots: v.number(),
    maxLots: v.number(),
    leverages: v.array(v.number()),
    tiers: v.array(
      v.object({
        costMost: v.pipe(
          v.nullable(decimal),
          v.description(
            'The most that one user’s positions and resting orders of this tier may cost together on one side of the contract, in USDT; null for the last one.',
          ),
        ),
        maintenanceRate: decimal,
        leverageMost: v.number(),
      }),
    ),
    openFeeRate: decimal,
    closeFeeRate: decimal,
    overnightFeeRate: v.pipe(
      decimal,
      v.description('Of the cost of a position, at 00:00 UTC; not taken when no session is open then.'),
    ),
    premiumBound: v.pipe(
      decimal,
      v.description(
        'How far the mark price may be from the index; it is the index with the smoothed premium of trades and depth.',
      ),
    ),
    hours: v.pipe(
      v.nullable(v.array(v.tuple([v.number(), v.number()]))),
      v.description('When it trades, in minutes since Sunday 00:00 UTC, `[opens, closes)`; null when it always does.'),
    ),
  },
);
export type ListedContract = v.InferOutput<typeof listedContract>;

export const contractState = choice(
  '`reduce-only` while too few price sources are alive: positions can be closed and nothing is liquidated. `closed` between two sessions or after a fault: nothing happens but cancelling, and prices are the last ones.',
  ['open', 'reduce-only', 'closed'],
);

const level = v.tuple([decimal, v.number()]);

export const contractView = entity(
  'What everybody sees of a contract: the prices that decide, and the book in price and lots.',
  {
    contract: contractId,
    state: contractState,
    mark: v.pipe(v.nullable(decimal), v.description('Null while too few price sources are alive.')),
    index: v.nullable(decimal),
    last: v.nullable(decimal),
    bids: v.array(level),
    asks: v.array(level),
    openLots: v.number(),
    session: v.pipe(
      v.nullable(v.object({ open: v.boolean(), changesAt: timestamp })),
      v.description('The session of trading and when it changes next; null for a contract that always trades.'),
    ),
    at: timestamp,
  },
);
export type ContractView = v.InferOutput<typeof contractView>;

export const contractOrder = entity('An own order.', {
  id,
  contract: contractId,
  side: contractSide,
  type: v.picklist(['limit', 'market']),
  price: v.nullable(decimal),
  lots: v.number(),
  filledLots: v.number(),
  leverage: v.number(),
  takeProfit: decimal,
  stopLoss: decimal,
  reserve: v.pipe(decimal, v.description('Frozen behind the lots that rest.')),
  status: v.picklist(['open', 'filled', 'cancelled']),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type ContractOrder = v.InferOutput<typeof contractOrder>;

export const contractPosition = entity('An own position; with no lots left it is closed. Amounts in USDT.', {
  id,
  contract: contractId,
  side: contractSide,
  leverage: v.number(),
  lots: v.number(),
  openedLots: v.number(),
  cost: v.pipe(
    decimal,
    v.description('What the open lots cost, exactly, and per unit of the base, truncated to a tick.'),
  ),
  openPrice: decimal,
  margin: decimal,
  maintenanceRate: v.pipe(
    decimal,
    v.description(
      'Of its value, what must be left of its margin: by the tier of all that the owner holds on its side of the contract.',
    ),
  ),
  takeProfit: v.nullable(decimal),
  stopLoss: v.nullable(decimal),
  liquidationPrice: v.pipe(
    v.nullable(decimal),
    v.description('The mark price that closes it by force; null when none does.'),
  ),
  openFee: decimal,
  closeFee: decimal,
  overnightFee: decimal,
  openFeeClosed: v.pipe(decimal, v.description('The part of `openFee` that closed lots bore.')),
  overnightFeeClosed: v.pipe(decimal, v.description('The part of `overnightFee` that closed lots bore.')),
  insurance: v.pipe(
    decimal,
    v.description('What liquidations of it left to the insurance fund (above zero) or took from it.'),
  ),
  realised: v.pipe(decimal, v.description('Profit of what was closed, before fees.')),
  openedAt: timestamp,
  updatedAt: timestamp,
});
export type ContractPosition = v.InferOutput<typeof contractPosition>;

export const contractClosing = entity('Lots of a position that were closed at one price.', {
  id,
  position: id,
  contract: contractId,
  side: contractSide,
  lots: v.number(),
  openPrice: decimal,
  closePrice: decimal,
  profit: v.pipe(decimal, v.description('Of the price alone, before fees.')),
  fee: v.pipe(decimal, v.description('Of this closing.')),
  openFee: v.pipe(decimal, v.description('What the lots bore of the opening fee of their position.')),
  overnightFee: v.pipe(decimal, v.description('What the lots bore of its overnight fees.')),
  insurance: v.pipe(
    decimal,
    v.description('What a liquidation left to the insurance fund (above zero) or took from it.'),
  ),
  net: v.pipe(decimal, v.description('Profit after all of these: what the lots changed in the wallet.')),
  reason: v.picklist(['manual', 'forced', 'stop-loss', 'take-profit', 'deleveraged']),
  at: timestamp,
});
export type ContractClosing = v.InferOutput<typeof contractClosing>;
