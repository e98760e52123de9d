import * as v from 'valibot';
import { accountKinds } from '../bank-accounts/forms.ts';
import { defineCalls } from '#protocol/core/call.ts';
import { collectionMethod } from '../entities/collection-methods.ts';
import { bankNameMaxLength, collectionAccountMaxLength } from '../currencies.ts';
import { done, fileId, id, nothing } from '#protocol/core/fields.ts';
import { shownText } from '#protocol/core/text/shown-text.ts';
import { typedField } from '#protocol/core/text/typed-field.ts';
import * as sample from '../examples/collection-methods.ts';

const holder = v.pipe(
  typedField('name'),
  v.description(
    'The holder of the account. It has to be the verified name, first or last name first, in any spelling.',
  ),
);
const account = shownText({ shape: 'line', least: 0, most: collectionAccountMaxLength });
const bankNumber = (what: string) => v.pipe(v.optional(v.nullable(typedField('digits')), null), v.description(what));
const qr = v.pipe(
  v.optional(v.nullable(fileId), null),
  v.description('File id of `POST api/upload/img` for the purpose `collection`.'),
);

/** Accounts that buyers pay into. */
export const methodCalls = defineCalls({
  'GET cnyPayList': {
    area: 'otc',
    tag: 'Collection methods',
    access: 'user',
    money: false,
    cost: 'read',
    purpose: 'Own collection methods, oldest first.',
    input: nothing,
    output: v.object({ list: v.array(collectionMethod) }),
    refuses: [],
    example: { input: {}, output: { list: [sample.method] } },
  },
  'POST cnyPayAdd': {
    area: 'otc',
    tag: 'Collection methods',
    access: 'user',
    money: false,
    cost: 'write',
    purpose: 'Add a collection method. Only the other side of an order is ever shown it.',
    input: v.variant('method', [
      v.strictObject({ method: v.picklist(['alipay', 'wechat', 'paypal']), holder, account, qr }),
      v.strictObject({
        method: v.literal('bank'),
        holder,
        region: v.pipe(
          v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)), 'CN'),
          v.description('Where the account is kept: decides which numbers it has. `EU` is wherever there are IBANs.'),
        ),
        account: v.pipe(
          typedField('digits'),
          v.description('The number of the account: its IBAN for `EU`, of a card for `CN`.'),
        ),
        bankCode: bankNumber(
          'Clearing code (`HK`), routing number (`US`), bank code (`JP`), sort code (`GB`), IFSC (`IN`), BSB (`AU`).',
        ),
        branchCode: bankNumber('The code of the branch (`JP`).'),
        kind: v.pipe(
          v.optional(v.nullable(v.picklist(accountKinds)), null),
          v.description('Which kind of account, where the payer has to say it (`US`, `JP`).'),
        ),
        bank: shownText({ shape: 'line', least: 0, most: bankNameMaxLength }),
        branch: v.optional(shownText({ shape: 'line', least: 0, most: bankNameMaxLength }), ''),
      }),
    ]),
    output: collectionMethod,
    refuses: [
      'realNameNeededForFiat',
      'enterName',
      'enterAccount',
      'enterAddress',
      'chooseArea',
      'receivingAccountExists',
      'bankCardExists',
      'uploadPhotos',
      'quantityOutOfRange',
    ],
    example: {
      input: {
        method: 'bank',
        holder: 'Mei Lin',
        region: 'CN',
        account: '4539 5787 6362 1486',
        bank: 'First Bank',
        branch: 'Harbour Road',
      },
      output: sample.method,
    },
  },
  'DELETE cnyPayDel': {
    area: 'otc',
    tag: 'Collection methods',
    access: 'user',
    money: false,
    cost: 'write',
    purpose: 'Remove a collection method that no listed advert offers. Orders keep the details they were taken with.',
    input: v.strictObject({ id }),
    output: done,
    refuses: ['unfinishedOrder'],
    example: { input: { id: '7' }, output: {} },
  },
});
