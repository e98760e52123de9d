import * as v from 'valibot';
import { defineCalls } from '../../call.ts';
import { collectionMethod } from '../../entities/fiat-account.ts';
import { bankNameMaxLength, collectionAccountMaxLength } from '../../fiat.ts';
import { done, fileId, id, nothing } from '../../fields.ts';
import { userNameMaxLength } from '../../limits.ts';
import { shownText } from '../../text/shown-text.ts';

const holder = v.pipe(
  shownText({ shape: 'line', least: 0, most: 2 * userNameMaxLength + 1 }),
  v.description('The holder of the account. It has to be the verified name, first or last name first.'),
);
const account = shownText({ shape: 'line', least: 0, most: collectionAccountMaxLength });
const qr = v.pipe(
  v.optional(v.nullable(fileId), null),
  v.description('File id of `POST api/upload/img` for the purpose `collection`.'),
);

/** Accounts that buyers pay into. */
export const methodCalls = defineCalls({
  'GET cnyPayList': {
    area: 'otc',
    access: 'user',
    money: false,
    purpose: 'Own collection methods, oldest first.',
    input: nothing,
    output: v.object({ list: v.array(collectionMethod) }),
    refuses: [],
  },
  'POST cnyPayAdd': {
    area: 'otc',
    access: 'user',
    money: false,
    purpose: 'Add a collection method. Only the other side of an order is ever shown it.',
    input: v.variant('method', [
      v.strictObject({ method: v.picklist(['alipay', 'wechat', 'paypal']), holder, account, qr }),
      v.strictObject({
        method: v.literal('bank'),
        holder,
        account,
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
      'receivingAccountExists',
      'bankCardExists',
      'uploadPhotos',
      'quantityOutOfRange',
    ],
  },
  'DELETE cnyPayDel': {
    area: 'otc',
    access: 'user',
    money: false,
    purpose: 'Remove a collection method that no listed advert offers. Orders keep the details they were taken with.',
    input: v.strictObject({ id }),
    output: done,
    refuses: ['unfinishedOrder'],
  },
});
