import { decodeQR } from 'qr/decode.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { QueryClient } from '@tanstack/react-query';
import { wipeDevice } from '#app/platform/storage/wipe.ts';
import { signIn } from '#app/platform/session/sign-in.ts';
import { type Answer, renderScreen } from '../account/testing-screens.tsx';
import { ethereum as chain } from '../withdrawals/testing-chain.ts';
import { DepositScreen } from './deposit-screen.tsx';
import { takeRecords } from './records/live-records.ts';

const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const at = Date.now();

const test1 = { ...chain, chain: 'TEST', name: 'Test chain', practice: true };
const tron = { ...chain, chain: 'TRON', name: 'TRON (TRC-20)', watched: false, withdrawOpen: false };

const deposit = {
  id: '1',
  asset: 'USDT',
  chain: 'ETH',
  amount: '25',
  state: 'seen',
  hash: '0x9fc7',
  address,
  confirmations: 0,
  creditConfirmations: 1,
  freeConfirmations: 2,
  reason: null,
  at,
  updatedAt: at,
};

const config: Answer = {
  data: { pcUrl: null, mode: 'practice', features: ['deposits'], now: at },
};

function answers(list: readonly unknown[]) {
  return {
    'GET web/config': config,
    'GET common/symbolsList': { data: { list: [], assets: [{ id: 'USDT', name: 'Tether', decimals: 2 }] } },
    'GET platformAddress': {
      data: { chains: [chain, test1, tron], address: { asset: 'USDT', chain: 'ETH', address } },
    },
    'GET recharge/list': { data: { list, next: null } },
  } satisfies Parameters<typeof renderScreen>[2];
}

const path = '/pages/assets/charge';
const shown =
  (chainId: string | null = null) =>
  () => <DepositScreen asset="USDT" chain={chainId} />;

let account = 200_000;

beforeEach(async () => {
  await wipeDevice(new QueryClient());
  account += 1;
  signIn('token', String(account));
});

afterEach(() => vi.unstubAllGlobals());

describe('Deposit', () => {
  test('shows the own address as a code that reads back, in letters, and copies it', async () => {
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await renderScreen(path, shown(), answers([]));
    const code = page.getByRole('img', { name: 'QR code of your address' });
    await expect.element(code).toBeVisible();
    expect(await readBack(code.element())).toBe(address);
    await expect
      .element(page.getByText(/Other coins or networks are lost. Amounts below 1 USDT are not credited/))
      .toBeVisible();
    await page.getByRole('button', { name: 'Copy address' }).click();
    expect(written).toHaveBeenCalledWith(address);
  });

  test('chooses a watched network by default, and shows its confirmations', async () => {
    await renderScreen(path, shown(), answers([]));
    await expect.element(page.getByText('Available after')).toBeVisible();
    expect(document.querySelector('main')?.textContent).toContain('Credited after1 blockAvailable after2 blocks');
    await expect.element(page.getByRole('button', { name: 'Add proof of payment' })).not.toBeInTheDocument();
  });

  test('takes proofs of payment on unwatched chains, and requires every field', async () => {
    await renderScreen(path, shown('TRON'), answers([]));
    await page.getByRole('button', { name: 'Add proof of payment' }).click();
    await page.getByRole('button', { name: 'Send proof of payment' }).click();
    for (const text of ['Enter an amount.', 'Enter the transaction hash.', 'Add a picture of the payment.'])
      await expect.element(page.getByText(text)).toBeVisible();
    await page.getByRole('textbox', { name: 'Amount (USDT)' }).fill('0.5');
    await expect.element(page.getByText('The minimum deposit is 1 USDT.')).toBeVisible();
  });

  test('counts blocks of what is on its way', async () => {
    await renderScreen(path, shown(), answers([{ ...deposit, state: 'credited', confirmations: 1 }]));
    const list = page.getByRole('list', { name: 'Deposits on the way' });
    await expect
      .element(list)
      .toHaveTextContent(
        '25 USDTCredited, lockedIt is in your wallet and unlocks after more confirmations.Block 1 of 2',
      );
    await page.getByRole('button', { name: '25 USDT' }).click();
    await expect
      .element(page.getByRole('list', { name: 'Deposit progress' }))
      .toHaveTextContent('Seen in a block DoneCredited, locked Done1 of 1 blockAvailable In progress1 of 2 blocks');
  });

  test('says what failed and how to go on', async () => {
    await renderScreen(path, shown(), { 'GET platformAddress': { refusal: 'busyRetry' } });
    await expect.element(page.getByText('Networks did not load')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

test('streamed changes update every cached list', () => {
  const client = new QueryClient();
  const lists = [{}, { asset: 'USDT' }, { asset: 'BTC' }];
  for (const filter of lists)
    client.setQueryData(['recharge/list', filter], { pages: [{ list: [], next: null }], pageParams: [null] });
  takeRecords(client, 'recharge/list', [deposit]);
  const counts = lists.map(
    (filter) => client.getQueryData<{ pages: { list: unknown[] }[] }>(['recharge/list', filter])?.pages[0]?.list.length,
  );
  expect(counts).toEqual([1, 1, 0]);
});

/** What a scanner reads off the drawn code. */
async function readBack(svg: Element): Promise<string> {
  const side = 240;
  const copy = svg.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(side));
  copy.setAttribute('height', String(side));
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(copy.outerHTML)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.fillStyle = 'white';
  context.fillRect(0, 0, side, side);
  context.drawImage(image, 0, 0, side, side);
  const { data } = context.getImageData(0, 0, side, side);
  return decodeQR({ width: side, height: side, data });
}
