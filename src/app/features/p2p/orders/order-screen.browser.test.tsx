import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { P2pOrder, P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { minuteMs } from '#protocol/core/durations.ts';
import { p2pOrderCalls } from '#protocol/p2p/calls/orders.ts';
import { signIn } from '#app/platform/session/sign-in.ts';
import { wipeDevice } from '#app/platform/storage/wipe.ts';
import { type Answer, renderScreen } from '#app/features/account/testing-screens.tsx';
import { AppealScreen } from './appeal/appeal-screen.tsx';
import { OrderScreen } from './order-screen.tsx';
import { patience } from '../../../../../tests/pace.ts';

const example = p2pOrderCalls['GET tradeBuyWaitPage'].example.output as unknown as P2pOrderDetail;
const answer = (data: unknown): Answer => ({ data });

/** An order of now; what is not given is as in the example. */
function detail(order: Partial<P2pOrder>, more: Partial<P2pOrderDetail> = {}): P2pOrderDetail {
  const now = Date.now();
  const times = { createdAt: now - minuteMs, payUntil: now + 14 * minuteMs, updatedAt: now };
  return {
    ...example,
    proofs: [],
    talk: null,
    now,
    ...more,
    order: { ...example.order, ...times, paidAt: null, ...order },
  };
}

function show(shown: P2pOrderDetail, answers: Parameters<typeof renderScreen>[2] = {}) {
  return renderScreen('/pages/otc/Orderdetails', () => <OrderScreen id="31" />, {
    'GET web/config': answer({ pcUrl: null, mode: 'practice', features: [], now: shown.now }),
    'GET info': answer({ hasTransactionPassword: true }),
    'GET tradeBuyWaitPage': answer(shown),
    ...answers,
  });
}

beforeEach(async () => {
  await wipeDevice(new QueryClient());
  signIn('token', '100007');
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a buyer without a picture is asked once, and marks the order as paid', async () => {
  const waiting = detail({ state: 'waiting-payment', side: 'buy' });
  const { calls } = await show(waiting, {
    'POST tradePaid': answer({ ...waiting.order, state: 'paid', paidAt: Date.now() }),
  });
  await expect.element(page.getByText('¥143.80', { exact: true })).toBeVisible();
  await expect.element(page.getByText('4539 5787 6362 1486')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: /^I have paid/ }));
  expect(calls.some(({ name }) => name.endsWith('tradePaid'))).toBe(false);
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: /^I have paid/ }));
  await vi.waitFor(() => expect(calls.some(({ name }) => name.endsWith('tradePaid'))).toBe(true), patience);
});

test('cancelling waits for the word not to have paid, and names what the third one costs', async () => {
  await show(detail({ state: 'waiting-payment', side: 'buy' }), {
    'GET tradeCancelPre': answer({
      cancelsToday: 2,
      free: 0,
      counts: true,
      excuse: null,
      penalty: '250',
      asset: 'USDT',
    }),
  });
  await userEvent.click(page.getByRole('button', { name: 'Cancel', exact: true }));
  const sheet = page.getByRole('dialog');
  await expect.element(sheet.getByText(/This one costs 250.00 USDT/)).toBeVisible();
  const send = sheet.getByRole('button', { name: /^Cancel and lose 250.00 USDT/ });
  await expect.element(send).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(sheet.getByRole('checkbox', { name: 'I have not paid' }));
  await expect.element(send).not.toHaveAttribute('aria-disabled');
});

test('a release names what is missing until nothing is, and shows a wrong password at the cells', async () => {
  await show(detail({ state: 'paid', side: 'sell', paidAt: Date.now() - 3 * minuteMs }), {
    'POST otcFinish': { refusal: 'transactionPasswordWrong' },
  });
  await expect.element(page.getByText('ADA LOVELACE', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/Marked as paid without a picture/)).toBeVisible();
  const send = page.getByRole('button', { name: /^Release/ });
  await expect.element(send).toHaveAttribute('aria-disabled', 'true');
  for (const box of page.getByRole('checkbox').all()) await userEvent.click(box);
  await expect.element(page.getByText('Enter your transaction password.')).toBeVisible();
  await userEvent.fill(page.getByLabelText('Transaction password'), '000000');
  await expect.element(send).not.toHaveAttribute('aria-disabled');
  await userEvent.click(send);
  await expect.element(page.getByLabelText('Transaction password')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(page.getByLabelText('Transaction password')).toHaveValue('');
});

test('an order whose time is over offers another one, before the exchange says so', async () => {
  await show(detail({ state: 'waiting-payment', side: 'buy', payUntil: Date.now() - 1_000 }));
  await expect.element(page.getByText(/^Closed at/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Order again' })).toBeVisible();
});

test('an appeal has ten characters at least, and is kept while it is not sent', async () => {
  const shown = detail({ state: 'paid', side: 'sell', paidAt: Date.now(), appealFrom: Date.now() - 1_000 });
  const { calls } = await renderScreen('/pages/business/appeal', () => <AppealScreen id="31" why="name" />, {
    'GET web/config': answer({ pcUrl: null, mode: 'practice', features: [], now: shown.now }),
    'GET tradeBuyWaitPage': answer(shown),
  });
  const field = page.getByLabelText('What happened');
  await expect.element(field).toHaveValue('The payment did not come from ADA LOVELACE but from: ');
  await userEvent.fill(field, 'short');
  await userEvent.click(page.getByRole('button', { name: /^Open the appeal/ }));
  await expect.element(page.getByText('Write at least 10 characters.')).toBeVisible();
  await expect.element(field).toHaveFocus();
  expect(calls.some(({ name }) => name.endsWith('tradeAppeal'))).toBe(false);
});

test('an order of somebody else is not found', async () => {
  await show(detail({}), { 'GET tradeBuyWaitPage': { refusal: 'notFound' } });
  await expect.element(page.getByText('No such order')).toBeVisible();
});

test('an ended order says which texts and pictures were destroyed, and shows those that are left', async () => {
  const at = Date.now() - minuteMs;
  const ended = detail(
    { state: 'cancelled', side: 'sell', endedBy: 'arbiter', endedAt: at },
    {
      proofs: [{ file: 'FNVKHXMHBkqv5SGP-2_KPw', by: 'buyer', at, destroyed: true }],
      appeal: {
        by: 'seller',
        at,
        statements: [
          { by: 'seller', text: 'No money has come.', at },
          { by: 'buyer', text: null, at: at + 1 },
        ],
        asked: null,
        decision: 'refund',
        penalty: null,
        reason: null,
      },
    },
  );
  const { calls } = await show(ended);
  await expect.element(page.getByText('No money has come.')).toBeVisible();
  const gone = page.getByText('This text was destroyed at the request of a person it is about.');
  await vi.waitFor(() => expect(gone.elements()).toHaveLength(2), patience);
  await userEvent.click(page.getByRole('button', { name: /picture 1 of 1$/ }));
  const sentence = 'This picture was destroyed at the request of the person who showed it.';
  await expect.element(page.getByRole('dialog').getByText(sentence)).toBeVisible();
  expect(calls.filter(({ name }) => name.includes('FNVKHXMHBkqv5SGP'))).toEqual([]);
});
