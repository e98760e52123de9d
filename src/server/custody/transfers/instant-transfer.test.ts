import { afterAll, beforeAll, expect, test } from 'vitest';
import { recipientLookupsPerHour } from '#protocol/core/limits.ts';
import type { CheckedInput } from '#protocol/calls.ts';
import { rightPassword, testTransfers, type TestTransfers } from './testing.ts';
import { maskId, maskNickname } from './recipient.ts';

let transfers: TestTransfers;
beforeAll(async () => {
  transfers = await testTransfers();
});
afterAll(() => transfers.close());

type To = CheckedInput<'POST freeTransferForWallet'>['to'];
const toId = (id: bigint): To => ({ by: 'id', id: id.toString() });
const name = (payer: bigint, to: To, address?: string) =>
  transfers.handlers['POST freeTransferForWallet']({ step: 'name', to }, transfers.context(payer, undefined, address));
const pay = (payer: bigint, to: To, amount: string, more: { key?: string; password?: string; remark?: string } = {}) =>
  transfers.handlers['POST freeTransferForWallet'](
    {
      step: 'pay',
      to,
      asset: 'USDT',
      amount,
      remark: more.remark ?? '',
      transactionPassword: more.password ?? rightPassword,
    },
    transfers.context(payer, more.key),
  );
const log = (owner: bigint, query: { cursor?: string; direction?: 'in' | 'out' } = {}) =>
  transfers.handlers['GET freeTransferForWalletLog']({ size: 2, ...query }, transfers.context(owner));

test('shows a masked name, pays without a fee, and notifies both', async () => {
  const payer = await transfers.user({ nickname: 'Linus' });
  const payee = await transfers.user({ nickname: 'Mei Lin', email: 'mei@example.com' });
  await transfers.fund(payer, 'USDT', '100');
  const byEmail: To = { by: 'email', email: ' MEI@example.com' };
  expect(await name(payer, byEmail)).toEqual({ name: 'Me•••in', id: maskId(payee.toString()), transfer: null });
  const heard: bigint[] = [];
  const stop = transfers.ledger.onChange((owner) => heard.push(owner));
  const { transfer } = await pay(payer, byEmail, '40.5', { remark: 'Lunch' });
  stop();
  expect(transfer).toMatchObject({ direction: 'out', counterparty: 'Me•••in', amount: '40.5', remark: 'Lunch' });
  expect(new Set(heard)).toEqual(new Set([payer, payee]));
  expect(transfers.published.at(-1)).toBe(payee);
  expect(await transfers.available(payer, 'USDT')).toBe(5_950_000_000n);
  expect(await transfers.available(payee, 'USDT')).toBe(4_050_000_000n);
  expect((await log(payer)).list).toEqual([transfer]);
  expect((await log(payee)).list).toEqual([
    { ...transfer, direction: 'in', counterparty: 'Li•••s', counterpartyId: maskId(payer.toString()) },
  ]);
});

test('a user without a nickname is shown as the payer knows them', async () => {
  const payer = await transfers.user();
  const payee = await transfers.user({ email: 'somebody@example.com' });
  expect((await name(payer, { by: 'email', email: 'somebody@example.com' })).name).toBe('so•••@example.com');
  expect(await name(payer, toId(payee))).toEqual({ name: `ID ${payee}`, id: `${payee}`, transfer: null });
});

test('shows half of a nickname, and of an id nobody entered its ends', () => {
  expect(['李雷', '👩‍👩‍👧abc', 'Linus', 'Mei Lin', 'a'.repeat(17) + 'xyz'].map(maskNickname)).toEqual([
    '李•••',
    '👩‍👩‍👧•••c',
    'Li•••s',
    'Me•••in',
    'aaa•••xyz',
  ]);
  expect(maskNickname(null)).toBeNull();
  expect(maskId('100042')).toBe('10••42');
});

test('the receipt has the id as the payer compared it, and the records of both have it masked', async () => {
  const payer = await transfers.user({ nickname: 'Linus' });
  const payee = await transfers.user({ nickname: 'Mei Lin', email: 'lin@example.com' });
  await transfers.fund(payer, 'USDT', '3');
  expect(await name(payer, toId(payee))).toMatchObject({ name: 'Me•••in', id: payee.toString() });
  const byId = await pay(payer, toId(payee), '1');
  expect(byId).toMatchObject({ id: payee.toString(), transfer: { counterpartyId: payee.toString() } });
  const byEmail = await pay(payer, { by: 'email', email: 'lin@example.com' }, '2');
  const masked = maskId(payee.toString());
  expect(byEmail).toMatchObject({ id: masked, transfer: { counterpartyId: masked } });
  expect((await log(payer)).list.map(({ counterpartyId }) => counterpartyId)).toEqual([masked, masked]);
  expect((await log(payee)).list.map(({ counterpartyId }) => counterpartyId)).toEqual(
    Array.from({ length: 2 }, () => maskId(payer.toString())),
  );
});

