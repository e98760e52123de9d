/**
 * Every amount that stands in a table and is neither a balance nor an entry of the ledger: what it must come to, and which part
 * of the audit (`audit-parts.ts`) compares it. A test reads the schema and fails for a numeric column that is not named here or in
 * `other-numbers.ts`; another one changes each by one unit.
 */

/** How soon one unit too much or too little is found. */
type FoundBy =
  /** While anything is owed by it: by the deep run, twice a minute. What ended is found within a round. */
  | 'deep'
  /** Within one round of the rotation, and by `operator -- audit`. */
  | 'round'
  /** The store itself refuses the change. */
  | 'store';

/** An amount with its invariant. */
interface AuditedAmount {
  /** Name of the `AuditPart`; of a constraint where the store refuses. */
  readonly part: string;
  readonly by: FoundBy;
  readonly rule: string;
}

type Columns = Readonly<Record<string, AuditedAmount>>;

const columns =
  (part: string, by: FoundBy) =>
  (rules: Readonly<Record<string, string>>): Columns =>
    Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, { part, by, rule }]));

const ofLoans: Readonly<Record<string, Columns>> = {
  loans: columns(
    'loans',
    'deep',
  )({
    amount: 'what the ledger paid out for it: principal, repaid principal and what was written off, together',
    principal: 'the loan amount minus repaid principal',
    interest: 'the rate of the hours less the interest that was paid, cut to whole units',
    interest_rest: 'what cutting left, in billionths',
    interest_paid: 'what was repaid less the principal that was',
    unit_hours: 'principal times its full hours, by the times of payout and payments',
    repaid: 'what events say was paid, and what the ledger received',
    written_off: 'what is left of principal and interest at the end; zero before',
    hourly_rate: 'all interest is this rate of the hours',
    locked: 'what is locked in the wallet of the collateral',
    pledged: 'locked, in slices, sold, taken over and released collateral together',
    watch_price: 'the highest price at which what is owed reaches the next level; of a running one',
    calm_price: 'the lowest price at which a standing warning is over; of a running one',
    sale_of: 'what is locked, and what the slices of this sale sold or hold',
  }),
  loan_sales: columns(
    'loans',
    'round',
  )({
    units: 'the amount of its order; while open, what the account that sells holds',
    sold: 'what its order was filled with',
    proceeds: 'what its order brought',
  }),
  loan_lent: columns('loans', 'deep')({ units: 'the principal of all loans of the coin that run' }),
  loan_events: columns(
    'loans',
    'deep',
  )({
    paid: 'all payments of a loan are what it says was repaid',
    amount: 'payouts, repayments, sales, releases and what was written off are those of the loan and its slices',
    owed: 'the amount and the interest of the hours until then, less what was paid; nothing once it ended',
  }),
};

