import type { CallName } from '#protocol/calls.ts';
import type { Row } from './role-matrix-row.ts';
import { type RoleWorld } from './role-matrix-world.ts';

/**
 * Fields of an example that only this world can fill: ids of what was made for its owner, prices of the moment, tickets
 * and passwords. They come from the row of the role matrix that is named, else from its first.
 */
const madeFields: Partial<Readonly<Record<CallName, { readonly row?: string; readonly fields: readonly string[] }>>> = {
  'POST login': { row: 'with the right password', fields: ['account', 'password'] },
  'POST logout': { fields: ['session'] },
  'POST pwd': { fields: ['proof'] },
  'PUT pwd': { fields: ['proof'] },
  'POST bindAccount': { row: 'an address', fields: ['address', 'transactionPassword'] },
  'POST verify': { fields: ['front', 'back', 'held'] },
  'POST recharge': { row: 'by a voucher', fields: ['voucher'] },
  'POST withdrawCoin': { fields: ['address', 'transactionPassword', 'ticket'] },
  'POST withdrawCoinApp': { fields: ['address', 'transactionPassword'] },
  'POST convert': { fields: ['quote'] },
  'POST freeTransferForWallet': { fields: ['to', 'transactionPassword'] },
  'POST cancelCurrency': { fields: ['id'] },
  'POST contract': { fields: ['price', 'takeProfit', 'stopLoss'] },
  'POST cancelContract': { fields: ['id'] },
  'POST outContract': { fields: ['id'] },
  'POST contractPl': { fields: ['id', 'takeProfit', 'stopLoss'] },
  'POST contractOptionOrder-add': { fields: ['round'] },
  'GET contractOptionOrder-detail': { fields: ['id'] },
  'PUT notice/readAll': { fields: ['through'] },
  'GET notice/info/{id}': { fields: ['id'] },
  'POST worker/order/reply/add': { fields: ['order'] },
  'POST cnyPayAdd': { fields: ['account'] },
  'POST startUpMiningOrder': { fields: ['miner'] },
  'POST pickMiningOrder': { fields: ['miner'] },
  'POST addCoinApply': { fields: ['documents'] },
  'PUT addCoinApply': { fields: ['id'] },
  'GET miningOrderDetail': { fields: ['id'] },
  'POST myearnings': { fields: ['amount'] },
  'GET common/teManagementAllotment': { fields: ['project'] },
  'POST deposit': { fields: [] },
  'POST makeUpDeposit': { fields: [] },
  'POST backDeposit': { fields: [] },
  'POST finPeriodicOrderAdd': { fields: ['product', 'version', 'amount'] },
  'PUT finPeriodicMyOrderList': { fields: ['id'] },
  'DELETE finPeriodicMyOrderList': { fields: ['id'] },
  'POST teManagementOrderAdd': { fields: ['project', 'amount'] },
  'POST loan/add': { fields: ['amount', 'hours', 'collateral'] },
  'POST coinLoan': { fields: ['loan', 'amount'] },
  'POST quant/create': { fields: ['amount', 'parameters', 'bounds'] },
  'PUT quant/create': { fields: ['id', 'parameters', 'bounds'] },
  'POST quant/startIncome': { fields: ['id'] },
  'POST quant/redeem': { fields: ['id', 'coins'] },
  'GET quant/order/detail': { fields: ['id'] },
  'GET quant/order/trades': { fields: ['id'] },
  'POST quant/returnAssets': { fields: ['amount'] },
  'POST otcBuy': { fields: [] },
  'POST otcSell': { fields: ['methods'] },
  'GET otcBillList': { fields: [] },
  'PUT otcBillList': { fields: ['id'] },
  'PUT otcOrderList': { fields: ['id'] },
  'PUT legalMgrPage': { fields: [] },
  'POST cancelOrder': { fields: ['id'] },
  'POST tradeBuy': { fields: ['advert', 'price', 'amount', 'in', 'method'] },
  'POST tradeSell': { fields: ['advert', 'price', 'amount', 'in', 'method'] },
  'GET tradeBuyWaitPage': { fields: ['id'] },
  'POST tradePaid': { fields: ['id'] },
  'GET tradeCancelPre': { fields: ['id'] },
  'POST tradeCancel': { fields: ['id'] },
  'POST otcFinish': { fields: ['id', 'transactionPassword'] },
  'POST tradeAppeal': { fields: ['id'] },
  'POST uploadBuyProof': { fields: ['order'] },
  'DELETE cnyPayDel': { fields: ['id'] },
  'GET getChatList': { row: 'messages of a group', fields: ['group'] },
};

/** Fields made out of codes that were sent, which no row of the matrix has. */
const sentFields: Partial<Readonly<Record<CallName, (world: RoleWorld) => Promise<object>>>> = {
  'POST register': async (world) => ({ code: await world.sentCode('mei@example.com', 'register', 'visitor') }),
  'POST checkSmsCode': async (world) => {
    const { email } = world.user('owner');
    const code = await world.sentCode(email, 'reset-password', 'visitor');
    return { account: { by: 'email', email }, code };
  },
  // Of a user no other example needs, because it ends every session.
  'POST forgetPwd': async (world) => {
    const { email } = world.user('merchant');
    const code = await world.sentCode(email, 'reset-password', 'visitor');
    const checked = { account: { by: 'email', email }, purpose: 'reset-password', code };
    return { ticket: (await world.done('POST checkSmsCode', checked, 'visitor'))['ticket'] };
  },
};

/**
 * The input of an example as it can be sent: the same fields, some of them with values of this world.
 *
 * @throws Error when a field that is filled in is none of the example's
 */
export async function filledIn(
  world: RoleWorld,
  rows: Readonly<Record<CallName, readonly Row[]>>,
  name: CallName,
  input: object,
): Promise<object> {
  const made = madeFields[name];
  const values = made === undefined ? await sentFields[name]?.(world) : await rowInput(world, rows[name], made.row);
  if (values === undefined) return input;
  const fields = made?.fields ?? Object.keys(values);
  const unknown = fields.filter((field) => !(field in input));
  if (unknown.length > 0) throw new Error(`The example of ${name} has no ${unknown.join(', ')}`);
  const filled = fields.map((field) => [field, (values as Readonly<Record<string, unknown>>)[field]]);
  return { ...input, ...Object.fromEntries(filled) };
}

/** A body that the owner may send, of a row of the role matrix. */
async function rowInput(world: RoleWorld, rows: readonly Row[], what: string | undefined): Promise<object> {
  const row = rows.find((one) => what === undefined || one.what === what);
  if (row === undefined) throw new Error(`No row ${what}`);
  if ('make' in row) return row.of(await row.make(), 'owner');
  return (await row.body?.(world.user('owner'), 'owner')) ?? {};
}
