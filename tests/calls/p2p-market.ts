import type { CallName } from '#protocol/calls.ts';
import { setMerchantDeposit, type StandingExchange, verifyForP2p } from './p2p-standing.ts';

type Data = Record<string, unknown>;

/** A user of fiat trading: the id, and what calls are made as. */
export interface Trader<As> {
  readonly id: string;
  readonly as: As;
}

/** A price near the index of one USDT in CNY, which tests publish at. */
export const fiatPrice = '7.2';

/** Makes users traders of fiat, and adverts and orders between them, by the calls of an exchange. */
export function p2pMarket<As>(
  exchange: () => StandingExchange,
  done: (name: CallName, body: object, as: As) => Promise<Data>,
  /** Makes sure that a user is a merchant with a whole deposit. */
  deposit: (merchant: Trader<As>) => Promise<void> = ({ id }) => setMerchantDeposit(exchange(), id, 'whole'),
) {
  let made = 0;

  /** A card number with the right check digit, another one each time. */
  function cardNumber(): string {
    made += 1;
    const digits = `4${String(made).padStart(14, '0')}`;
    const sum = Array.from(digits, Number).reduce((total, digit, place) => {
      const value = place % 2 === 0 ? 2 * digit : digit;
      return total + (value > 9 ? value - 9 : value);
    }, 0);
    return `${digits}${(10 - (sum % 10)) % 10}`;
  }

  const bankAccount = () => ({
    method: 'bank',
    holder: 'Mei Lin',
    account: cardNumber(),
    bank: 'First Bank',
    branch: '',
  });

  /** A new bank account of a verified user, in place of those before; its id. */
  async function collectionMethod({ id, as }: Trader<As>): Promise<string> {
    await verifyForP2p(exchange(), id);
    await exchange().database.pool.query('UPDATE collection_methods SET removed_at = 0 WHERE owner = $1', [id]);
    return String((await done('POST cnyPayAdd', bankAccount(), as))['id']);
  }

  async function fund(as: As, amount: string, asset = 'USDT'): Promise<void> {
    await done('POST transfer', { asset, from: 'spot', to: 'fiat', amount }, as);
  }

  const terms = (amount: string, asset = 'USDT') => ({
    asset,
    currency: 'CNY',
    pricing: { kind: 'fixed', price: fiatPrice },
    amount,
    min: '10',
    max: '5000',
    paymentMinutes: 15,
  });

  /** Makes room: a merchant lists a limited number of adverts at once. */
  async function takeDownOld(as: As): Promise<void> {
    const { list } = await done('GET otcBillList', { state: 'listed', size: '100' }, as);
    for (const { id } of (list as { id: string }[]).slice(5)) await done('POST cancelOrder', { id }, as);
  }

  /** A listed advert of a merchant; its id. */
  async function advert(merchant: Trader<As>, side: 'buy' | 'sell', amount = '100', asset = 'USDT'): Promise<string> {
    await deposit(merchant);
    const method = await collectionMethod(merchant);
    await takeDownOld(merchant.as);
    if (side === 'buy') {
      return String((await done('POST otcBuy', { ...terms(amount, asset), methods: ['bank'] }, merchant.as))['id']);
    }
    await fund(merchant.as, amount, asset);
    return String((await done('POST otcSell', { ...terms(amount, asset), methods: [method] }, merchant.as))['id']);
  }

  /** What a taker sends to take an advert. */
  async function takingOf(taker: Trader<As>, side: 'buy' | 'sell', of: string, amount = '20', asset = 'USDT') {
    const method = side === 'buy' ? 'bank' : await collectionMethod(taker);
    await verifyForP2p(exchange(), taker.id);
    // What was taken before does not count any more.
    await exchange().database.pool.query('UPDATE fiat_orders SET taker = 0 WHERE taker = $1', [taker.id]);
    if (side === 'sell') await fund(taker.as, amount, asset);
    return { advert: of, price: fiatPrice, amount, in: 'coin', method };
  }

  /** An order of a taker with a merchant; its id. */
  async function order(
    taker: Trader<As>,
    merchant: Trader<As>,
    side: 'buy' | 'sell',
    amount = '20',
    asset = 'USDT',
  ): Promise<string> {
    const of = await advert(merchant, side === 'buy' ? 'sell' : 'buy', '100', asset);
    const body = await takingOf(taker, side, of, amount, asset);
    return String((await done(side === 'buy' ? 'POST tradeBuy' : 'POST tradeSell', body, taker.as))['id']);
  }

  return {
    bankAccount,
    collectionMethod,
    fund,
    terms,
    advert,
    takingOf,
    order,
    /** An order that a taker sells in, marked as paid by the merchant; its id. */
    async paidSale(taker: Trader<As>, merchant: Trader<As>, asset = 'USDT'): Promise<string> {
      const id = await order(taker, merchant, 'sell', '20', asset);
      await done('POST tradePaid', { id }, merchant.as);
      return id;
    },
  };
}
