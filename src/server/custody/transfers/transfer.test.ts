import { afterAll, beforeAll, expect, test } from 'vitest';
import { testTransfers, type TestTransfers } from './testing.ts';
import type { TransferRule } from './transfer.ts';

let transfers: TestTransfers;
const objections: TransferRule[] = [];

beforeAll(async () => {
  transfers = await testTransfers({
    transferRules: [(transfer, payer) => objections[0]?.(transfer, payer) ?? null],
  });
});
afterAll(() => transfers.close());

const transfer = (owner: bigint, amount: string, key?: string, to: 'option' | 'spot' = 'option') =>
  transfers.handlers['POST transfer']({ asset: 'USDT', from: 'spot', to, amount }, transfers.context(owner, key));

test('moves money between own wallets without a fee, and publishes both balances', async () => {
  const owner = await transfers.user();
  await transfers.fund(owner, 'USDT', '100');
  const heard: string[] = [];
  const stop = transfers.ledger.onChange((_, rows) => heard.push(...rows.map((row) => row.wallet)));
  const answer = await transfer(owner, '30.00000001');
  stop();
  expect(answer).toEqual({ asset: 'USDT', from: 'spot', to: 'option', amount: '30.00000001', at: transfers.now() });
  expect(heard.toSorted()).toEqual(['option', 'spot']);
  expect(await transfers.available(owner, 'USDT')).toBe(6_999_999_999n);
  expect(await transfers.available(owner, 'USDT', 'option')).toBe(3_000_000_001n);
  const page = await transfers.handlers['GET transferPage']({}, transfers.context(owner));
  expect(page.wallets).toHaveLength(7);
  expect(page.available).toEqual([
    { wallet: 'spot', asset: 'USDT', amount: '69.99999999' },
    { wallet: 'option', asset: 'USDT', amount: '30.00000001' },
  ]);
});

test('refuses identical wallets, unrepresentable amounts, insufficient balances, and unknown coins', async () => {
  const owner = await transfers.user();
  await transfers.fund(owner, 'USDT', '10');
  await expect(transfer(owner, '1', undefined, 'spot')).rejects.toMatchObject({ codeName: 'cannotNameSelf' });
  await expect(transfer(owner, '0.000000001')).rejects.toMatchObject({ codeName: 'enterAmount' });
  await expect(transfer(owner, '99999999999999')).rejects.toMatchObject({ codeName: 'enterAmount' });
  await expect(transfer(owner, '10.00000001')).rejects.toMatchObject({ codeName: 'insufficientWalletBalance' });
  const unknown = { asset: 'NONE', from: 'spot', to: 'gold', amount: '1' } as const;
  await expect(transfers.handlers['POST transfer'](unknown, transfers.context(owner))).rejects.toMatchObject({
    codeName: 'notFound',
  });
  expect(await transfers.available(owner, 'USDT')).toBe(1_000_000_000n);
});

test('an area can forbid transfers out of its wallet', async () => {
  const owner = await transfers.user();
  await transfers.fund(owner, 'USDT', '10');
  objections.push(({ units }) => (units > 500_000_000n ? 'contractHasPosition' : null));
  await expect(transfer(owner, '6')).rejects.toMatchObject({ code: 2028 });
  await transfer(owner, '5');
  objections.pop();
  expect(await transfers.available(owner, 'USDT')).toBe(500_000_000n);
});

test('one key transfers once, and carries one body', async () => {
  const owner = await transfers.user();
  await transfers.fund(owner, 'USDT', '100');
  const answers = await Promise.all(Array.from({ length: 16 }, () => transfer(owner, '7', 'one-key-00000000')));
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(await transfers.available(owner, 'USDT', 'option')).toBe(700_000_000n);
  await expect(transfer(owner, '8', 'one-key-00000000')).rejects.toMatchObject({ codeName: 'alreadyProcessed' });
});
