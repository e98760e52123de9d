import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OptionEntry, OptionRound } from '#protocol/options/entities.ts';
import { codes } from '#protocol/core/codes.ts';
import { replay } from '../../tools/replay-options.ts';
import { goToScreen, openPhone, type Phone, practiceSession, until } from './phone.ts';
import { setStage } from './stage.ts';
import { startWatch } from '../pace.ts';
import { askExchange } from './ask-exchange.ts';

/**
 * Seconds options by clicks: coins into the wallet, rounds of 30 seconds entered and settled, the record, the proof.
 */

const stage = setStage('shared');
const phones: Phone[] = [];

/** The first contract: BTC in rounds of 30 seconds. */
const shortest = JSON.stringify({ transfer: null, qiquan_id: 0 });

afterAll(async () => {
  for (const { complaints } of phones) expect(complaints).toEqual([]);
});

interface Somebody {
  readonly page: Page;
  readonly token: string;
}

/** Puts the clock of a page and of its workers off, as that of a device would be: all of them go by the same one. */
async function putClockOff(page: Page, offMs: number): Promise<void> {
  await page.addInitScript((off) => {
    const real = Date.now.bind(Date);
    Date.now = () => real() + off;
    const shift = `data:text/javascript,const real=Date.now.bind(Date);Date.now=()=>real()+(${off})`;
    const shifted = (url: string | URL) => {
      const address = new URL(url, location.href).href;
      const code = `import ${JSON.stringify(shift)};import ${JSON.stringify(address)};`;
      return URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
    };
    globalThis.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(shifted(url), { ...options, type: 'module' });
      }
    };
    // A shared one is shared by its address, and each of these has its own: the page takes the next best way.
    Reflect.deleteProperty(globalThis, 'SharedWorker');
  }, offMs);
}

/** @param offMs how far the clock of the device is off */
async function somebody(offMs = 0): Promise<Somebody> {
  const session = await practiceSession(stage.exchange.address);
  // The code above is in the page, which lets nothing run that is not its own.
  const phone = await openPhone(stage.browser, { ...session, lang: 'en', vuex: shortest }, { bypassCSP: offMs !== 0 });
  if (offMs !== 0) await putClockOff(phone.page, offMs);
  phones.push(phone);
  return { page: phone.page, token: session.token };
}

let requests = 0;

async function call<Data>(token: string, path: string, body?: object): Promise<{ code: number; data: Data }> {
  const key = `options-e2e-${(requests += 1).toString().padStart(8, '0')}`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key };
  const request = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const answer = await askExchange(`${stage.exchange.address}/api/${path}`, { headers, ...request });
  return (await answer.json()) as { code: number; data: Data };
}

const enterable = async (token: string) => {
  const { data } = await call<{ list: OptionRound[] } | null>(token, 'contractOption-starting?coin=BTC&cycle=30');
  return data?.list ?? [];
};

/** Waits until the round that takes entries has time left to be entered by hand. */
async function timeToEnter(page: Page, leastSeconds = 12): Promise<void> {
  await until('a round takes entries', async () => {
    const text = (await page.getByRole('timer').textContent()) ?? '';
    const [minutes = '0', seconds = '0'] = text.split(':');
    return Number(minutes) * 60 + Number(seconds) >= leastSeconds;
  });
}

/** Their round is settled while other tests wait for their own. */
async function enterAllWays(users: readonly Somebody[]): Promise<void> {
  const amount = { asset: 'USDT', from: 'spot', to: 'option', amount: '200' };
  for (const user of users) expect((await call(user.token, 'transfer', amount)).code).toBe(codes.success);
  let round: OptionRound | undefined;
  await until('a round takes entries for a while', async () => {
    const now = Date.now();
    const list = await enterable(users[0]?.token ?? '');
    round = list.find(({ opensAt, lockAt }) => opensAt <= now && now + 12_000 <= lockAt);
    return round !== undefined;
  });
  const ways = ['up', 'down', 'flat'] as const;
  for (const [at, user] of users.entries()) {
    const input = { round: round?.id, direction: ways[at], stake: '100' };
    expect((await call(user.token, 'contractOptionOrder-add', input)).code).toBe(codes.success);
  }
}

const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor({ timeout: 90_000 });
const openOptions = (page: Page) => goToScreen(page, stage.exchange.address, '#/pages/Option/Option');

async function history(token: string): Promise<OptionEntry[]> {
  const { data } = await call<{ list: OptionEntry[] }>(token, 'contractOptionOrder-history?size=20');
  return data.list;
}

