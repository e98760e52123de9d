import { dayMs } from '#protocol/core/durations.ts';
import { type FixedCycle, fixedCycle } from '#protocol/fixed-terms/entities.ts';
import { fromUnits, isDecimal, toExactUnits } from '#protocol/core/decimal.ts';
import { assets, assetScale } from '#server/core/assets.ts';
import { systemClock } from '#server/core/clock/clock.ts';
import type { Config } from '#server/core/config/config.ts';
import type { Database } from '#server/core/store/database.ts';
import { addProduct, changeProduct, revokeHolding, type TermChange } from '#server/earn/fixed-terms/operate.ts';
import type { ProductRow } from '#server/earn/fixed-terms/rows.ts';
import { readProducts } from '#server/earn/fixed-terms/store.ts';
import { type Command, say, UsageError } from '../command.ts';
import { readSigned, type SignedArguments } from '../signed-options.ts';

const terms = ['rate', 'exit', 'minimum', 'maximum', 'quota'] as const;
const options = [...terms, 'days', 'day-seconds'] as const;
type Arguments = SignedArguments<(typeof options)[number]>;
type Given = Arguments['options'];

/** A percentage has four places in millionths. */
const percentScale = 4;
const wholePpm = 1_000_000n;

/** @throws UsageError for anything but a percentage of 0 to 100 with up to four places */
function ppmOf(text: string, name: string): bigint {
  const ppm = isDecimal(text) ? toExactUnits(text, percentScale) : null;
  if (ppm === null || ppm < 0n || ppm > wholePpm) throw new UsageError(`--${name} is a percentage, as in 0.48.`);
  return ppm;
}

/** @throws UsageError for anything but an amount above zero of the coin */
function unitsOf(text: string, name: string, asset: string): bigint {
  const units = isDecimal(text) ? toExactUnits(text, assetScale(asset)) : null;
  if (units === null || units < 0n) throw new UsageError(`--${name} is an amount of ${asset}.`);
  return units;
}

/** @throws UsageError for anything but a whole number above zero */
function numberOf(text: string, name: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new UsageError(`--${name} is a whole number above zero.`);
  return Number(text);
}

function changeOf(given: Given, asset: string): TermChange {
  return {
    ...(given.rate === undefined ? {} : { ratePpm: ppmOf(given.rate, 'rate') }),
    ...(given.exit === undefined ? {} : { exitPpm: ppmOf(given.exit, 'exit') }),
    ...(given.minimum === undefined ? {} : { minimum: unitsOf(given.minimum, 'minimum', asset) }),
    ...(given.maximum === undefined ? {} : { maximum: unitsOf(given.maximum, 'maximum', asset) }),
    ...(given.quota === undefined ? {} : { quota: unitsOf(given.quota, 'quota', asset) }),
  };
}

/** @throws UsageError for what the store would not take */
function checkTerms({ ratePpm, minimum, maximum }: Pick<ProductRow, 'ratePpm' | 'minimum' | 'maximum'>): void {
  if (ratePpm === 0n) throw new UsageError('--rate is above zero.');
  if (minimum === 0n || maximum < minimum) throw new UsageError('--minimum is above zero, and --maximum not below it.');
}

/** The days of a cycle unless said otherwise. */
const daysOf: Readonly<Record<FixedCycle, number>> = { weekly: 7, monthly: 30, quarterly: 90, yearly: 365 };

