import { fromUnits, isDecimal, toExactUnits } from '#protocol/core/decimal.ts';
import { productDay } from '#protocol/core/product-day.ts';
import { assetScale } from '#server/core/assets.ts';
import { systemClock } from '#server/core/clock/clock.ts';
import { readMode } from '#server/core/modes/store-identity.ts';
import type { Database } from '#server/core/store/database.ts';
import { changePool } from '#server/earn/check-in/operate.ts';
import { openPool } from '#server/earn/check-in/state.ts';
import { type Command, formerCommand, say, UsageError } from '../command.ts';
import { readSigned } from '../signed-options.ts';

const options = ['reward', 'budget'] as const;

async function poolNow(database: Database) {
  const isSpread = (await readMode(database.pool)) === 'live';
  return openPool(database.pool, productDay(systemClock()), isSpread);
}

/** @throws UsageError for anything but an amount above zero of the coin */
function unitsOf(text: string, name: string, asset: string): bigint {
  const units = isDecimal(text) ? toExactUnits(text, assetScale(asset)) : null;
  if (units === null || units <= 0n) throw new UsageError(`--${name} is an amount of ${asset} above zero.`);
  return units;
}

async function show(database: Database): Promise<true> {
  const { month, asset, reward, budget, used, left, leftToday } = await poolNow(database);
  const amount = (units: bigint) => `${fromUnits(units, assetScale(asset))} ${asset}`;
  say(`${month}  ${amount(reward)} a day, the seventh in a row ${amount(2n * reward)}`);
  say(
    `   budget ${amount(budget)}, paid and promised ${amount(used)}, left ${amount(left)}, of it for today ${amount(leftToday)}`,
  );
  return true;
}

async function set(database: Database, args: readonly string[]): Promise<boolean> {
  const { words, options: given, ...signed } = readSigned(args, options);
  if (words.length !== 1 || words[0] !== 'set' || Object.keys(given).length === 0) {
    throw new UsageError('Say what changes: --reward or --budget.');
  }
  const { asset } = await poolNow(database);
  const change = {
    ...(given.reward === undefined ? {} : { reward: unitsOf(given.reward, 'reward', asset) }),
    ...(given.budget === undefined ? {} : { budget: unitsOf(given.budget, 'budget', asset) }),
  };
  const isChanged = await database.transaction((tx) => changePool(tx, change, { ...signed, at: systemClock() }));
  say(
    isChanged ? 'This month’s pool is changed for what is promised from now on.' : 'More is paid and promised already.',
  );
  return isChanged;
}

const run: Command['run'] = (database, args) => (args.length === 0 ? show(database) : set(database, args));

/** Commands for the pool that check-in is paid from. */
export const checkInCommands: Readonly<Record<string, Command>> = {
  'check-in': {
    usage: 'check-in | check-in set [--reward AMOUNT] [--budget AMOUNT] --reason TEXT [--by NAME]',
    meaning: 'The pool of daily check-in this month; later months begin with its terms.',
    run,
  },
  'sign-in': formerCommand('sign-in', 'check-in', run),
};
