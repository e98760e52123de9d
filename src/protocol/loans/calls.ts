import * as v from 'valibot';
import { defineCalls } from '../core/call.ts';
import { collateralWallet, loan, loanCollateralCoin, loanEvent, loanState, loanTerm } from './entities.ts';
import { assetId, decimal, id, page, pageQuery, positiveDecimal, timestamp } from '../core/fields.ts';
import { loanContactMaxLength, loanContactMinLength, loanNoteMaxLength } from './maths/bounds.ts';
import { shownText } from '../core/text/shown-text.ts';
import { typedFieldMax } from '../core/text/typed-field.ts';
import * as sample from './examples.ts';

const lentIn = v.strictObject({ asset: v.optional(assetId, 'USDT') });

/** Loans against collateral (spec point 4). */
export const loanCalls = defineCalls({
  'GET loan/getMaxPeriod': {
    area: 'loan',
    tag: 'Loans',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'How long a coin is lent, and at which rate.',
    input: lentIn,
    output: v.object({
      asset: assetId,
      hours: v.pipe(v.number(), v.description('The longest.')),
      terms: v.array(loanTerm),
      hourlyRate: v.pipe(decimal, v.description('As a share: `0.00001` is 0.0010 % an hour.')),
    }),
    refuses: [],
    example: {
      input: {},
      output: {
        asset: 'USDT',
        hours: 2160,
        terms: [
          { hours: 168, isShort: false },
          { hours: 720, isShort: false },
          { hours: 2160, isShort: false },
        ],
        hourlyRate: '0.00001',
      },
    },
  },
  'GET loan/getMaxAmount': {
    area: 'loan',
    tag: 'Loans',
    access: 'user',
    money: false,
    cost: 'wide-read',
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
    example: {
      input: {},
      output: {
        asset: 'USDT',
        least: '100',
        most: '50000',
        limit: '50000',
        held: '1000000',
        free: '587400',
        collaterals: [{ asset: 'BTC', step: '0.00001', levels: sample.levels, price: '67482.5' }],
        at: 1795359130263,
      },
    },
  },
  'GET loan/getAlreadyAmount': {
    area: 'loan',
    tag: 'Loans',
    access: 'user',
    money: false,
    cost: 'read',
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
    example: {
      input: {},
      output: { asset: 'USDT', owed: '8391.3', principal: '8391.3', underReview: '0', loans: 1 },
    },
  },
  'POST loan/add': {
    area: 'loan',
    tag: 'Loans',
    access: 'user',
    money: true,
    moves: { dealing: 'loans', coins: 'of-product', stoppedWith: 'notYetOpen', opens: 'loans' },
    cost: 'write',
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
    example: {
      input: {
        asset: 'USDT',
        amount: '10000',
        hours: 720,
        collateral: { asset: 'BTC', wallet: 'spot', amount: '0.3' },
        contact: 'mei@example.com',
        document: 'E12345690',
        note: '',
      },
      output: { loan: sample.asked },
    },
  },
  'GET loan/list': {
    area: 'loan',
    tag: 'Loans',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'Own loans, newest first; those to repay, or one of them.',
    input: v.strictObject({ ...pageQuery, id: v.optional(id), state: v.optional(loanState) }),
    output: page(loan),
    refuses: [],
    example: { input: { state: 'running' }, output: { list: [sample.running], next: null } },
  },
  'POST coinLoan': {
    area: 'loan',
    tag: 'Loans',
    access: 'user',
    money: true,
    moves: { dealing: 'loans', coins: 'of-product', stoppedWith: 'notYetOpen' },
    cost: 'write',
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
    example: {
      input: { act: 'repay', loan: '41', amount: '1642.2' },
      output: { loan: sample.running },
    },
  },
  'GET coinLoanList': {
    area: 'loan',
    tag: 'Loans',
    access: 'user',
    money: false,
    cost: 'read',
    purpose:
      'What happened to own loans, newest first: repayments, top-ups, warnings and sales; of one loan or of all.',
    input: v.strictObject({ ...pageQuery, loan: v.optional(id) }),
    output: page(loanEvent),
    refuses: [],
    example: {
      input: { loan: '41' },
      output: {
        list: [
          {
            id: '7',
            loan: '41',
            kind: 'repaid',
            asset: 'USDT',
            amount: '1642.2',
            paid: '1642.2',
            price: null,
            owed: '8391.3',
            order: null,
            at: 1796565134263,
          },
        ],
        next: null,
      },
    },
  },
});
