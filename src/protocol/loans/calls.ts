import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { collateralWallet, loan, loanCollateralCoin, loanEvent, loanState, loanTerm } from './entities.ts';
import { assetId, decimal, id, page, pageQuery, positiveDecimal, timestamp } from '../core/fields.ts';
import { loanContactMaxLength, loanContactMinLength, loanNoteMaxLength } from './maths/bounds.ts';
import { shownText } from '../core/text/shown-text.ts';
import { typedFieldMax } from '../core/text/typed-field.ts';

const lentIn = v.strictObject({ asset: v.optional(assetId, 'USDT') });

/** Loans against collateral (spec point 4). */
export const loanCalls = defineCalls({
  'GET loan/getMaxPeriod': {
    area: 'loan',
    access: 'user',
    money: false,
    purpose: 'How long a coin is lent, and at which rate.',
    input: lentIn,
    output: v.object({
      asset: assetId,
      hours: v.pipe(v.number(), v.description('The longest.')),
      terms: v.array(loanTerm),
      hourlyRate: v.pipe(decimal, v.description('As a share: `0.00001` is 0.0010 % an hour.')),
    }),
    refuses: [],
  },
  'GET loan/getMaxAmount': {
    area: 'loan',
    access: 'user',
    money: false,
    purpose: 'The largest amount one may borrow now, and the collateral that is taken.',
    input: lentIn,
    output: v.object({
      asset: assetId,
      least: decimal,
      most: v.pipe(
        decimal,
        v.description('The smaller of the limit that is left and what the loans account has free.'),
      ),
      limit: v.pipe(decimal, v.description('Of one person, with all their loans.')),
      held: v.pipe(decimal, v.description('What the loans account holds.')),
      free: v.pipe(decimal, v.description('What of it is free to be lent.')),
      collaterals: v.array(loanCollateralCoin),
      at: timestamp,
    }),
    refuses: [],
  },
  'GET loan/getAlreadyAmount': {
    area: 'loan',
    access: 'user',
    money: false,
    purpose: 'What one has borrowed already.',
    input: lentIn,
    output: v.object({
      asset: assetId,
      owed: v.pipe(decimal, v.description('Principal and interest of all running loans.')),
      principal: decimal,
      underReview: v.pipe(decimal, v.description('Asked for and not decided yet.')),
      loans: v.pipe(v.number(), v.description('Running loans.')),
    }),
    refuses: [],
  },
  'POST loan/add': {
    area: 'loan',
    access: 'user',
    money: true,
    moves: { dealing: 'loan', coins: 'of-product', stoppedWith: 'notYetOpen', opens: 'loan' },
    purpose: 'Applies for a loan: the collateral is locked and the amount set aside until the review.',
    input: v.strictObject({
      asset: v.optional(assetId, 'USDT'),
      amount: positiveDecimal,
      hours: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(8_784)),
      collateral: v.strictObject({ asset: assetId, wallet: collateralWallet, amount: positiveDecimal }),
      contact: shownText({ shape: 'line', least: loanContactMinLength, most: loanContactMaxLength }),
      document: shownText({ shape: 'line', least: 0, most: typedFieldMax }),
      note: v.optional(shownText({ shape: 'lines', least: 0, most: loanNoteMaxLength }), ''),
    }),
    output: v.object({ loan }),
    refuses: [
      'enterAmount',
      'enterDocumentNumber',
      'quantityOutOfRange',
      'unfinishedOrder',
      'prizePoolFull',
      'pairClosed',
      'insufficientWalletBalance',
      'withdrawalHold',
      'alreadyProcessed',
    ],
  },
  'GET loan/list': {
    area: 'loan',
    access: 'user',
    money: false,
    purpose: 'Own loans, newest first; those to repay, or one of them.',
    input: v.strictObject({ ...pageQuery, id: v.optional(id), state: v.optional(loanState) }),
    output: page(loan),
    refuses: [],
  },
  'POST coinLoan': {
    area: 'loan',
    access: 'user',
    money: true,
    moves: { dealing: 'loan', coins: 'of-product', stoppedWith: 'notYetOpen' },
    purpose: 'Repays a loan in part or whole from the spot wallet, or adds collateral from the wallet it is locked in.',
    input: v.variant('act', [
      v.strictObject({ act: v.literal('repay'), loan: id, amount: positiveDecimal }),
      v.strictObject({
        act: v.literal('repay-all'),
        loan: id,
        most: v.pipe(positiveDecimal, v.description('Refused when more is owed by now.')),
      }),
      v.strictObject({ act: v.literal('top-up'), loan: id, amount: positiveDecimal }),
    ]),
    output: v.object({ loan }),
    refuses: [
      'enterAmount',
      'orderFinished',
      'orderUpdated',
      'quantityOutOfRange',
      'insufficientWalletBalance',
      'withdrawalHold',
      'alreadyProcessed',
    ],
  },
  'GET coinLoanList': {
    area: 'loan',
    access: 'user',
    money: false,
    purpose:
      'What happened to own loans, newest first: repayments, top-ups, warnings and sales; of one loan or of all.',
    input: v.strictObject({ ...pageQuery, loan: v.optional(id) }),
    output: page(loanEvent),
    refuses: [],
  },
});