const ofEarning: Readonly<Record<string, Columns>> = {
  fixed_holdings: columns(
    'fixed terms',
    'deep',
  )({
    principal: 'what is locked in the spot wallet while it runs; after it, what promise and interest follow from',
    promised: 'the interest to term, rounded up, and what the ledger set aside for it',
    interest: 'the share of its days, and what the ledger paid at its end',
    cost: 'the share of the interest that leaving early costs; else zero',
  }),
  fixed_products: columns(
    'fixed terms',
    'deep',
  )({
    held: 'the principal of all that run',
    promised: 'what all that run were promised',
  }),
  miners: {
    ...columns(
      'miners',
      'deep',
    )({
      price: 'that of the model, and what the ledger took',
      yield_per_power: 'that of the model',
      fuel_price: 'that of the model, and what each fill cost',
      power: 'that of the model',
      daily: 'power times yield, cut to whole units',
      promised: 'power times yield of all days, cut once',
    }),
    ...columns(
      'miners_aside_is_owed',
      'store',
    )({
      collected: 'what was promised, less what is still set aside',
      aside: 'what was promised, less what was collected; after the end less what cutting left',
    }),
  },
  miner_models: columns(
    'miners',
    'deep',
  )({
    price: 'that of every miner sold of it',
    yield_per_power: 'as above',
    fuel_price: 'as above',
    power: 'as above',
  }),
  miner_events: columns(
    'miners',
    'deep',
  )({ amount: 'what was bought, filled and collected is what the miner and the ledger say' }),
  sign_in_streaks: columns(
    'sign-in',
    'deep',
  )({
    reward: 'what the last day paid',
    promised: 'what the days ahead pay, and what is set aside for it',
  }),
  sign_in_pools: columns(
    'sign-in',
    'deep',
  )({
    used: 'what the ledger took of the cover for it',
    used_before: 'what is used of it, less what the ledger took since movements name it',
  }),
  sign_ins: columns(
    'sign-in',
    'round',
  )({ units: 'what the ledger paid somebody of a pool is what their days of it say' }),
  launch_commitments: columns(
    'launch',
    'deep',
  )({
    wanted: 'what is frozen for it, and what the project counts',
    allotted: 'what the project counts as allotted and handed out',
  }),
  launch_projects: columns(
    'launch',
    'deep',
  )({
    wanted: 'what all committed to',
    allotted: 'what all were allotted',
    paid: 'what was handed out, by its commitments and by the ledger',
    pieces: 'what the ledger set aside of the coin, in pieces',
    piece: 'as above',
    piece_cost: 'what the ledger took for each piece that was handed out, and froze for each that was committed to',
  }),
  team_balances: {
    ...columns('team', 'deep')({ credited: 'what each member brought, and what the list of rebates says' }),
    ...columns(
      'team_balances_add_up',
      'store',
    )({
      held: 'credited and owed less moved',
      owed: 'as above',
      moved: 'as above',
    }),
  },
  team_sums: {
    ...columns(
      'team',
      'deep',
    )({
      credited: 'what all members brought is what their inviter was credited',
      fees: 'those of all members are those of all weeks',
    }),
    ...columns('team', 'round')({ week_credited: 'the rebates of the periods of that week' }),
  },
  team_weeks: columns(
    'team',
    'deep',
  )({
    direct: 'all weeks together, less what was taken back, are what was credited',
    indirect: 'as above',
    reversed: 'as above',
    fees: 'those of all weeks are those of all members',
  }),
  team_rebates: columns(
    'team',
    'round',
  )({
    units: 'all rebates of somebody are what was credited, and each its share of a fee',
    fee: 'that of the period, as it was kept and shared',
  }),
  team_fees: {
    ...columns(
      'team_fees_add_up',
      'store',
    )({
      fee: 'what was paid less what was given back',
      paid: 'as above',
      returned: 'as above',
    }),
    ...columns(
      'team',
      'round',
    )({
      direct: 'the rebate of this generation; nothing before it was shared',
      indirect: 'as above',
    }),
  },
};

const ofTrades = columns(
  'spot',
  'deep',
)({
  price: 'its total divided by its amount, exactly',
  amount: 'all trades of an order, its buyer’s and its seller’s, are what was filled of it',
  total: 'price times amount, exactly; all of an order are what it came to',
  buyer_fee: 'all fees of an order are what it says it paid',
  seller_fee: 'as above',
});

