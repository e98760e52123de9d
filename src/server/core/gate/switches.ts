import { type Product, products, type SwitchedOffReason } from '#protocol/core/products.ts';
import type { Countries } from '../countries.ts';
import type { Database, Transaction } from '../store/database.ts';
import { writeOperatorLog } from './operator-log.ts';
import type { Signed } from './stops.ts';
import { dealingStoredAs, storedName } from './stored-names.ts';

/** What an operator decided: for a product in one country, or in all that have no decision of their own (null). */
export interface ProductSwitch {
  readonly product: Product;
  readonly country: string | null;
  readonly isOn: boolean;
}

/** A decision in force. */
export interface StandingSwitch extends ProductSwitch {
  /** Epoch milliseconds. */
  readonly since: number;
  readonly by: string;
  readonly reason: string;
}

/** The switches, as the gate needs them. */
export type Switches = ReadonlyMap<Product, ReadonlyMap<string | null, boolean>>;

export const noSwitches: Switches = new Map();

/** All decisions in force, by product and country. */
export async function readSwitches({ pool }: Pick<Database, 'pool'>): Promise<StandingSwitch[]> {
  const { rows } = await pool.query<{
    product: string;
    country: string;
    is_on: boolean;
    since: string;
    who: string;
    reason: string;
  }>('SELECT product, country, is_on, since, who, reason FROM product_switches ORDER BY product, country');
  return rows.flatMap(({ product: name, country, is_on: isOn, since, who, reason }) => {
    // A product of another version has no calls here.
    const product = products.find((one) => one === dealingStoredAs(name));
    if (product === undefined) return [];
    return [{ product, country: country === '' ? null : country, isOn, since: Number(since), by: who, reason }];
  });
}

/** The switches, as the gate needs them. */
export function switchesOf(standing: readonly ProductSwitch[]): Switches {
  const byProduct = Map.groupBy(standing, ({ product }) => product);
  return new Map(
    [...byProduct].map(([product, own]) => [product, new Map(own.map(({ country, isOn }) => [country, isOn]))]),
  );
}

/**
 * Why a product is switched off for somebody of these countries; null when it is on. A country's own decision precedes
 * the one for all. Where it is not clear, it is off: when one of several possible countries is, or when no country is
 * known and the product is off anywhere.
 */
export function switchedOff(switches: Switches, product: Product, countries: Countries): SwitchedOffReason | null {
  const decided = switches.get(product);
  if (decided === undefined) return null;
  const isOnElsewhere = decided.get(null) ?? true;
  const decisions = [...decided.values()];
  const isOff =
    countries.length > 0
      ? countries.some((country) => !(decided.get(country) ?? isOnElsewhere))
      : decisions.includes(false);
  if (!isOff) return null;
  if (!isOnElsewhere && !decisions.includes(true)) return 'everyone';
  return countries.length > 0 ? 'country' : 'unknown-country';
}

/**
 * Writes a decision, with a line in the log. The running exchange applies it within about a second. Switching a product
 * on for all removes the decision for all; those of single countries stay.
 *
 * @returns the id of the line, or null when that is decided already
 */
export async function writeSwitch(tx: Transaction, change: ProductSwitch, signed: Signed): Promise<bigint | null> {
  const { product, country, isOn } = change;
  if (country === null && isOn) return dropSwitch(tx, change, signed);
  const { rowCount } = await tx.client.query(
    `INSERT INTO product_switches (product, country, is_on, since, who, reason) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (product, country) DO UPDATE
       SET is_on = EXCLUDED.is_on, since = EXCLUDED.since, who = EXCLUDED.who, reason = EXCLUDED.reason
       WHERE product_switches.is_on <> EXCLUDED.is_on`,
    [storedName(product), country ?? '', isOn, signed.at, signed.by, signed.reason],
  );
  return rowCount === 0 ? null : logSwitch(tx, isOn ? 'switch-on' : 'switch-off', change, signed);
}

/**
 * Removes the decision for a country, which then follows the one for all, with a line in the log.
 *
 * @returns the id of the line, or null when there was none
 */
export async function clearSwitch(
  tx: Transaction,
  change: Pick<ProductSwitch, 'product' | 'country'>,
  signed: Signed,
): Promise<bigint | null> {
  return (await deleteSwitch(tx, change)) ? logSwitch(tx, 'switch-clear', change, signed) : null;
}

async function dropSwitch(tx: Transaction, change: ProductSwitch, signed: Signed): Promise<bigint | null> {
  return (await deleteSwitch(tx, change)) ? logSwitch(tx, 'switch-on', change, signed) : null;
}

async function deleteSwitch(tx: Transaction, { product, country }: Omit<ProductSwitch, 'isOn'>): Promise<boolean> {
  const { rowCount } = await tx.client.query('DELETE FROM product_switches WHERE product = $1 AND country = $2', [
    storedName(product),
    country ?? '',
  ]);
  return rowCount !== 0;
}

function logSwitch(
  tx: Transaction,
  what: 'switch-on' | 'switch-off' | 'switch-clear',
  { product, country }: Omit<ProductSwitch, 'isOn'>,
  signed: Signed,
): Promise<bigint> {
  const subject = country === null ? product : `${product} ${country}`;
  return writeOperatorLog(tx, { what, scope: null, subject, sessions: [] }, signed);
}
