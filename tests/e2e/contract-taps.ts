import type { Locator, Page } from 'playwright';
import { until } from './phone.ts';

/** What a user taps on the screens of contracts and gold, and what they look at. */
export function contractRequests(page: Page) {
  const dialog = () => page.getByRole('dialog');
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
  const field = (name: RegExp) => page.getByRole('textbox', { name });
  /** The open button of the form, unlike the one in the sheet that asks once more. */
  const open = () => button(/^Open long \(practice\)$/);
  return {
    dialog,
    button,
    field,

    /** Fills the form that moves money between wallets, and sends it. */
    async transfer(amount: string): Promise<void> {
      await field(/^Amount/).fill(amount);
      await page
        .getByRole('button', { name: /^Transfer/ })
        .last()
        .click();
    },

    /** Sets a leverage of 20 times in its sheet, which says what it risks. */
    async chooseTwentyTimes(): Promise<void> {
      await button(/^Leverage Isolated\s*5×/).click();
      await dialog().getByRole('radio', { name: '20×' }).click();
      await dialog()
        .getByText(/At 20×, a fall of about 4\.\d%/)
        .waitFor();
      await button('Set 20×').click();
      await dialog().waitFor({ state: 'detached' });
    },

    untilOpens: () =>
      until('positions can be opened', async () => (await open().getAttribute('aria-disabled')) === null),

    open: () => open().click(),

    /** Fills in lots with a take-profit and a stop-loss and asks to open long. */
    async askToOpen(lots: number): Promise<void> {
      await field(/^Lots/).fill(String(lots));
      await button('Take-profit at +50% of the margin').click();
      await button('Stop-loss at −25% of the margin').click();
      await open().click();
    },

    /** Says yes in the sheet that asks once more. */
    confirmOpening: (lots: number) =>
      dialog()
        .getByRole('button', { name: new RegExp(`^Open long, ${lots} lots`) })
        .click(),

    /** Closes lots of a position in its sheet: all that are there, or half of them. */
    async close(position: string, lots: number, part: 'all' | 'half'): Promise<void> {
      await button(`Close ${position}`).click();
      if (part === 'half') await dialog().getByRole('slider').fill('50');
      await dialog()
        .getByRole('button', { name: new RegExp(`^Close ${lots} lots`) })
        .click();
      await dialog().waitFor({ state: 'detached' });
    },

    /**
     * Waits until the records show the closings of a position: lots by reason, the newest reason first. A closing may
     * take several quotes of the book, and then has as many records.
     */
    async untilClosed(position: string, lots: Readonly<Record<string, number>>): Promise<void> {
      const closings = page.getByRole('article', { name: `Closing: ${position}` });
      const wanted = JSON.stringify(lots);
      let received = '';
      try {
        await until('the closings are shown', async () => {
          received = JSON.stringify(lotsByReason(await closings.allTextContents(), Object.keys(lots)));
          return received === wanted;
        });
      } catch (error) {
        throw new Error(`closed are ${received}, not ${wanted}`, { cause: error });
      }
    },

    /** Waits until the profit on the card of a position changes. */
    async profitMoves(position: Locator): Promise<void> {
      const profit = async () =>
        /P&L after fees \(USDT\)([−+]?[\d,.]+)/.exec((await position.textContent()) ?? '')?.[1];
      await until('the profit is there', async () => (await profit()) !== undefined);
      const first = await profit();
      await until('the profit moves', async () => (await profit()) !== first);
    },
  };
}

/** Lots of the records of closings under each of the reasons; one that gives none of them counts under no word. */
function lotsByReason(records: readonly string[], reasons: readonly string[]): Record<string, number> {
  const received: Record<string, number> = {};
  for (const record of records) {
    const reason = reasons.find((one) => record.includes(one)) ?? '';
    received[reason] = (received[reason] ?? 0) + Number(/Size(\d+) lots?/.exec(record)?.[1]);
  }
  return received;
}
