import * as v from 'valibot';
import { collateralWallets } from './maths/bounds.ts';
import { assetId, choice, decimal, entity, id, timestamp } from '../core/fields.ts';

export const collateralWallet = choice('The wallet in which collateral is locked.', collateralWallets);
export type CollateralWallet = v.InferOutput<typeof collateralWallet>;

export const loanState = choice(
  'Where a loan stands: `under-review`, `refused`, `running` (waits for repayment), `selling` (collateral is being sold), `repaid`, or `written-off`: the collateral did not cover it, and nothing is owed any more.',
  ['under-review', 'refused', 'running', 'selling', 'repaid', 'written-off'],
);
export type LoanState = v.InferOutput<typeof loanState>;

export const loanWarning = choice('The warning that stands.', ['none', 'first', 'second']);

export const loanLevels = entity('Loan-to-value, as shares, at which something happens.', {
  initial: v.pipe(decimal, v.description('The largest at application, and what a sale brings it back to.')),
  first: decimal,
  second: decimal,
  sale: v.pipe(decimal, v.description('Collateral is sold.')),
});
export type ShownLoanLevels = v.InferOutput<typeof loanLevels>;

export const loan = entity(
  'A loan of the user’s own. Amounts are exact: those owed in `asset`, the collateral in its own.',
  {
    id,
    state: loanState,
    asset: assetId,
    amount: v.pipe(decimal, v.description('What was asked for.')),
    principal: v.pipe(decimal, v.description('What of it is not repaid.')),
    interest: v.pipe(
      decimal,
      v.description('Interest up to the last full hour that is not paid; the first hour falls due at payout.'),
    ),
    owed: v.pipe(decimal, v.description('Principal and interest.')),
    repaid: v.pipe(decimal, v.description('Repaid so far, interest included.')),
    interestPaid: decimal,
    writtenOff: v.pipe(decimal, v.description('What the collateral did not cover, which the loans account bears.')),
    hourlyRate: v.pipe(decimal, v.description('As a share: `0.00001` is 0.0010 % an hour.')),
    hours: v.pipe(v.number(), v.description('How long it runs.')),
    collateral: v.object({
      asset: assetId,
      wallet: collateralWallet,
      amount: v.pipe(decimal, v.description('Locked now.')),
      pledged: v.pipe(decimal, v.description('Locked at application and topped up since.')),
    }),
    levels: loanLevels,
    price: v.pipe(
      v.nullable(decimal),
      v.description('Of one coin of collateral, of the index; null while it is not known.'),
    ),
    priceAt: v.pipe(timestamp, v.description('When the price was read.')),
    warning: loanWarning,
    warnedAt: v.nullable(timestamp),
    saleCause: v.pipe(
      v.nullable(v.picklist(['price', 'due'])),
      v.description('Why collateral was sold the last time: its price, or the due day.'),
    ),
    reason: v.pipe(v.nullable(v.string()), v.description('Why it was refused.')),
    contact: v.pipe(v.string(), v.description('Masked.')),
    document: v.pipe(v.string(), v.description('Masked.')),
    note: v.string(),
    appliedAt: timestamp,
    startedAt: v.nullable(timestamp),
    dueAt: v.nullable(timestamp),
    endedAt: v.nullable(timestamp),
  },
);
export type Loan = v.InferOutput<typeof loan>;

export const loanEventKind = choice(
  'What happened to a loan: paid out, repaid in part or whole, topped up, warned, a slice of collateral sold, collateral released, the rest taken over or written off.',
  ['paid-out', 'repaid', 'topped-up', 'warned', 'sold', 'released', 'taken-over', 'written-off'],
);
export type LoanEventKind = v.InferOutput<typeof loanEventKind>;

export const loanEvent = entity('One event of a loan.', {
  id,
  loan: id,
  kind: loanEventKind,
  asset: assetId,
  amount: decimal,
  paid: v.pipe(
    v.nullable(decimal),
    v.description('What of it repaid the loan, in what was lent; for a sale and a repayment.'),
  ),
  price: v.pipe(v.nullable(decimal), v.description('The average price of a sale, or the price of a warning.')),
  owed: v.pipe(decimal, v.description('Owed after it.')),
  order: v.pipe(v.nullable(id), v.description('The order in the spot book that sold it.')),
  at: timestamp,
});
export type LoanEvent = v.InferOutput<typeof loanEvent>;

export const loanTerm = entity('One length of time for which a coin is lent.', {
  hours: v.number(),
  isShort: v.pipe(v.boolean(), v.description('A short cycle of practice mode.')),
});

export const loanCollateralCoin = entity('A coin that is taken as collateral.', {
  asset: assetId,
  step: v.pipe(decimal, v.description('Collateral is a multiple of it.')),
  levels: loanLevels,
  price: v.pipe(v.nullable(decimal), v.description('Of one coin, of the index; null while it is not known.')),
});
export type LoanCollateralCoin = v.InferOutput<typeof loanCollateralCoin>;
