/** Indicators written the plain way, each candle from the beginning: what the incremental ones are held against. */

export interface NaiveCandles {
  readonly highs: readonly number[];
  readonly lows: readonly number[];
  readonly closes: readonly number[];
}

export function naiveMean(values: readonly number[], period: number): number[] {
  return values.map((_, at) => {
    if (at < period - 1) return Number.NaN;
    return values.slice(at - period + 1, at + 1).reduce((sum, value) => sum + value, 0) / period;
  });
}

export function naiveExponential(values: readonly number[], period: number): number[] {
  const begin = values.findIndex((value) => !Number.isNaN(value));
  const seedAt = begin + period - 1;
  return values.map((_, at) => {
    if (begin < 0 || at < seedAt) return Number.NaN;
    let mean = values.slice(begin, seedAt + 1).reduce((sum, value) => sum + value, 0) / period;
    for (let index = seedAt + 1; index <= at; index += 1) {
      mean = (values[index]! * 2 + mean * (period - 1)) / (period + 1);
    }
    return mean;
  });
}

export function naiveBollinger(values: readonly number[], period: number, width: number): number[][] {
  const middle = naiveMean(values, period);
  const reach = values.map((_, at) => {
    if (at < period - 1) return Number.NaN;
    const squares = values.slice(at - period + 1, at + 1).map((value) => (value - middle[at]!) ** 2);
    return width * Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / period);
  });
  return [middle, middle.map((mean, at) => mean + reach[at]!), middle.map((mean, at) => mean - reach[at]!)];
}

export function naiveMacd(values: readonly number[], fast: number, slow: number, signal: number): number[][] {
  const fastMean = naiveExponential(values, fast);
  const slowMean = naiveExponential(values, slow);
  const difference = fastMean.map((mean, at) => mean - slowMean[at]!);
  const signalMean = naiveExponential(difference, signal);
  return [difference, signalMean, difference.map((value, at) => 2 * (value - signalMean[at]!))];
}

/** Where the close stands in the range of the last candles, 0 to 1, or null without a range. */
function standing({ highs, lows, closes }: NaiveCandles, at: number, period: number): number | null {
  const high = Math.max(...highs.slice(at - period + 1, at + 1));
  const low = Math.min(...lows.slice(at - period + 1, at + 1));
  return high > low ? (closes[at]! - low) / (high - low) : null;
}

export function naiveKdj(candles: NaiveCandles, period: number, smoothK: number, smoothD: number): number[][] {
  const lines: [number[], number[], number[]] = [[], [], []];
  let k = 50;
  let d = 50;
  for (let at = 0; at < candles.closes.length; at += 1) {
    if (at >= period - 1) {
      const raw = (standing(candles, at, period) ?? 0.5) * 100;
      k = (k * (smoothK - 1) + raw) / smoothK;
      d = (d * (smoothD - 1) + k) / smoothD;
    }
    const known = at >= period - 1;
    lines[0].push(known ? k : Number.NaN);
    lines[1].push(known ? d : Number.NaN);
    lines[2].push(known ? 3 * k - 2 * d : Number.NaN);
  }
  return lines;
}

export function naiveRsi(values: readonly number[], period: number): number[] {
  const changes = values.slice(1).map((value, at) => value - values[at]!);
  const smoothed = (moves: readonly number[], upTo: number) => {
    let mean = moves.slice(0, period).reduce((sum, move) => sum + move, 0) / period;
    for (let at = period; at < upTo; at += 1) mean = (mean * (period - 1) + moves[at]!) / period;
    return mean;
  };
  return values.map((_, at) => {
    if (at < period) return Number.NaN;
    const gain = smoothed(
      changes.map((change) => Math.max(change, 0)),
      at,
    );
    const loss = smoothed(
      changes.map((change) => Math.max(-change, 0)),
      at,
    );
    return gain + loss === 0 ? 50 : (100 * gain) / (gain + loss);
  });
}

export function naiveWilliams(candles: NaiveCandles, period: number): number[] {
  return candles.closes.map((_, at) => {
    if (at < period - 1) return Number.NaN;
    const share = standing(candles, at, period);
    return share === null ? -50 : (1 - share) * -100;
  });
}
