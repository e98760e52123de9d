/**
 * How a simulated price walks: each second its level takes one step that the second's secret decides. A level is the
 * natural logarithm of the price against the model's, in millionths of a millionth: whole, so that everyone who
 * recomputes a walk finds the very same levels.
 */
export const levelScale = 1e12;
/** A level is drawn back to the model's price over a year: too slowly to reveal anything about the coming minutes. */
export const reversionSeconds = 365 * 86_400;
/** What moves all pairs together is drawn under this name; each pair's own part under its id. */
export const marketName = 'market';

const uint32 = 2 ** 32;

/** Standard deviations of a second's step, in units of a level. */
export interface WalkSteps {
  /** Of the pair's own part. */
  readonly own: number;
  /** Of the part that follows the market. */
  readonly market: number;
}

/** The walk of one pair. */
export interface Walk extends WalkSteps {
  /** Price at level 0 in the quote coin. */
  readonly price: number;
  readonly priceDecimals: number;
}

/**
 * The text whose SHA-256 decides what a secret draws under a name. All secrets are of one length, so that a plain hash
 * with the secret in front reveals nothing about another name.
 */
export function drawText(secret: string, name: string): string {
  return `${secret}|${name}`;
}

/** What a hash in hex draws: mean 0, variance 1, at most 2 √3 away; the sum of four uniform numbers. */
export function drawnOf(hash: string): number {
  let sum = 0;
  for (let at = 0; at < 32; at += 8) sum += Number.parseInt(hash.slice(at, at + 8), 16);
  return ((sum - 2 * (uint32 - 1)) / uint32) * Math.sqrt(3);
}

/** The level one second on. @param own and @param market what its secret draws, by `drawnOf` */
export function nextLevel(level: number, steps: WalkSteps, own: number, market: number): number {
  return level + Math.round(own * steps.own + market * steps.market) - Math.round(level / reversionSeconds);
}

/** A price in ticks, at least 1. @param price at level 0, in the quote coin */
export function ticksAtLevel(price: number, priceDecimals: number, level: number): number {
  return Math.max(1, Math.round(price * 10 ** priceDecimals * Math.exp(level / levelScale)));
}
