import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dayMs, minuteMs } from '#protocol/core/durations.ts';
import { exchangeAnswered, exchangeSilent } from '#app/platform/offline/reachability.ts';
import { session } from '#app/platform/session/session.ts';
import { clearDevice, readDevice } from '#app/platform/storage/device-store.ts';
import { type Answer, type Answers, renderScreen } from '#app/features/account/testing-screens.tsx';
import { gridRobot, marketAnswers, robotProducts, robotsAt } from '../testing-robots.ts';
import { BackTestScreen } from './back-test-screen.tsx';
import { testWeek } from './minutes/testing-weeks.ts';

const path = '/pages/AI_quantification/quantification_details';
const onStarted = vi.fn<(id: string) => void>();
const Screen = () => <BackTestScreen strategy="grid" pair="BTCUSDT" onStarted={onStarted} />;
const Shared = () => (
  <BackTestScreen strategy="grid" pair="BTCUSDT" shared="61000_72000_25_geometric" onStarted={onStarted} />
);

const pair = {
  id: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  name: 'Bitcoin',
  tickSize: '0.1',
  priceDecimals: 1,
  lotSize: '0.00001',
  amountDecimals: 5,
  minAmount: '0.00001',
  maxAmount: '30',
  minTotal: '5',
  makerFee: '0.0008',
  takerFee: '0.001',
  tags: [],
  listedAt: 0,
  open: true,
  state: 'open',
  opensAt: null,
  cancelsAt: null,
  closesAt: null,
};

/** Minutes in waves between about 61,500 and 68,500, from some days ago on. */
const weekFrom = (since: number) => (query: URLSearchParams) => ({
  data: testWeek('BTCUSDT', Number(query.get('week')), {
    since,
    now: robotsAt,
    ticksAt: (minute) => 650_000 + 26_000 * Math.sin(minute / 600) + 9_000 * Math.sin(minute / 105),
  }),
});
const tenDays = weekFrom(robotsAt - 10 * dayMs);

function answers(weeks: (query: URLSearchParams) => Answer = tenDays): Answers {
  const ticker = { pair: 'BTCUSDT', last: '65000', open: '65000', high: '65000', low: '65000' };
  const others = { volume: '1', turnover: '1', change: '0', at: robotsAt };
  return {
    ...marketAnswers(),
    'GET common/symbolsList': {
      data: { list: [pair], indices: [], assets: [{ id: 'USDT', name: 'Tether', decimals: 2 }] },
    },
    'GET common/huobiTicket': { data: { list: [{ ...ticker, ...others }] } },
    'GET quant/candles': weeks,
    'GET quant/product/list': { data: { list: robotProducts, at: robotsAt } },
    'POST quant/create': { data: { robot: { ...gridRobot, id: '77' }, at: robotsAt } },
  };
}

beforeEach(async () => {
  await clearDevice();
  // The days of the candles are those of the page.
  vi.spyOn(Date, 'now').mockReturnValue(robotsAt);
  session.set({ token: 'token', account: '100001' });
  onStarted.mockReset();
});

afterEach(() => {
  vi.restoreAllMocks();
  exchangeAnswered(Date.now());
  session.set(null);
});

