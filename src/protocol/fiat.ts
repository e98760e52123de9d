import { dayMs, hourMs, minuteMs } from './durations.ts';

/**
 * Constants of fiat trading between users (spec points 3, 4 and 9), for the page and the exchange. Units are the last
 * word of a name.
 */

/** How amounts of a currency are written: places of amounts, and of the price of one coin. */
export interface FiatCurrency {
  readonly symbol: string;
  readonly decimals: number;
  readonly priceDecimals: number;
}

/** The currencies that are traded, in the order screens show them. */
export const fiatCurrencies = {
  CNY: { symbol: '¥', decimals: 2, priceDecimals: 2 },
  HKD: { symbol: 'HK$', decimals: 2, priceDecimals: 2 },
  USD: { symbol: '$', decimals: 2, priceDecimals: 3 },
  EUR: { symbol: '€', decimals: 2, priceDecimals: 3 },
  JPY: { symbol: '¥', decimals: 0, priceDecimals: 2 },
  KRW: { symbol: '₩', decimals: 0, priceDecimals: 1 },
  VND: { symbol: '₫', decimals: 0, priceDecimals: 0 },
  THB: { symbol: '฿', decimals: 2, priceDecimals: 2 },
} as const satisfies Readonly<Record<string, FiatCurrency>>;

export type FiatCurrencyCode = keyof typeof fiatCurrencies;
export const fiatCurrencyCodes = Object.keys(fiatCurrencies) as FiatCurrencyCode[];

/** The coins that are traded against them. */
export const fiatCoins = ['USDT', 'USDC', 'BTC', 'ETH'] as const;
export type FiatCoin = (typeof fiatCoins)[number];

/** Ways to pay. */
export const paymentMethods = ['alipay', 'wechat', 'bank', 'paypal'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Collection methods one user may keep, and lengths of their texts. */
export const collectionMethodsMax = 8;
export const collectionAccountMaxLength = 64;
export const bankNameMaxLength = 60;

/** The merchant deposit: held in the fiat wallet, in this coin. */
export const merchantDepositAsset = 'USDT';
export const merchantDepositAmount = '500';
/** Figures of a merchant cover this long. */
export const merchantFiguresMs = 30 * dayMs;

/** Payment times a merchant may choose from: whole minutes between the two. */
export const paymentMinutesMin = 15;
export const paymentMinutesMax = 60;
/** Adverts one merchant may list at once. */
export const listedAdvertsMax = 20;
export const advertTermsMaxLength = 500;
/** A price further from the index than this is asked about twice; beyond the second it is refused. In per cent. */
export const priceAskPercent = 20;
export const priceRefusePercent = 50;

/** Fiat orders one user may have open as the taker, at once. */
export const openFiatOrdersMax = 3;
/** Cancellations by one buyer in a day (UTC+8) before the next one costs a merchant, and ends a day of others. */
export const freeCancelsPerDay = 2;
/** What the next one takes of the deposit, in per cent (spec point 9). */
export const cancelPenaltyPercent = 50;
/** A buyer who paid may appeal this long after that, and not before the payment time has passed. */
export const releaseWindowMs = 5 * minuteMs;
/** The other side of an appeal is asked to answer within this time. In practice mode the policy decides then. */
export const appealAnswerMs = 12 * hourMs;
export const practiceAppealAnswerMs = 20_000;
/** Appeals and their answers: characters, pictures, and statements of one side. */
export const appealTextMinLength = 10;
export const appealTextMaxLength = 1_000;
export const appealStatementsMax = 10;
/** Payment proofs of one side of an order. */
export const paymentProofsMax = 6;