const ofMarkets: Readonly<Record<string, Columns>> = {
  option_entries: columns(
    'options',
    'deep',
  )({
    stake: 'what is frozen while it is open, and its side of the pools',
    profit: 'its share of what the others lost, less the fee',
    fee: 'the share of the winnings that the house takes',
  }),
  option_rounds: columns(
    'options',
    'deep',
  )({
    up: 'the stakes on this side',
    down: 'as above',
    flat: 'as above',
  }),
  contract_orders: columns(
    'contracts',
    'deep',
  )({
    lots: 'what is left of an open one is margin and fee of its reserve; of a filled one, what was filled',
    filled_lots: 'what was opened of the position of its id',
    reserve: 'what is frozen for it',
  }),
  contract_positions: columns(
    'contracts',
    'deep',
  )({
    lots: 'opened less closed',
    cost: 'cost of what was opened less that of what was closed',
    margin: 'what is locked for it',
    opened_lots: 'open and closed lots',
    opened_cost: 'open and closed cost',
    realised: 'the profit of its closings',
    open_fee: 'with the other two fees, what the ledger took for it',
    close_fee: 'the fees of its closings',
    overnight_fee: 'with the other two fees, what the ledger took for it',
    open_fee_closed: 'the share of the opening fee that its closings bore',
    overnight_fee_closed: 'the share of the overnight fees that its closings bore',
    insurance: 'what its closings left to the fund or took from it',
  }),
  contract_closings: columns(
    'contracts',
    'deep',
  )({
    lots: 'all closings of a position are what it says was closed',
    cost: 'as above',
    price_ticks: 'its value less its cost is its profit',
    profit: 'as above',
    fee: 'as above',
    open_fee: 'as above',
    overnight_fee: 'as above',
    insurance: 'as above, and what the fund and the shortfall moved',
  }),
  contract_trades: columns(
    'contracts',
    'deep',
  )({
    price_ticks: 'what its fills cost is what a position says; a fill that closed has a closing of its price',
    lots: 'as above, in lots',
  }),
  contract_nets: columns(
    'contracts',
    'deep',
  )({
    lots: 'of each contract the long sides have as many lots as the short ones',
    cost: 'what the two sides of open positions still owe each other',
  }),
  spot_orders: columns(
    'spot',
    'deep',
  )({
    price: 'on the steps of its pair',
    amount: 'what is not filled of it is what is frozen; on the steps of its pair, and filled where it says so',
    filled: 'the amounts of its trades',
    filled_total: 'the totals of its trades',
    fee: 'the fees of its trades',
  }),
  trades: ofTrades,
  trades_rest: ofTrades,
  robots: columns(
    'robots',
    'deep',
  )({
    quote_held: 'what its account holds, less what its orders did since',
    base_held: 'as above',
    put_in: 'what it holds, at cost, less what it realized, and its fees; the first entry of its account',
    cost: 'as above; what its trades spent and did not realize',
    realized: 'as above',
    fees: 'as above; those of its trades and positions, and of its days',
    net: 'realized less all fees but those of what it holds; what its trades made',
    cost_fees: 'as above',
    charged_to: 'what was put in; after its end what it was worth, if that is more',
    service_fee: 'nothing while it runs; what it was worth at its end less what it returned',
    returned: 'what was put in and what its days made; what it was worth less the service fee',
    day_value: 'what was put in and what its days made before',
    day_fees: 'those of its days before',
  }),
  robot_coins: columns(
    'robots',
    'deep',
  )({
    held: 'what its account holds, less what its orders did since',
    cost: 'as that of the first coin: all coins of a basket together',
    cost_fees: 'as above',
  }),
  robot_days: columns(
    'robots',
    'deep',
  )({
    income: 'all days together are what the robot was worth at the end of the last one, less what was put in',
    fees: 'all days together are its fees until then',
  }),
  robot_trades: columns(
    'robots',
    'round',
  )({
    price: 'the total by the amount, truncated',
    amount: 'those of an order are what was filled of it',
    total: 'as above; all are what the coins of the robot cost, and what it realized',
    fee: 'all are the fees of the robot',
    net: 'all are what the robot made',
  }),
  robot_orders: columns(
    'robots',
    'deep',
  )({
    filled: 'what of its order in the book is accounted for: book and account of the robot differ by the rest',
    filled_total: 'as above',
    fee: 'as above',
    ticks: 'the price of its order in the book',
    lots: 'the amount of its order in the book',
    later_fee: 'what the account of a robot on a contract holds; nothing on spot markets',
    closed: 'what the first closings of its position come to; nothing on spot markets',
    realized: 'as above, and what the account holds',
  }),
};

/** Quotes say what prices they were made at: nothing of them can change by one unit. */
const quoteColumns = (table: string): Columns => ({
  ...columns(
    `${table}_priced`,
    'store',
  )({
    amount: 'at its price it is the gross at its own, and what was cut',
    gross: 'as above',
    given_price: 'as above',
    got_price: 'as above',
    rest: 'as above',
  }),
  ...columns(`${table}_fee`, 'store')({ fee: 'its share of the gross, rounded up' }),
});

const ofCustody: Readonly<Record<string, Columns>> = {
  deposits: columns(
    'deposits',
    'deep',
  )({
    units: 'what the ledger credited',
    owed: 'what of it was undone after it was spent: the shortfall',
    repaid: 'of one that is not free yet: what is locked of it is the rest',
  }),
  withdrawals: columns(
    'withdrawals',
    'deep',
  )({
    units: 'what is frozen for it, and what left or came back',
    fee: 'what its review names; of a confirmed one what the ledger took',
  }),
  instant_transfers: columns('instant transfers', 'round')({ amount: 'what left the one and came to the other' }),
  test_chain_payments: columns(
    'test chain',
    'round',
  )({
    units: 'what was signed for it, or credited',
    fee: 'what was signed for it; nothing of the faucet',
  }),
  conversion_quotes: quoteColumns('conversion_quotes'),
  small_quotes: quoteColumns('small_quotes'),
  merchants: columns('merchants', 'deep')({ units: 'what is locked in the fiat wallet' }),
  adverts: columns(
    'adverts',
    'deep',
  )({
    remaining: 'of one that sells: what is frozen for it',
    units: 'what is left and what was ordered',
  }),
  fiat_orders: {
    ...columns(
      'fiat orders',
      'deep',
    )({
      units: 'what its escrow holds until it ends',
      penalty: 'what the ledger gave of a deposit; nothing before an arbiter decided',
    }),
    ...columns(
      'fiat_orders_priced',
      'store',
    )({
      price: 'times the units it is the amount, and what was cut',
      amount: 'as above',
      rest: 'as above',
    }),
  },
};

/** By table and column. */
export const auditedAmounts: Readonly<Record<string, Columns>> = {
  ...ofLoans,
  ...ofEarning,
  ...ofMarkets,
  ...ofCustody,
};
