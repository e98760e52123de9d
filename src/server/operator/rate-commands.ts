import { systemClock } from '../core/clock/clock.ts';
import type { Config } from '../core/config/config.ts';
import type { Database } from '../core/store/database.ts';
import { displayedCurrencies } from '../markets/rates/currencies.ts';
import { jumps, rateOf } from '../markets/rates/rules.ts';
import { decideHeldRate, readRateHistory, readRates, setRate, type StoredRate } from '../markets/rates/store.ts';
import { type Command, say, UsageError } from './command.ts';
import { readSigned } from './signed-options.ts';

const historyLines = 20;
const untilPattern = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?Z)?$/;

/** @throws UsageError for a currency without a platform rate */
function currencyOf(text: string | undefined): string {
  const currency = text?.toUpperCase();
  const found = displayedCurrencies.find((one) => one.currency === currency);
  if (found === undefined) {
    throw new UsageError(`CURRENCY is one of ${displayedCurrencies.map((one) => one.currency).join(', ')}.`);
  }
  return found.currency;
}

/** @throws UsageError for anything but a rate that can be stored */
function writtenRate(text: string | undefined): string {
  const rate = rateOf(text ?? '');
  if (rate === null) throw new UsageError('RATE is the units for one USDT, as in 7.12.');
  return rate;
}

/** @throws UsageError for anything but a time to come */
function endOf(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  const until = untilPattern.test(text) ? Date.parse(text) : Number.NaN;
  if (!(until > now)) throw new UsageError('UNTIL is a time to come in UTC, as in 2026-12-31 or 2026-12-31T18:00Z.');
  return until;
}

async function set(database: Database, words: readonly string[], signed: Signature, config: Config): Promise<boolean> {
  const isSure = words.at(-1) === 'sure';
  const [currencyText, rateText, untilText, ...more] = isSure ? words.slice(0, -1) : words;
  if (more.length > 0) throw new UsageError('rate set takes CURRENCY RATE [UNTIL] [sure].');
  const at = systemClock();
  const [currency, rate] = [currencyOf(currencyText), writtenRate(rateText)];
  const until = endOf(untilText, at);
  const before = (await readRates(database)).find((one) => one.currency === currency);
  if (!isSure && before !== undefined && jumps(before.rate, rate, config.ratesJumpPercent)) {
    say(
      `${rate} differs from ${before.rate} by more than ${config.ratesJumpPercent} %. If it is right, end with: sure`,
    );
    return false;
  }
  await database.transaction((tx) => setRate(tx, { currency, rate, until }, { ...signed, at }));
  say(`1 USDT = ${rate} ${currency}. Open apps show it within seconds.`);
  return true;
}

async function decide(
  database: Database,
  [currencyText, rateText, ...more]: readonly string[],
  signed: Signature,
  accept: boolean,
): Promise<boolean> {
  if (more.length > 0) throw new UsageError('Name CURRENCY and the RATE that is held.');
  const [currency, rate] = [currencyOf(currencyText), writtenRate(rateText)];
  const at = systemClock();
  const line = await database.transaction((tx) => decideHeldRate(tx, { currency, rate, accept }, { ...signed, at }));
  if (line === null) {
    say(`${rate} is not held for ${currency}: see rates.`);
    return false;
  }
  say(accept ? `1 USDT = ${rate} ${currency}. Open apps show it within seconds.` : 'Refused: the last rate stays.');
  return true;
}

interface Signature {
  readonly by: string;
  readonly reason: string;
}

async function change(database: Database, args: readonly string[], config: Config): Promise<boolean> {
  const { words, ...signed } = readSigned(args);
  const [act, ...rest] = words;
  if (act === 'set') return set(database, rest, signed, config);
  if (act === 'accept' || act === 'refuse') return decide(database, rest, signed, act === 'accept');
  throw new UsageError('Say set, accept or refuse.');
}

const timeText = (at: number) => new Date(at).toISOString();

function rateText({ currency, rate, at, origin, until, held }: StoredRate): string {
  const end = until === null ? '' : until > systemClock() ? `, until ${timeText(until)}` : ', ENDED: not shown';
  const waits = held === null ? '' : `\n     HELD  ${held.rate} of the source at ${timeText(held.at)}`;
  return `${currency}  ${rate}  as of ${timeText(at)} (${origin}${end})${waits}`;
}

/** Commands for the platform rates: fiat values that are shown, and never paid. */
export const rateCommands: Readonly<Record<string, Command>> = {
  rate: {
    usage: 'rate set CURRENCY RATE [UNTIL] [sure] | accept|refuse CURRENCY RATE --reason TEXT [--by NAME]',
    meaning: 'Sets a platform rate (units for one USDT), or decides on one of the source that is held.',
    run: change,
  },
  rates: {
    usage: 'rates [CURRENCY]',
    meaning: 'The platform rates, their age and origin, and what is held; of a currency, its last changes.',
    async run(database, [text, ...more]) {
      if (more.length > 0) throw new UsageError('rates takes at most a currency.');
      if (text === undefined) {
        say((await readRates(database)).map(rateText).join('\n') || 'No exchange has written its rates yet.');
        return true;
      }
      const lines = await readRateHistory(database, currencyOf(text), historyLines);
      say(lines.map(({ rate, at, origin }) => `${timeText(at)}  ${rate}  (${origin})`).join('\n') || 'No changes yet.');
      return true;
    },
  },
};
