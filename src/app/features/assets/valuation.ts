import { type Decimal, fromUnits, fromUnitsFixed, toUnits, unitsPerOne } from '#protocol/core/decimal.ts';
import type { Balance } from '#protocol/wallets/entities/wallet.ts';
import type { Wallet } from '#protocol/wallets/wallets.ts';

/** The coin in which everything is valued. */
export const valuationAsset = 'USDT';

/** Places of amounts, prices and values before they are cut: as the exchange values them. */
const scale = 18;
/** Places of a value that users see (spec point 9: two, truncated). */
const shownPlaces = 2;
/** Below this many USDT a balance is small. */
const smallBelow = unitsPerOne(scale);

/** The last price of one coin in USDT, or null when there is none. */
type PriceOf = (asset: string) => Decimal | null;

/** A balance as the stream or the wallet's call reports it. */
export type HeldBalance = Omit<Balance, 'valuation'> & Partial<Pick<Balance, 'valuation'>>;

/** A balance with what is held of it altogether and what that is worth. */
export interface ValuedBalance {
  readonly balance: HeldBalance;
  /** The three parts together, in the asset. */
  readonly held: Decimal;
  /** USDT at 18 places; null without a price. */
  readonly value: bigint | null;
}

/** One coin of all wallets together. */
export interface CoinValue {
  readonly asset: string;
  readonly held: Decimal;
  readonly value: bigint | null;
}

function heldUnits({ available, frozen, locked }: HeldBalance): bigint {
  return toUnits(available, scale) + toUnits(frozen, scale) + toUnits(locked, scale);
}

function valueOf(units: bigint, asset: string, priceOf: PriceOf): bigint | null {
  if (units === 0n) return 0n;
  if (asset === valuationAsset) return units;
  const price = priceOf(asset);
  return price === null ? null : (units * toUnits(price, scale)) / unitsPerOne(scale);
}

/**
 * Values balances at 18 places; they are cut only when they are shown, so that many small coins keep their fractions.
 *
 * @param priceOf null while no prices are known: the valuations that came with the balances then count
 */
export function valueBalances(balances: readonly HeldBalance[], priceOf: PriceOf | null): ValuedBalance[] {
  return balances.map((balance) => {
    const units = heldUnits(balance);
    const shown = balance.valuation ?? null;
    const value =
      priceOf === null ? (shown === null ? null : toUnits(shown, scale)) : valueOf(units, balance.asset, priceOf);
    return { balance, held: fromUnits(units, scale), value };
  });
}

/** All wallets together, by coin; coins of which nothing is held are left out. The dearest first, then by name. */
export function byCoin(balances: readonly ValuedBalance[]): CoinValue[] {
  const coins = new Map<string, { units: bigint; value: bigint | null }>();
  for (const { balance, held, value } of balances) {
    const before = coins.get(balance.asset) ?? { units: 0n, value: 0n };
    const sum = before.value === null || value === null ? null : before.value + value;
    coins.set(balance.asset, { units: before.units + toUnits(held, scale), value: sum });
  }
  return [...coins]
    .filter(([, { units }]) => units > 0n)
    .map(([asset, { units, value }]) => ({ asset, held: fromUnits(units, scale), value }))
    .toSorted((a, b) => dearer(a.value, b.value) || (a.asset < b.asset ? -1 : 1));
}

function dearer(a: bigint | null, b: bigint | null): number {
  const difference = (b ?? -1n) - (a ?? -1n);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Sum of the values; what has no price counts nothing. */
export function totalOf(values: readonly { readonly value: bigint | null }[]): bigint {
  return values.reduce((sum, { value }) => sum + (value ?? 0n), 0n);
}

/** Total of one wallet. */
export function walletTotal(balances: readonly ValuedBalance[], wallet: Wallet): bigint {
  return totalOf(balances.filter(({ balance }) => balance.wallet === wallet));
}

/** A value as it is shown: USDT with two places, truncated. */
export function shownValue(value: bigint): Decimal {
  return fromUnitsFixed(value / unitsPerOne(scale - shownPlaces), shownPlaces);
}

/** Whether a balance is worth less than 1 USDT; what has no price is never called small. */
export function isSmall(value: bigint | null): boolean {
  return value !== null && value < smallBelow;
}

/** A change since some time: in USDT, and in percent where there was something to compare with. */
export interface Change {
  readonly amount: Decimal;
  readonly percent: Decimal | null;
}

/**
 * What the total gained or lost since an earlier figure; null when that is not known. Money that came in or went out
 * meanwhile is neither: the percentage is of the earlier figure with what came in.
 *
 * @param flows what came in less what went out, in USDT
 */
export function changeSince(total: Decimal, earlier: Decimal | null, flows: Decimal | null = '0'): Change | null {
  if (earlier === null || flows === null) return null;
  const before = toUnits(earlier, scale);
  const net = toUnits(flows, scale);
  const change = toUnits(total, scale) - before - net;
  const base = net > 0n ? before + net : before;
  const percent = base === 0n ? null : fromUnitsFixed((change * 10_000n) / base, shownPlaces);
  return { amount: fromUnitsFixed(change / unitsPerOne(scale - shownPlaces), shownPlaces), percent };
}

/** A part of the whole; `asset` is null for all that is too small for a slice of its own. */
export interface Slice {
  readonly asset: string | null;
  /** Percent with one place, truncated. */
  readonly percent: Decimal;
  /** 0 to 1, for the picture alone. */
  readonly share: number;
}

/**
 * The shares of the coins, largest first.
 *
 * @param most slices at most; past it the last one gathers the rest
 */
export function allocate(coins: readonly CoinValue[], most: number): Slice[] {
  const worth = coins
    .flatMap(({ asset, value }) => (value === null || value <= 0n ? [] : [{ asset, value }]))
    .toSorted((a, b) => dearer(a.value, b.value));
  const total = totalOf(worth);
  const slice = (asset: string | null, value: bigint): Slice => ({
    asset,
    percent: fromUnitsFixed((value * 1_000n) / total, 1),
    share: Number((value * 1_000_000n) / total) / 1_000_000,
  });
  if (worth.length <= most) return worth.map(({ asset, value }) => slice(asset, value));
  const named = worth.slice(0, most - 1);
  return [...named.map(({ asset, value }) => slice(asset, value)), slice(null, total - totalOf(named))];
}
