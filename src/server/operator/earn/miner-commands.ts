import { dayMs } from '#protocol/core/durations.ts';
import { fromUnits, isDecimal, toExactUnits } from '#protocol/core/decimal.ts';
import { incomePerDay, paysBackOn, yieldScale } from '#protocol/mining/maths.ts';
import { assets, assetScale } from '#server/core/assets.ts';
import { systemClock } from '#server/core/clock/clock.ts';
import type { Config } from '#server/core/config/config.ts';
import type { Database } from '#server/core/store/database.ts';
import { addModel, changeModel, findModel, type ModelChange, type NotChanged } from '#server/earn/mining/operate.ts';
import { type ModelRow, termsOf } from '#server/earn/mining/rules.ts';
import { allModels } from '#server/earn/mining/store.ts';
import { type Command, say, UsageError } from '../command.ts';
import { readSigned, type SignedArguments } from '../signed-options.ts';

const terms = ['price', 'power', 'yield', 'tank', 'burn', 'fuel-price', 'days', 'issued'] as const;
const options = [...terms, 'each', 'day-seconds'] as const;
type Arguments = SignedArguments<(typeof options)[number]>;

/** The bounds of the store, see `tables.ts`. */
const most = {
  power: 1_000_000,
  tank: 100_000,
  burn: 10_000,
  days: 3_650,
  issued: 1_000_000,
  each: 1_000_000,
} as const;
const daySeconds = { least: 60, most: dayMs / 1_000 } as const;
const nameMax = 40;

/** @throws UsageError for anything but a number above zero with at most so many places */
function unitsOf(text: string, name: string, scale: number): bigint {
  const units = isDecimal(text) ? toExactUnits(text, scale) : null;
  if (units === null || units <= 0n) throw new UsageError(`--${name} is above zero, with at most ${scale} places.`);
  return units;
}

/** @throws UsageError for anything but a whole number from 1 on that is not too large */
function countOf(text: string, name: keyof typeof most): number {
  if (!/^[1-9]\d{0,6}$/.test(text) || Number(text) > most[name]) {
    throw new UsageError(`--${name} is a whole number from 1 to ${most[name]}.`);
  }
  return Number(text);
}

/** @throws UsageError for anything but `none` or how many one person may buy */
function eachOf(text: string): number | null {
  return text === 'none' ? null : countOf(text, 'each');
}

function dayOf(text: string | undefined, mode: Config['mode']): number {
  if (text === undefined) return dayMs;
  if (mode !== 'practice') throw new UsageError('Short days exist in practice mode.');
  const seconds = Number(text);
  if (!Number.isInteger(seconds) || seconds < daySeconds.least || seconds > daySeconds.most) {
    throw new UsageError(`--day-seconds is a whole number from ${daySeconds.least} to ${daySeconds.most}.`);
  }
  return seconds * 1_000;
}

async function add(database: Database, { words, options: given, ...signed }: Arguments, { mode }: Config) {
  const [, coin = '', ...name] = words;
  const asset = coin.toUpperCase();
  if (!assets.has(asset) || name.length !== 1 || (name[0] ?? '').length > nameMax) {
    throw new UsageError('miners add COIN NAME and its terms; a name of two words stands in quotes.');
  }
  const termOf = (term: (typeof terms)[number]) => {
    const text = given[term];
    if (text === undefined) throw new UsageError(`A model needs ${terms.map((one) => `--${one}`).join(', ')}.`);
    return text;
  };
  const scale = assetScale(asset);
  const model = {
    asset,
    name: name[0] ?? '',
    price: unitsOf(termOf('price'), 'price', scale),
    power: countOf(termOf('power'), 'power'),
    yieldPerPower: unitsOf(termOf('yield'), 'yield', yieldScale),
    capacity: countOf(termOf('tank'), 'tank'),
    burn: countOf(termOf('burn'), 'burn'),
    fuelPrice: unitsOf(termOf('fuel-price'), 'fuel-price', scale),
    days: countOf(termOf('days'), 'days'),
    dayMs: dayOf(given['day-seconds'], mode),
    issued: countOf(termOf('issued'), 'issued'),
    perPerson: given.each === undefined ? null : eachOf(given.each),
  };
  if (model.capacity < model.burn) throw new UsageError('--tank holds at least what a day burns.');
  if (incomePerDay(termsOf(model)) === 0n) throw new UsageError('Such a miner would earn nothing in a day.');
  const id = await database.transaction((tx) => addModel(tx, model, { ...signed, at: systemClock() }));
  say(id === null ? notChanged['too-many'] : `Model ${id} is on sale.`);
  return id !== null;
}