describe('a user with practice coins', () => {
  let page: Page;
  let token: string;
  /** Three users who enter one round all three ways: one is right, whichever way it goes. */
  let users: readonly Somebody[];

  beforeAll(async () => {
    ({ page, token } = await somebody());
    users = await Promise.all([somebody(), somebody(), somebody()]);
    await enterAllWays(users);
  });

  it('sees that the options wallet is empty, and transfers coins into it', async () => {
    await openOptions(page);
    expect(await page.getByRole('link', { name: 'Options' }).getAttribute('aria-current')).toBe('page');
    await page.getByRole('button', { name: 'Transfer USDT to it' }).click();
    await page.getByLabel('Amount (USDT)').fill('1000');
    await page
      .getByRole('button', { name: /^Transfer/ })
      .last()
      .click();
    await says(page, '1,000 USDT transferred to Options');
  });

  it('accepts the risk once, stakes, and sees the round settled as the index went', async () => {
    await openOptions(page);
    await says(page, 'Balance 1,000.00');
    await timeToEnter(page);
    await page.getByRole('radio', { name: '50', exact: true }).click();
    await page.getByRole('button', { name: /^Up/ }).click();
    await page.getByRole('button', { name: 'Accept the risk and continue' }).click();
    const confirm = page.getByRole('dialog', { name: 'Confirm entry' });
    await confirm.getByRole('button', { name: 'Stake 50 USDT on Up (practice)' }).click();
    await says(page, 'Balance 950.00');
    await says(page, 'You are in the next round: Up, 50 USDT. One entry per round.');
    // The result appears by itself, as text and with its sign.
    await says(page, 'See the round');
    const [entry] = await history(token);
    const word = { profit: 'Profit +', loss: 'Loss −50.00 USDT', draw: 'Draw' }[entry?.outcome ?? 'draw'];
    expect(await page.getByText('See the round').locator('../..').textContent()).toContain(word);
    const { result } = entry?.round ?? {};
    expect(entry?.outcome).toBe(result === 'up' ? 'profit' : result === null ? 'draw' : 'loss');
  });

  it('wins, loses and draws by what the index did, and each is in the record', async () => {
    const outcomes = new Map<string, Somebody>();
    await until('all are settled', async () => {
      for (const user of users) {
        const [entry] = await history(user.token);
        if (entry?.outcome) outcomes.set(`${entry.outcome} ${entry.direction}`, user);
      }
      return outcomes.size === 3;
    });
    const winners = [...outcomes.keys()].filter((name) => name.startsWith('profit'));
    const losers = [...outcomes.keys()].filter((name) => name.startsWith('loss'));
    expect([winners.length, losers.length]).toEqual([1, 2]);
    for (const [name, user] of outcomes) {
      await goToScreen(user.page, stage.exchange.address, '#/pages/Option/Bettingrecord?state=history');
      await says(user.page, name.startsWith('profit') ? /^\+\d+\.\d\d USDT$/ : '−100.00 USDT');
    }
  });

  it('finds the entry in the record, and its round recomputed in the browser', async () => {
    await goToScreen(page, stage.exchange.address, '#/pages/Option/Bettingrecord');
    await page.getByRole('tab', { name: 'History' }).click();
    await page
      .getByRole('button', { name: /BTC · 30 s/ })
      .first()
      .click();
    await page.getByRole('dialog', { name: 'Prediction' }).getByRole('link', { name: 'See the round' }).click();
    await says(page, 'Your browser recomputed this result and found the same.');
    expect(await page.getByText('Checked here: holds').count()).toBe(11);
    expect(await page.getByText('FAILED').count()).toBe(0);
    await says(page, /Checked here: your profit by this formula is/);
  });

  it('is recomputed by the script as well', async () => {
    const { rounds, entries, differences } = await replay(stage.exchange.address, token);
    expect(differences).toEqual([]);
    expect(rounds).toBeGreaterThan(0);
    expect(entries).toBe(1);
  });
});

describe('a device whose clock is ten minutes off', () => {
  it.each([
    ['fast', 600_000],
    ['slow', -600_000],
  ])('%s: the countdown is the exchange’s, and nothing is taken after the lock', async (_, offMs) => {
    const { page, token } = await somebody(offMs);
    await call(token, 'transfer', { asset: 'USDT', from: 'spot', to: 'option', amount: '100' });
    await openOptions(page);
    await timeToEnter(page, 4);
    const shown = async () => Number(((await page.getByRole('timer').textContent()) ?? '').split(':')[1]);
    const watch = startWatch();
    const [left, now] = [await shown(), Date.now()];
    const { allowedMs } = watch.stop();
    const open = (await enterable(token)).find(({ opensAt, lockAt }) => opensAt <= now && now < lockAt);
    expect(Math.abs(left * 1_000 - ((open?.lockAt ?? 0) - now))).toBeLessThan(allowedMs(2_500));
    // The sheet is open when the round locks: its button says so and sends nothing.
    await page.getByRole('button', { name: /^Down/ }).click();
    await page.getByRole('button', { name: 'Accept the risk and continue' }).click();
    const send = page.getByRole('dialog', { name: 'Confirm entry' }).getByRole('button', { name: /^Stake 10 USDT/ });
    await page.getByText('Entries of this round are locked. Close this and choose again.').waitFor({ timeout: 60_000 });
    expect(await send.getAttribute('aria-disabled')).toBe('true');
    // A request sent anyway is refused by the exchange's clock.
    const late = await call(token, 'contractOptionOrder-add', { round: open?.id, direction: 'down', stake: '10' });
    expect(late.code).toBe(codes.roundNoLongerOpen);
    const { data } = await call<{ list: OptionEntry[] }>(token, 'contractOptionOrder-current');
    expect(data.list).toEqual([]);
  });
});
