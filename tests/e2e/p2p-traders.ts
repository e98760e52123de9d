import type { Browser, Page } from 'playwright';
import type { CallName } from '#protocol/calls.ts';
import { readConfig } from '#server/core/config/config.ts';
import { openBesideServer } from '#server/core/store/beside-server.ts';
import type { BuiltExchange } from '../built-exchange.ts';
import { verifyForP2p } from '../calls/p2p-standing.ts';
import { p2pMarket } from '../calls/p2p-market.ts';
import { goToScreen, openPhone, type Phone, practiceSession, until } from './phone.ts';
import { askExchange } from './ask-exchange.ts';

/** Two users who trade fiat, each with a phone, on an exchange with the built page. */

export const transactionPassword = '135792';

/** A user of fiat trading with a phone. */
export interface PhoneTrader {
  readonly id: string;
  /** The token that calls are made with. */
  readonly as: string;
  readonly phone: Phone;
  readonly page: Page;
}

type Options = Parameters<typeof openPhone>[2];

/** Fiat trading by calls on an exchange with the built page: what tests need before they look at screens. */
export function p2pCalls(exchange: Pick<BuiltExchange, 'address' | 'dataFolder'>) {
  const database = openBesideServer(readConfig({ DATA_DIR: exchange.dataFolder }));
  let keys = 0;

  async function call(name: CallName, body: object, as: string): Promise<Record<string, unknown>> {
    const [verb = '', path = ''] = name.split(' ');
    keys += 1;
    const query = new URLSearchParams(body as Record<string, string>).toString();
    const answer = await askExchange(`${exchange.address}/api/${path}${verb === 'GET' ? `?${query}` : ''}`, {
      method: verb,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${as}`,
        'idempotency-key': `fiat-traders-${String(keys).padStart(8, '0')}`,
      },
      ...(verb === 'GET' ? {} : { body: JSON.stringify(body) }),
    });
    const { code, data, msg } = (await answer.json()) as { code: number; data: Record<string, unknown>; msg: string };
    if (code !== 200) throw new Error(`${name}: ${code} ${msg}`);
    return data;
  }

  const standing = { database, forgetSessions: () => undefined };
  /** By the calls: the exchange watches that its books add up, and stops money where they do not. */
  async function deposit({ as }: { readonly as: string }): Promise<void> {
    const { state, missing } = await call('GET depositPage', {}, as);
    if (state === 'paid') {
      if (/[1-9]/.test(String(missing))) await call('POST makeUpDeposit', {}, as);
      return;
    }
    if (state !== 'processing') {
      await call('POST transfer', { asset: 'USDT', from: 'spot', to: 'fiat', amount: '2000' }, as);
      await call('POST deposit', {}, as);
    }
    await until('the deposit is paid', async () => (await call('GET depositPage', {}, as))['state'] === 'paid');
  }
  const market = p2pMarket<string>(() => standing, call, deposit);

  return { database, call, market, deposit, standing, close: () => database.close() };
}

/** Makes traders and orders on an exchange, beside what they do by clicks. */
export function p2pTraders(exchange: BuiltExchange, browser: Browser) {
  const { database, call, market, standing, close } = p2pCalls(exchange);
  return {
    database,
    call,
    market,
    /** A verified user with coins and a transaction password, on a phone of their own. */
    async trader(stored: Readonly<Record<string, string>> = {}, options: Options = {}): Promise<PhoneTrader> {
      const session = await practiceSession(exchange.address);
      const phone = await openPhone(browser, { ...session, lang: 'en', ...stored }, options);
      const trader = { id: session['dunlin.account'], as: session.token, phone, page: phone.page };
      // Before the first call: the exchange remembers for a while who a session belongs to.
      await verifyForP2p(standing, trader.id);
      const password = { password: transactionPassword, confirmation: transactionPassword };
      await call('POST pwd', { kind: 'transaction', proof: { by: 'nothing' }, ...password }, trader.as);
      await market.collectionMethod(trader);
      return trader;
    },
    /** Opens a screen on the phone of a trader. */
    open: (trader: PhoneTrader, hash: string) => goToScreen(trader.page, exchange.address, hash),
    /** Moves the end of an order's payment time. @param inMs from now */
    async payWithin(order: string, inMs: number): Promise<void> {
      const at = Date.now() + inMs;
      await database.pool.query('UPDATE fiat_orders SET pay_until = $2, due_at = $2 WHERE id = $1', [order, at]);
    },
    close,
  };
}

export type P2pTraders = ReturnType<typeof p2pTraders>;
