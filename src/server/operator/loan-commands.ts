import { fromUnits, isDecimal, toExactUnits } from '#protocol/core/decimal.ts';
import { rateScale } from '#protocol/loans/maths/interest.ts';
import { assets, assetScale } from '../core/assets.ts';
import { systemClock } from '../core/clock/clock.ts';
import type { Database } from '../core/store/database.ts';
import { readCoin, readCoins, readCollaterals, type LoanCoin, type LoanCollateral } from '../earn/loans/store.ts';
import { coinFault, collateralFault, setCoin, setCollateral } from '../earn/loans/terms.ts';
import { type Command, say, UsageError } from './command.ts';
import { readSigned } from './signed-options.ts';

const usage =
  'loan lent COIN [open|closed] [--rate SHARE-AN-HOUR] [--least N] [--limit N] [--hours N,N] | collateral COIN [open|closed] [--levels N,N,N,N] --reason TEXT [--by NAME]';

const percent = 10_000;

function stateOf(word: string | undefined, before: 'open' | 'closed'): 'open' | 'closed' {
  if (word === undefined) return before;
  if (word === 'open' || word === 'closed') return word;
  throw new UsageError('A coin is open or closed.');
}

function unitsOf(text: string | undefined, scale: number, before: bigint | undefined, name: string): bigint {
  const units = text === undefined || !isDecimal(text) ? null : toExactUnits(text, scale);
  if (text !== undefined && units === null) throw new UsageError(`--${name} is a number.`);
  const found = units ?? before;
  if (found === undefined) throw new UsageError(`A new coin needs --${name}.`);
  return found;
}

function numbersOf(text: string | undefined): number[] | null {
  return text === undefined ? null : text.split(',').map(Number);
}

function knownCoin(word: string | undefined): string {
  const coin = word?.toUpperCase() ?? '';
  if (!assets.has(coin)) throw new UsageError(`There is no coin ${word ?? ''}.`);
  return coin;
}

async function changeTerms(database: Database, args: readonly string[]): Promise<boolean> {
  const { words, by, reason, options } = readSigned(args, ['rate', 'least', 'limit', 'hours', 'levels']);
  const [what, coin, state] = words;
  const asset = knownCoin(coin);
  const signed = { by, reason, at: systemClock() };
  if (what === 'lent') {
    const before = await readCoin(database, asset);
    const scale = assetScale(asset);
    const hours = numbersOf(options.hours) ?? before?.hours;
    if (hours === undefined) throw new UsageError('A new coin needs --hours.');
    const terms: LoanCoin = {
      asset,
      hourlyRate: unitsOf(options.rate, rateScale, before?.hourlyRate, 'rate'),
      least: unitsOf(options.least, scale, before?.least, 'least'),
      limit: unitsOf(options.limit, scale, before?.limit, 'limit'),
      hours,
      state: stateOf(state, before?.state ?? 'closed'),
    };
    const fault = coinFault(terms);
    if (fault !== null) throw new UsageError(`That cannot be: ${fault}.`);
    await setCoin(database, terms, signed);
    say(coinText(terms));
    return true;
  }
  if (what !== 'collateral') throw new UsageError('Say lent or collateral.');
  const before = (await readCollaterals(database)).find((one) => one.asset === asset);
  const [initial, first, second, sale] = numbersOf(options.levels)?.map((one) => Math.round(one * percent)) ?? [
    before?.initial,
    before?.first,
    before?.second,
    before?.sale,
  ];
  if (initial === undefined || first === undefined || second === undefined || sale === undefined) {
    throw new UsageError('--levels has four percentages, as in 60,70,75,80.');
  }
  const row: LoanCollateral = { asset, initial, first, second, sale, state: stateOf(state, before?.state ?? 'closed') };
  const fault = collateralFault(row);
  if (fault !== null) throw new UsageError(`That cannot be: ${fault}.`);
  await setCollateral(database, row, signed);
  say(collateralText(row));
  return true;
}

function coinText({ asset, hourlyRate, least, limit, hours, state }: LoanCoin): string {
  const shown = (units: bigint) => fromUnits(units, assetScale(asset));
  return `lent ${asset}  ${state}  rate ${fromUnits(hourlyRate, rateScale)} an hour  from ${shown(least)}  up to ${shown(limit)} a person  hours ${hours.join(', ')}`;
}

function collateralText({ asset, initial, first, second, sale, state }: LoanCollateral): string {
  const levels = [initial, first, second, sale].map((level) => `${level / percent} %`);
  return `collateral ${asset}  ${state}  levels ${levels.join(', ')}`;
}

/** Commands for the terms of loans. */
export const loanCommands: Readonly<Record<string, Command>> = {
  loan: {
    usage,
    meaning: 'Sets what is lent and what is taken as collateral; what it does not name stays. It concerns new loans.',
    run: changeTerms,
  },
  loans: {
    usage: 'loans',
    meaning: 'The terms of loans as they are now.',
    async run(database, args) {
      if (args.length > 0) throw new UsageError('loans takes nothing.');
      const coins = (await readCoins(database)).map(coinText);
      const pledges = (await readCollaterals(database)).map(collateralText);
      say([...coins, ...pledges].join('\n'));
      return true;
    },
  },
};