const notChanged: Readonly<Record<NotChanged, string>> = {
  unknown: 'There is no such model: see miners.',
  'too-many': 'As many models are on sale as may be: close one first.',
  'below-sold': 'More than that are sold already.',
};

async function change(database: Database, { words, options: given, ...signed }: Arguments): Promise<boolean> {
  const [act, text = '', ...more] = words;
  if (!/^\d{1,18}$/.test(text) || more.length > 0) throw new UsageError('Name the model by its number.');
  const id = BigInt(text);
  const before = await findModel(database, id);
  if (before === null) {
    say(notChanged.unknown);
    return false;
  }
  const { price, issued, each } = given;
  const wanted: ModelChange =
    act === 'change'
      ? {
          ...(price === undefined ? {} : { price: unitsOf(price, 'price', assetScale(before.asset)) }),
          ...(issued === undefined ? {} : { issued: countOf(issued, 'issued') }),
          ...(each === undefined ? {} : { perPerson: eachOf(each) }),
        }
      : { onSale: act === 'open' };
  if (Object.keys(wanted).length === 0) throw new UsageError('Say what changes: --price, --issued or --each.');
  const fault = await database.transaction((tx) => changeModel(tx, id, wanted, { ...signed, at: systemClock() }));
  say(fault === null ? `Model ${id} is changed for what is bought from now on.` : notChanged[fault]);
  return fault === null;
}

/** One model. */
function modelText(model: ModelRow): string {
  const { id, name, asset, power, burn, capacity, days } = model;
  const amount = (units: bigint) => `${fromUnits(units, assetScale(asset))} ${asset}`;
  const day = model.dayMs === dayMs ? 'days' : `days of ${model.dayMs / 1_000} s`;
  const minerTerms = termsOf(model);
  const back = paysBackOn(minerTerms, model.price);
  return [
    `${id}  ${name}, ${amount(model.price)}, ${model.onSale ? 'on sale' : 'closed'}`,
    `   ${power} TH/s, ${amount(incomePerDay(minerTerms))} a day, burns ${burn} of ${capacity} fuel at ${amount(model.fuelPrice)}`,
    `   ${days} ${day}, ${back === null ? 'does not pay itself back' : `pays itself back on day ${back}`}`,
    `   ${model.sold} of ${model.issued} sold, ${model.perPerson ?? 'any number'} a person`,
  ].join('\n');
}

/** Commands for models of miners. */
export const minerCommands: Readonly<Record<string, Command>> = {
  miners: {
    usage:
      'miners | miners add COIN NAME TERMS [--each N] [--day-seconds N] | change ID [--price AMOUNT] [--issued N] [--each N|none] | close|open ID --reason TEXT [--by NAME]',
    meaning: `Models of miners; TERMS are ${terms.map((name) => `--${name}`).join(', ')}.`,
    async run(database, args, config) {
      if (args.length === 0) {
        say((await allModels(database)).map(modelText).join('\n') || 'There are no models.');
        return true;
      }
      const read = readSigned(args, options);
      const [act] = read.words;
      if (act === 'add') return add(database, read, config);
      if (act === 'change' || act === 'close' || act === 'open') return change(database, read);
      throw new UsageError('Say add, change, close or open.');
    },
  },
};
