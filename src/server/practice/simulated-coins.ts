import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { Decimal } from '#protocol/core/decimal.ts';

/** Model of a coin in the simulated market. Plain numbers: no real money is involved. */
export interface SimulatedCoin {
  /** Price in USDT at the anchor moment of the simulation. */
  readonly price: number;
  /** Standard deviation of one day's change, as a share: 0.025 is 2.5 %. */
  readonly dailyVolatility: number;
  /** How much of the whole market's movement the coin follows; 1 is as much as Bitcoin. */
  readonly beta: number;
  /** Average daily volume in USDT. */
  readonly dailyTurnover: number;
  /** When it is at its price, epoch milliseconds; absent for the common anchor of the simulation. */
  readonly anchorMs?: number;
}

function coin(price: number, dailyVolatility: number, beta: number, turnoverMillions: number): SimulatedCoin {
  return { price, dailyVolatility, beta, dailyTurnover: turnoverMillions * 1_000_000 };
}

/** The model of each coin that ships, and of gold: how the simulated market moves them. */
export const simulatedCoins: Readonly<Record<string, SimulatedCoin>> = {
  BTC: coin(67_482.5, 0.014, 1, 184),
  ETH: coin(3_512.86, 0.018, 1.15, 92.6),
  SOL: coin(168.42, 0.026, 1.3, 41.3),
  BNB: coin(598.42, 0.015, 0.9, 16.4),
  XRP: coin(0.5284, 0.022, 0.9, 18.8),
  DOGE: coin(0.13872, 0.034, 1.3, 14.2),
  TON: coin(6.842, 0.028, 0.9, 8.8),
  ADA: coin(0.4512, 0.024, 1.1, 6.9),
  TRX: coin(0.12384, 0.014, 0.5, 5.2),
  LINK: coin(14.862, 0.026, 1.2, 9.6),
  AVAX: coin(34.18, 0.028, 1.3, 6.1),
  SHIB: coin(0.00001742, 0.036, 1.3, 5.4),
  DOT: coin(6.931, 0.024, 1.1, 4.1),
  LTC: coin(82.46, 0.02, 0.9, 5.8),
  BCH: coin(438.72, 0.024, 1, 4.6),
  UNI: coin(9.283, 0.028, 1.2, 3.7),
  NEAR: coin(5.764, 0.031, 1.3, 4.9),
  PEPE: coin(0.00001183, 0.045, 1.4, 7.7),
  ICP: coin(11.942, 0.03, 1.1, 2.6),
  APT: coin(8.764, 0.03, 1.2, 3.1),
  SUI: coin(1.1842, 0.034, 1.3, 5.5),
  ARB: coin(0.9183, 0.029, 1.2, 3.8),
  OP: coin(2.1846, 0.03, 1.2, 2.9),
  ATOM: coin(8.412, 0.024, 1.1, 2.4),
  FIL: coin(5.318, 0.027, 1.1, 2.8),
  ETC: coin(26.384, 0.023, 1, 2.7),
  XLM: coin(0.10582, 0.022, 0.9, 1.9),
  HBAR: coin(0.07842, 0.027, 1, 1.7),
  ALGO: coin(0.17364, 0.025, 1, 1.4),
  AAVE: coin(96.52, 0.028, 1.2, 2.5),
  MKR: coin(2_748.1, 0.024, 1, 1.6),
  INJ: coin(24.861, 0.034, 1.3, 3.3),
  TIA: coin(8.927, 0.036, 1.2, 3.4),
  SEI: coin(0.4673, 0.035, 1.2, 2.2),
  USDC: coin(0.9998, 0.0001, 0, 21.5),
  // An ounce of gold, hardly correlated with coins.
  XAU: coin(2_718.4, 0.0095, 0.05, 240),
};

/** A coin listed by an operator moves like the average coin, from its reference price at its listing on. */
const newcomer = { dailyVolatility: 0.03, beta: 1.2, dailyTurnover: 2_000_000 } as const;

/** What the model of a pair is made of. */
type ModelledPair = Pick<Pair, 'base' | 'listedAt'> & { readonly referencePrice?: Decimal | null };

/** The model of a pair's base; null for a coin without a model and without a reference price. */
export function simulatedCoin({ base, listedAt, referencePrice = null }: ModelledPair): SimulatedCoin | null {
  const known = simulatedCoins[base];
  if (known !== undefined) return known;
  return referencePrice === null ? null : { ...newcomer, price: Number(referencePrice), anchorMs: listedAt };
}