describe('A strategy on past prices', () => {
  test('shows what it came to beside buy and hold, both parts, and four facts', async () => {
    await renderScreen(path, Screen, answers());
    const result = page.getByRole('region', { name: 'Result' });
    await expect
      .element(result)
      .toMatchTextContent(/After fees, over 10 days[+−]\d+\.\d\d% [+−]\d+\.\d\d USDTBuy and hold BTC[+−]\d+\.\d\d%/);
    await expect.element(page.getByText('Tuning part, 7 d')).toBeVisible();
    await expect.element(page.getByText('Unseen part, 3 d')).toBeVisible();
    await expect.element(page.getByText('Filled pairs')).toBeVisible();
    await expect.element(page.getByText(/^On 1-minute candles of this exchange/)).toBeVisible();
    await expect.element(page.getByRole('img', { name: /^Robot [+−].*buy and hold.*max drawdown/ })).toBeVisible();
    await expect
      .element(
        page
          .getByText(/Past performance is no guarantee of future results\. You can lose money, and below 58,500/)
          .last(),
      )
      .toBeVisible();
  });

  test('recomputes with other parameters, and tunes them', async () => {
    await renderScreen(path, Shared, answers());
    await page.getByRole('button', { name: 'Price range: 61,000 – 72,000, enter exact value' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Lowest line (USDT)' })).toHaveValue('61,000');
    const result = page.getByRole('region', { name: 'Result' });
    await expect.element(result).toBeVisible();
    const before = result.element().textContent;
    await page.getByRole('button', { name: 'Lines: 25, enter exact value' }).click();
    await page.getByRole('textbox', { name: 'Lines' }).fill('8');
    await expect.poll(() => result.element().textContent).not.toBe(before);
    await page.getByRole('button', { name: 'Use tuned values' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Lowest line (USDT)' })).not.toHaveValue('61,000');
  });

  test('moves its lines by sliders, which never meet', async () => {
    await renderScreen(path, Shared, answers());
    const result = page.getByRole('region', { name: 'Result' });
    await expect.element(result).toBeVisible();
    const before = result.element().textContent;
    const [lower, upper] = ['Lowest line (USDT)', 'Highest line (USDT)'].map((name) =>
      page.getByRole('slider', { name }),
    );
    if (lower === undefined || upper === undefined) throw new Error('no sliders');
    await expect.element(lower).toHaveAttribute('aria-valuetext', '61,000');
    (lower.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await expect.element(lower).toHaveAttribute('aria-valuetext', '61,020');
    await expect.poll(() => result.element().textContent).not.toBe(before);
    await userEvent.keyboard('{End}');
    await expect.element(lower).toHaveAttribute('aria-valuetext', '71,990');
    (upper.element() as HTMLElement).focus();
    await userEvent.keyboard('{Home}');
    await expect.element(upper).toHaveAttribute('aria-valuetext', '72,000');
    await expect
      .element(page.getByRole('button', { name: 'Price range: 71,990 – 72,000, enter exact value' }))
      .toBeVisible();
  });

  test('says what cannot start', async () => {
    await renderScreen(path, Shared, answers());
    await page.getByRole('button', { name: /^Price range: / }).click();
    await page.getByRole('textbox', { name: 'Highest line (USDT)' }).fill('60000');
    await expect.element(page.getByText('The highest line must be above the lowest.').first()).toBeVisible();
    await page.getByRole('textbox', { name: 'Highest line (USDT)' }).fill('72000');
    await page.getByRole('button', { name: /^Put in \(USDT\): / }).click();
    await page.getByRole('textbox', { name: 'Put in (USDT)' }).fill('20');
    await expect.element(page.getByText('At least 100.00 USDT.')).toBeVisible();
  });

  test('starts a robot with its bounds', async () => {
    const { calls } = await renderScreen(path, Shared, answers());
    await page.getByRole('button', { name: 'Start with 1,000.00 USDT (practice)' }).click();
    const sheet = page.getByRole('dialog', { name: 'Start a robot' });
    await expect.element(sheet.getByText('10% of the profit, at its end')).toBeVisible();
    await expect.element(sheet).toMatchTextContent(/CycleContinuousUsage count1,240 times/);
    await expect.element(sheet.getByText('Past performance is no guarantee of future results.')).toBeVisible();
    await sheet.getByRole('textbox', { name: 'Stop-loss (USDT)' }).fill('58000');
    await sheet.getByRole('button', { name: /^Start with 1,000\.00 USDT/ }).click();
    await expect.poll(() => onStarted.mock.calls).toEqual([['77']]);
    expect(calls.find(({ name }) => name === 'POST quant/create')?.body).toMatchObject({
      pair: 'BTCUSDT',
      name: 'BTC Spot grid',
      amount: '1000',
      from: 'spot',
      parameters: { strategy: 'grid', lower: '61000', upper: '72000', lines: 25, spacing: 'geometric' },
      bounds: { stopLoss: '58000', takeProfit: null },
    });
  });

  test('says when there are too few candles', async () => {
    await renderScreen(path, Screen, answers(weekFrom(robotsAt - minuteMs)));
    await expect.element(page.getByText('Too few candles yet')).toBeVisible();
  });

  test('says that candles did not load', async () => {
    await renderScreen(path, Screen, { ...answers(), 'GET quant/candles': { refusal: 'notFound' } });
    await expect.element(page.getByText('The candles did not load')).toBeVisible();
  });

  test('tests on what it has without a connection, and does not start', async () => {
    await renderScreen(path, Screen, answers());
    await expect.element(page.getByRole('region', { name: 'Result' })).toBeVisible();
    exchangeSilent();
    await expect.element(page.getByText('No connection. Start it when you are back online.')).toBeVisible();
    await expect.element(page.getByRole('region', { name: 'Result' })).toBeVisible();
  });

  test('keeps the candles on the device, and tests on them when the exchange is silent', async () => {
    const first = await renderScreen(path, Screen, answers());
    await expect.element(page.getByRole('region', { name: 'Result' })).toBeVisible();
    await expect
      .poll(async () => (await readDevice<readonly { weeks: number[] }[]>('minute-weeks'))?.[0]?.weeks.length)
      .toBe(2);
    expect(first.calls.filter(({ name }) => name === 'GET quant/candles')).toHaveLength(2);
    await renderScreen(path, Screen, { ...answers(), 'GET quant/candles': { refusal: 'notFound' } });
    await expect.element(page.getByRole('region', { name: 'Result' })).toMatchTextContent(/After fees, over 10 days/);
    exchangeSilent();
    await expect.element(page.getByText(/^as of /)).toBeVisible();
  });

  test('leads a visitor to the login', async () => {
    session.set(null);
    await renderScreen(path, Screen, answers());
    await expect.element(page.getByRole('link', { name: 'Log in to start one' })).toBeVisible();
  });
});