test('refuses oneself, strangers, the disabled and the house, all before any money moves', async () => {
  const payer = await transfers.user();
  const disabled = await transfers.user({ disabled: true });
  await transfers.fund(payer, 'USDT', '100');
  await expect(name(payer, toId(payer))).rejects.toMatchObject({ codeName: 'cannotNameSelf' });
  await expect(pay(payer, toId(payer), '1')).rejects.toMatchObject({ codeName: 'cannotNameSelf' });
  await expect(name(payer, toId(999_999_999n))).rejects.toMatchObject({ codeName: 'userNotFound' });
  await expect(name(payer, toId(4n))).rejects.toMatchObject({ codeName: 'userNotFound' });
  await expect(pay(payer, toId(disabled), '1')).rejects.toMatchObject({ codeName: 'userNotFound' });
  await expect(name(payer, { by: 'email', email: ' ' })).rejects.toMatchObject({ codeName: 'enterAccount' });
  await expect(name(payer, { by: 'email', email: 'nonsense' })).rejects.toMatchObject({ codeName: 'userNotFound' });
  expect(await transfers.available(payer, 'USDT')).toBe(10_000_000_000n);
});

test('asks for the transaction password, respects the hold, and takes no more than there is', async () => {
  const payer = await transfers.user();
  const payee = await transfers.user();
  await transfers.fund(payer, 'USDT', '100');
  await expect(pay(payer, toId(payee), '1', { password: '000001' })).rejects.toMatchObject({ code: 2002 });
  await expect(pay(payer, toId(payee), '100.00000001')).rejects.toMatchObject({
    codeName: 'insufficientWalletBalance',
  });
  await expect(pay(payer, toId(payee), '0.000000001')).rejects.toMatchObject({ codeName: 'enterAmount' });
  await transfers.database.pool.query('UPDATE users SET password_changed_at = $2 WHERE id = $1', [
    payer,
    transfers.now(),
  ]);
  await expect(pay(payer, toId(payee), '1')).rejects.toMatchObject({ code: 5022 });
  transfers.pass(24 * 3_600_000);
  await pay(payer, toId(payee), '100');
  expect(await transfers.available(payee, 'USDT')).toBe(10_000_000_000n);
});

test('one key pays once under concurrent requests', async () => {
  const payer = await transfers.user();
  const payee = await transfers.user();
  await transfers.fund(payer, 'USDT', '100');
  const key = 'instant-key-00001';
  const answers = await Promise.all(Array.from({ length: 64 }, () => pay(payer, toId(payee), '10', { key })));
  expect(new Set(answers.map(({ transfer }) => transfer?.id)).size).toBe(1);
  expect(await transfers.available(payee, 'USDT')).toBe(1_000_000_000n);
  await expect(pay(payer, toId(payee), '11', { key })).rejects.toMatchObject({ codeName: 'alreadyProcessed' });
});

test('accounts cannot be enumerated: look-ups of different users are limited, repeats are free', async () => {
  const payer = await transfers.user();
  const payee = await transfers.user();
  const address = '198.51.100.7';
  for (let again = 0; again < 5; again += 1) await name(payer, toId(payee), address);
  const strangers = Array.from({ length: recipientLookupsPerHour + 20 }, (_, index) => toId(900_000n + BigInt(index)));
  const looks = await Promise.allSettled(strangers.map((to) => name(payer, to, address)));
  const codes = looks.map((look) => (look.status === 'rejected' ? (look.reason as { codeName: string }).codeName : ''));
  expect(codes.filter((code) => code === 'userNotFound')).toHaveLength(recipientLookupsPerHour - 1);
  expect(codes.filter((code) => code === 'verificationTooOften')).toHaveLength(21);
  const { name: again } = await name(payer, toId(payee), address);
  expect(again).toMatch(/^ID/);
  await transfers.fund(payer, 'USDT', '5');
  await pay(payer, toId(payee), '5');
  await expect(pay(payer, toId(899_000n), '1')).rejects.toMatchObject({ codeName: 'verificationTooOften' });
  transfers.pass(3_600_001);
  await expect(name(payer, toId(899_000n), address)).rejects.toMatchObject({ codeName: 'userNotFound' });
});

test('an address may look up no more users than a handful of households', async () => {
  const address = '198.51.100.8';
  let allowed = 0;
  for (let user = 0; user < 7; user += 1) {
    const payer = await transfers.user();
    const strangers = Array.from({ length: recipientLookupsPerHour }, (_, index) => toId(800_000n + BigInt(index)));
    const looks = await Promise.allSettled(strangers.map((to) => name(payer, to, address)));
    allowed += looks.filter(
      (look) => look.status === 'rejected' && (look.reason as { codeName: string }).codeName === 'userNotFound',
    ).length;
  }
  expect(allowed).toBe(recipientLookupsPerHour * 6);
});

test('records page newest first, in both directions or in one', async () => {
  const [one, two] = [await transfers.user(), await transfers.user()];
  await transfers.fund(one, 'USDT', '10');
  for (const amount of ['1', '2', '3']) await pay(one, toId(two), amount);
  await pay(two, toId(one), '4');
  const first = await log(one);
  expect(first.list.map(({ direction, amount }) => `${direction} ${amount}`)).toEqual(['in 4', 'out 3']);
  const second = await log(one, { cursor: first.next ?? '' });
  expect(second.list.map(({ amount }) => amount)).toEqual(['2', '1']);
  expect(second.next).toBeNull();
  expect((await log(one, { direction: 'in' })).list.map(({ amount }) => amount)).toEqual(['4']);
  expect((await log(two, { direction: 'out' })).list.map(({ amount }) => amount)).toEqual(['4']);
  await expect(log(one, { cursor: 'x' })).rejects.toMatchObject({ codeName: 'operationFailed' });
});
