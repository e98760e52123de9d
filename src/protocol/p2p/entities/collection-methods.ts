import * as v from 'valibot';
import { accountKinds } from '../bank-accounts/forms.ts';
import { choice, decimal, entity, fileId, id, timestamp } from '#protocol/core/fields.ts';
import { paymentMethods } from '../currencies.ts';

export const paymentMethod = choice('A way to pay.', paymentMethods);

/** What somebody needs to pay into an account. */
const payeeFields = {
  method: paymentMethod,
  holder: v.pipe(v.string(), v.description('The holder’s name, which is the verified name of its owner.')),
  account: v.pipe(v.string(), v.description('The account: a phone number, an email, a number of a bank.')),
  bank: v.pipe(v.nullable(v.string()), v.description('The bank, for bank accounts; else null.')),
  branch: v.pipe(v.nullable(v.string()), v.description('Its branch, where one was given; else null.')),
  region: v.pipe(
    v.nullable(v.string()),
    v.description(
      'Where a bank account is kept, as ISO 3166 alpha-2, and `EU` for an IBAN; null for other accounts, and for cards from before there were regions.',
    ),
  ),
  bankCode: v.pipe(
    v.nullable(v.string()),
    v.description('The code of the bank, where accounts of the region have one: see `POST cnyPayAdd`; else null.'),
  ),
  branchCode: v.pipe(v.nullable(v.string()), v.description('The code of the branch, likewise; else null.')),
  kind: v.pipe(v.nullable(v.picklist(accountKinds)), v.description('The kind of account, likewise; else null.')),
  qr: v.pipe(v.nullable(fileId), v.description('The picture of its QR code, where one was given; else null.')),
};

export const payee = v.pipe(
  v.object(payeeFields),
  v.description('Where the buyer pays to: frozen into the order, and shown to its two sides alone.'),
);
export type Payee = v.InferOutput<typeof payee>;

export const collectionMethod = v.pipe(
  v.object({ id, ...payeeFields, createdAt: timestamp }),
  v.description('An account of the user that buyers pay into. Its account is masked but for its last characters.'),
);
export type CollectionMethod = v.InferOutput<typeof collectionMethod>;

export const merchantDepositState = choice(
  'The merchant deposit: `not-paid`, `processing` (paid and under review), `paid`, `refund-review` (asked back), `refunded`.',
  ['not-paid', 'processing', 'paid', 'refund-review', 'refunded'],
);
export type MerchantDepositState = v.InferOutput<typeof merchantDepositState>;

export const merchantDeposit = entity('The deposit that secures a merchant’s trades, as its owner sees it.', {
  state: merchantDepositState,
  asset: v.string(),
  required: v.pipe(decimal, v.description('What a merchant deposits.')),
  held: v.pipe(decimal, v.description('What is held now: penalties lower it.')),
  missing: v.pipe(decimal, v.description('What has to be topped up before adverts are published again.')),
  available: v.pipe(decimal, v.description('Available in the fiat wallet, which pays it.')),
  reason: v.pipe(v.nullable(v.string()), v.description('The reviewer’s reason for the last refusal, or null.')),
  updatedAt: v.nullable(timestamp),
});
export type MerchantDeposit = v.InferOutput<typeof merchantDeposit>;

export const merchantFigures = entity('A user’s P2P orders of the last 30 days in figures.', {
  finished: v.pipe(v.number(), v.description('Orders that were completed.')),
  completion: v.pipe(
    v.nullable(decimal),
    v.description('Share of orders that ended completed, in per cent with 2 places; null without any.'),
  ),
  releaseMs: v.pipe(v.nullable(v.number()), v.description('Average time from payment to release, as the seller.')),
  payMs: v.pipe(v.nullable(v.number()), v.description('Average time from order to payment, as the buyer.')),
  appealsLost: v.number(),
  rated: v.pipe(v.number(), v.description('Completed orders that their takers rated.')),
  positive: v.pipe(
    v.nullable(decimal),
    v.description('Share of the ratings that are positive, in per cent with 2 places; null without any.'),
  ),
});
export type MerchantFigures = v.InferOutput<typeof merchantFigures>;
