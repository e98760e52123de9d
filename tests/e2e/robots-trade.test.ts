import { beforeAll, describe, expect, it } from 'vitest';
import { type Ask, asUser } from './filled-account.ts';
import { goToScreen, overflowing, practiceSession, until } from './phone.ts';
import { setPhoneStage } from './stage.ts';

/**
 * Robots whose orders meet people: a pair of a grid and a round of averaging, tap by tap. Nobody of the house trades, so the
 * price is where two others put it.
 */

const stage = setPhoneStage({ exchange: { MAKERS: 'off' } });

const button = (name: string | RegExp) => stage.page.getByRole('button', { name });
const dialog = () => stage.page.getByRole('dialog');
const field = (name: string) => stage.page.getByRole('textbox', { name });

/** Two who have coins and money, and what they have in the book. */
let seller: Ask;
let buyer: Ask;
const quotes: { readonly of: Ask; readonly id: string }[] = [];

async function limit(trader: Ask, side: 'buy' | 'sell', price: string, amount: string): Promise<void> {
  const body = { type: 'limit', pair: 'ETHUSDT', side, price, amount };
  const { order } = await trader<{ order: { id: string; status: string } }>('currency', body);
  if (order.status === 'open') quotes.push({ of: trader, id: order.id });
}

/** Takes out what both have in the book; what was filled meanwhile cannot be. */
async function leave(): Promise<void> {
  for (const { of, id } of quotes.splice(0)) await of('cancelCurrency', { id }).catch(() => undefined);
}

/** Both leave the book, trade with whoever stands between, and quote around a price. */
async function move(price: number): Promise<void> {
  await leave();
  const at = price.toFixed(2);
  await limit(seller, 'sell', at, '0.12');
  await limit(buyer, 'buy', at, '0.12');
  await leave();
  await limit(seller, 'sell', (price + 1).toFixed(2), '0.25');
  await limit(buyer, 'buy', (price - 1).toFixed(2), '0.25');
}

/** Two others, with coins and money for a test. */
async function meet(): Promise<void> {
  await leave();
  const [one, other] = await Promise.all([
    practiceSession(stage.exchange.address),
    practiceSession(stage.exchange.address),
  ]);
  const { address } = stage.exchange;
  [seller, buyer] = [asUser(address, one.token), asUser(address, other.token)];
  await seller('recharge', { chain: 'PRACTICE', asset: 'ETH' });
  await move(3_000);
}

async function openTrial(strategy: 'grid' | 'averaging'): Promise<void> {
  const path = '#/pages/AI_quantification/quantification_details';
  await goToScreen(stage.page, stage.exchange.address, `${path}?strategy=${strategy}&pair=ETHUSDT`);
}

/** Opens the exact value of a slider, and types into its fields. */
async function type(slider: string, ...values: readonly (readonly [name: string, value: string])[]): Promise<void> {
  await stage.page.getByRole('button', { name: new RegExp(`^${slider}.*, enter exact value$`) }).click();
  for (const [name, value] of values) await field(name).fill(value);
}

async function start(name: string): Promise<void> {
  await button(/^Start with 1,000\.00 USDT/).click();
  await dialog().getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog()
    .getByRole('button', { name: /^Start with 1,000\.00 USDT/ })
    .click();
  await stage.page.getByRole('heading', { name }).waitFor();
}

/** Waits until a part of the profit says so. */
async function profitSays(text: RegExp): Promise<void> {
  await stage.page.getByRole('region', { name: 'Profit after fees' }).getByText(text).waitFor();
}

describe('a grid', () => {
  beforeAll(meet);

  it('is started with its lines around the price', async () => {
    await openTrial('grid');
    await type('Price range', ['Lowest line (USDT)', '2700'], ['Highest line (USDT)', '3300']);
    await type('Lines', ['Lines', '5']);
    await start('Own grid');
    await stage.page.getByRole('tab', { name: 'Orders 4' }).click();
    await stage.page.getByRole('list', { name: 'Orders' }).getByText('2,850').waitFor();
  });

  it('stands in the book for everybody', async () => {
    await goToScreen(stage.page, stage.exchange.address, '#/pages/trade/trade?pair=ETHUSDT');
    await stage.page.getByText('2,850.00').first().waitFor();
    await stage.page.goBack();
    await stage.page.getByRole('heading', { name: 'Own grid' }).waitFor();
  });

  it('buys a line lower, sells a line higher, and shows the pair with both fees taken', async () => {
    await move(2_849);
    await stage.page.getByRole('tab', { name: /^Trades/ }).click();
    const trades = stage.page.getByRole('list', { name: 'Trades' });
    await trades.getByText('2,850').first().waitFor();
    await move(3_002);
    await profitSays(/^1 pair$/);
    await trades.getByText('3,000').first().waitFor();
    expect(await overflowing(stage.page)).toEqual([]);
  });

  it('is paused, changed and goes on with other lines', async () => {
    await button('Pause').click();
    await stage.page.getByText('Paused, orders cancelled').waitFor();
    await button('Change').click();
    await dialog().getByRole('textbox', { name: 'Lines' }).fill('7');
    await dialog()
      .getByRole('button', { name: /^Save changes/ })
      .click();
    await stage.page.getByText('Own grid changed').waitFor();
    await button('Resume').click();
    await stage.page.getByRole('tab', { name: 'Orders 6' }).waitFor();
  });

  it('is redeemed: its coins are sold, and what it made is back in spot', async () => {
    await button('Redeem').click();
    await dialog().getByRole('radio', { name: /^Sell/ }).click();
    await dialog()
      .getByRole('button', { name: /^Sell all and end/ })
      .click();
    await stage.page.getByText('Own grid ended').waitFor();
    await goToScreen(stage.page, stage.exchange.address, '#/pages/assets/Assetrecords');
    await stage.page.getByText('Returned by a robot').first().waitFor();
    await stage.page.getByText('Moved to a robot').first().waitFor();
  });
});

describe('averaging', () => {
  beforeAll(meet);

  it('buys more as the price falls', async () => {
    await openTrial('averaging');
    await type('Take-profit above average', ['Take-profit above average (%)', '1.5']);
    await type('Safety orders', ['Safety orders', '2']);
    await type('Step between purchases', ['Step between purchases (%)', '2']);
    await start('Own average');
    await stage.page.getByRole('tab', { name: /^Orders [23]/ }).waitFor();
    await move(2_935);
    await stage.page.getByRole('tab', { name: /^Trades 2/ }).waitFor();
  });

  it('sells all of it at its profit, and begins again', async () => {
    await move(3_030);
    await profitSays(/^1 pair$/);
    await until('the profit is above zero', async () => {
      const region = stage.page.getByRole('region', { name: 'Profit after fees' });
      return /1 pair\s*\+[\d.]*[1-9]/.test((await region.textContent()) ?? '');
    });
    expect(stage.phone.complaints).toEqual([]);
  });
});