async function add(
  database: Database,
  { words, options: given, ...signed }: Arguments,
  config: Config,
): Promise<boolean> {
  const [, coin = '', cycleText, ...more] = words;
  const asset = coin.toUpperCase();
  const cycle = fixedCycle.options.find((one) => one === cycleText);
  if (!assets.has(asset) || cycle === undefined || more.length > 0) {
    throw new UsageError(`fixed add COIN ${fixedCycle.options.join('|')} and its terms.`);
  }
  const { rate, exit, minimum, maximum, quota, days } = given;
  const seconds = given['day-seconds'];
  if (
    rate === undefined ||
    exit === undefined ||
    minimum === undefined ||
    maximum === undefined ||
    quota === undefined
  ) {
    throw new UsageError(`A product needs ${terms.map((name) => `--${name}`).join(', ')}.`);
  }
  if (seconds !== undefined && config.mode !== 'practice') throw new UsageError('Short cycles exist in practice mode.');
  const ratePpm = ppmOf(rate, 'rate');
  checkTerms({
    ratePpm,
    minimum: unitsOf(minimum, 'minimum', asset),
    maximum: unitsOf(maximum, 'maximum', asset),
  });
  unitsOf(quota, 'quota', asset);
  const product = {
    asset,
    cycle,
    days: days === undefined ? daysOf[cycle] : numberOf(days, 'days'),
    dayMs: seconds === undefined ? dayMs : numberOf(seconds, 'day-seconds') * 1_000,
    ratePpm: Number(ratePpm),
    exitPpm: Number(ppmOf(exit, 'exit')),
    minimum,
    maximum,
    quota,
  };
  const id = await database.transaction((tx) => addProduct(tx, product, { ...signed, at: systemClock() }));
  say(id === null ? 'As many products are on sale as may be: close one first.' : `Product ${id} is on sale.`);
  return id !== null;
}

/** @throws UsageError for anything but an id */
function idOf(words: readonly string[], name: string): bigint {
  const [, text = '', ...more] = words;
  if (!/^\d{1,18}$/.test(text) || more.length > 0) throw new UsageError(`Name ${name} by its number.`);
  return BigInt(text);
}

async function change(database: Database, { words, options: given, ...signed }: Arguments): Promise<boolean> {
  const id = idOf(words, 'the product');
  const before = (await readProducts(database.pool)).find((one) => one.id === id);
  if (before === undefined) {
    say('There is no such product: see fixed.');
    return false;
  }
  const [act] = words;
  const wanted: TermChange = act === 'change' ? changeOf(given, before.asset) : { isOpen: act === 'open' };
  if (Object.keys(wanted).length === 0)
    throw new UsageError(`Say what changes: ${terms.map((name) => `--${name}`).join(', ')}.`);
  checkTerms({ ...before, ...wanted });
  await database.transaction((tx) => changeProduct(tx, id, wanted, { ...signed, at: systemClock() }));
  say(`Product ${id} is changed for what is bought from now on.`);
  return true;
}

async function revoke(database: Database, { words, by, reason }: Arguments): Promise<boolean> {
  const id = idOf(words, 'the fixed term');
  const done = await database.transaction((tx) => revokeHolding(tx, id, { by, reason, at: systemClock() }));
  say(done ? `Fixed term ${id} returns with its interest so far, within seconds.` : 'No such fixed term is running.');
  return done;
}

/** One product. */
function productText({ asset, ...product }: ProductRow): string {
  const amount = (units: bigint) => fromUnits(units, assetScale(asset));
  const percent = (ppm: bigint) => `${fromUnits(ppm, percentScale)} %`;
  const day = product.dayMs === dayMs ? 'days' : `days of ${product.dayMs / 1_000} s`;
  return [
    `${product.id}  ${asset} ${product.cycle}, ${product.days} ${day}, ${product.isOpen ? 'on sale' : 'closed'}`,
    `   rate ${percent(product.ratePpm)}, leaving early costs ${percent(product.exitPpm)} of the interest so far`,
    `   ${amount(product.minimum)} to ${amount(product.maximum)} a person, quota ${amount(product.quota)}`,
    `   holds ${amount(product.held)}, promised ${amount(product.promised)}`,
  ].join('\n');
}

/** Commands for fixed-term products and what was bought of them. */
export const fixedTermCommands: Readonly<Record<string, Command>> = {
  fixed: {
    usage:
      'fixed | fixed add COIN CYCLE TERMS [--days N] [--day-seconds N] | change ID TERMS | close|open ID | revoke TERM --reason TEXT [--by NAME]',
    meaning: `Fixed-term products; TERMS are ${terms.map((name) => `--${name}`).join(', ')}, rates in percent.`,
    async run(database, args, config) {
      if (args.length === 0) {
        say((await readProducts(database.pool)).map(productText).join('\n') || 'There are no products.');
        return true;
      }
      const read = readSigned(args, options);
      const [act] = read.words;
      if (act === 'add') return add(database, read, config);
      if (act === 'revoke') return revoke(database, read);
      if (act === 'change' || act === 'close' || act === 'open') return change(database, read);
      throw new UsageError('Say add, change, close, open or revoke.');
    },
  },
};
