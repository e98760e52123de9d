import { afterAll, beforeAll, expect } from 'vitest';
import type { CallName } from '#protocol/calls.ts';
import { codes, type CodeName } from '#protocol/core/codes.ts';
import { cheapHash, createCaller, exchangeWithContent, setTransactionPassword } from './caller.ts';
import type { ExchangeForTest } from './exchange-for-test.ts';
import { p2pMarket, type Trader } from './p2p-market.ts';

/** The transaction password of every trader. */
export const password = '864209';

/**
 * An exchange for the tests of a file about fiat trading: opened before them, and closed after them without errors.
 *
 * @param name begins the idempotency keys of its calls
 */
export function p2pExchange(name: string, hasPracticeMerchants = false) {
  let opened: ExchangeForTest | null = null;
  const exchange = (): ExchangeForTest => {
    if (opened === null) throw new Error('the exchange is not open yet');
    return opened;
  };
  const caller = createCaller(() => exchange().app, name);
  const market = p2pMarket<string>(exchange, (call, body, as) => caller.done(call, body, as));

  beforeAll(async () => {
    opened = await exchangeWithContent(hasPracticeMerchants);
  }, 60_000);
  afterAll(async () => {
    expect(exchange().errors).toEqual([]);
    await exchange().close();
  });

  /** A new user, who can pay for everything here. */
  async function trader(): Promise<Trader<string>> {
    const { id, token } = await caller.registerPractice();
    await setTransactionPassword(exchange(), id, await cheapHash(password));
    return { id, as: token };
  }

  /** The name of a call's code, and the reason that its data names beside it. */
  async function codeOf(call: CallName, body: object, as: string, key?: string): Promise<string> {
    const { code, data } = await caller.call(call, body, { as, ...(key === undefined ? {} : { key }) });
    const named = (Object.keys(codes) as CodeName[]).find((one) => codes[one] === code) ?? String(code);
    return typeof data?.['why'] === 'string' ? `${named} ${data['why']}` : named;
  }

  return { exchange, caller, market, trader, codeOf };
}
