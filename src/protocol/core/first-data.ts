/** What the page comes with, so that a visitor's home can be drawn before anything else was asked for. */

/** Id of the script element that carries it, as JSON. */
export const firstDataId = 'first-data';
export const firstDataBytesMax = 4_096;
/** Rows of home's list of pairs. */
export const firstPairs = 6;

/** A pair as home lists it. */
export interface FirstPair {
  readonly id: string;
  readonly base: string;
  readonly name: string;
  readonly priceDecimals: number;
  /** Price of the last trade, a decimal. */
  readonly last: string;
  /** Change within 24 hours in percent, a decimal. */
  readonly change: string;
  /** Hourly closes from 0 (lowest) to 99 (highest): a picture, not prices. */
  readonly line: readonly number[];
}

export interface FirstData {
  /** Server time, in epoch milliseconds. */
  readonly at: number;
  /** Those with the most turnover first. */
  readonly pairs: readonly FirstPair[];
  /** Answers of public calls, by path and input as the page asks for them. */
  readonly answers: readonly (readonly [path: string, input: Readonly<Record<string, string>>, answer: unknown])[];
}
