import { dayMs, hourMs, minuteMs } from '../core/durations.ts';

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
export const p2pCoins = ['USDT', 'USDC', 'BTC', 'ETH'] as const;
export type P2pCoin = (typeof p2pCoins)[number];

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
/** A merchant's reply to every new order, and users one may block. */
export const autoReplyMaxLength = 500;
export const blockedUsersMax = 200;
/** Adverts of one side of the board that the stream follows, best prices first, and how often it says what changed. */
export const boardAdvertsPublished = 60;
export const boardPublishMs = 1_000;
/** A price further from the index than this is asked about twice; beyond the second it is refused. In per cent. */
export const priceAskPercent = 20;
export const priceRefusePercent = 50;

/** P2P orders one user may have open as the taker, at once. */
export const openP2pOrdersMax = 3;
/**
 * A trading history: orders completed within this time, of which a counterparty counts who is verified and with whom
 * they are worth at least `historyPersonWorth` USDT together.
 */
export const p2pHistoryMs = 180 * dayMs;
export const historyPersonWorth = '50';
/**
 * What somebody may take in a day (UTC+8), worth in USDT: with a history of so many different counterparties, worth so
 * much in all, the first of them at least so many days ago. Whoever only has the first has no history.
 */
export const p2pDayLimits = [
  { limit: '5000', people: 0, worth: '0', days: 0 },
  { limit: '20000', people: 3, worth: '1000', days: 7 },
  { limit: '50000', people: 10, worth: '10000', days: 30 },
  { limit: '200000', people: 30, worth: '50000', days: 90 },
] as const;
/** What a buyer without a history keeps locked at once by orders that are not paid: of one advert and in all, in USDT. */
export const newcomerLockLimits = { advert: '1000', total: '2000' } as const;
/** Coins bought from other people stay on the exchange for this long, where that is switched on. */
export const boughtHoldMs = dayMs;
/** A seller is warned of an order that is marked as paid without a payment proof for this long. */
export const proofExpectedMs = 2 * minuteMs;
/**
 * Cancellations by one buyer in a day (UTC+8) before the next one costs a merchant, and ends a day of others. An order
 * that is not paid in time is one, see `src/server/p2p/orders/cancellations/rules.ts`.
 */
export const freeCancelsPerDay = 2;
/** What the next one takes of the deposit, in per cent (spec point 9). */
export const cancelPenaltyPercent = 50;
/** A buyer who asked the seller something this long before the end, and got no answer, is not to blame for it. */
export const answerExpectedMs = 5 * minuteMs;
/** A buyer who paid may appeal this long after that, and not before the payment time has passed. */
export const releaseWindowMs = 5 * minuteMs;
/** With a merchant of practice mode the buyer appeals this long after paying, whatever the payment time is. */
export const practiceReleaseWindowMs = 20_000;
/** The other side of an appeal is asked to answer within this time. In practice mode the policy decides then. */
export const appealAnswerMs = 12 * hourMs;
export const practiceAppealAnswerMs = 20_000;
/** Appeals and their answers: characters, pictures, and statements of one side. */
export const appealTextMinLength = 10;
export const appealTextMaxLength = 1_000;
export const appealStatementsMax = 10;
/** The merchant of a completed order can be rated for this long after its end: as long as its figures count. */
export const ratingMs = merchantFiguresMs;
/**
 * The conversation of an order: messages it takes of each side, so that neither can use up the other's, and how long its
 * sides can read it after the end.
 */
export const talkMessagesPerSideMax = 500;
export const talkReadableMs = 90 * dayMs;
/** Payment proofs of one side of an order. */
export const paymentProofsMax = 6;
