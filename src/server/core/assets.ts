/** How an asset is counted and shown. */
export interface Asset {
  readonly id: string;
  /** Decimal places of the ledger's smallest unit: an amount of 1 is 10^-scale. */
  readonly scale: number;
  /** Decimal places shown to users; further digits are truncated. */
  readonly displayDecimals: number;
}

/**
 * Scale and display decimals of every coin. Supplies times 10^scale stay far below 2^63, which is why coins with
 * supplies in the trillions have a small scale.
 */
const table = {
  USDT: [8, 2],
  USDC: [8, 2],
  AAVE: [8, 4],
  ADA: [8, 2],
  ALGO: [8, 2],
  APT: [8, 4],
  ARB: [8, 2],
  ATOM: [8, 4],
  AVAX: [8, 4],
  BCH: [8, 5],
  BNB: [8, 5],
  BTC: [8, 8],
  DOGE: [6, 2],
  DOT: [8, 4],
  ETC: [8, 4],
  ETH: [8, 6],
  FIL: [8, 4],
  HBAR: [8, 2],
  ICP: [8, 4],
  INJ: [8, 4],
  LINK: [8, 4],
  LTC: [8, 5],
  MKR: [8, 6],
  NEAR: [8, 4],
  OP: [8, 4],
  PEPE: [2, 0],
  SEI: [8, 2],
  SHIB: [2, 0],
  SOL: [8, 4],
  SUI: [8, 4],
  TIA: [8, 4],
  TON: [8, 4],
  TRX: [6, 2],
  UNI: [8, 4],
  XLM: [7, 2],
  XRP: [6, 2],
} as const satisfies Readonly<Record<string, readonly [scale: number, displayDecimals: number]>>;

/** Every asset the ledger can hold, by id. */
export const assets: ReadonlyMap<string, Asset> = new Map(
  Object.entries(table).map(([id, [scale, displayDecimals]]) => [id, { id, scale, displayDecimals }]),
);

/**
 * The scale of an asset.
 *
 * @throws Error for an asset the ledger does not know: input is checked before, so this is a broken invariant
 */
export function assetScale(id: string): number {
  const asset = assets.get(id);
  if (asset === undefined) throw new Error(`no such asset: ${id}`);
  return asset.scale;
}
