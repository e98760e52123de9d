import { launchpadManners } from '#protocol/launchpad/entities/words.ts';
import { minuteMs } from '#protocol/core/durations.ts';
import { fromUnits, toExactUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import { systemClock } from '#server/core/clock/clock.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import { instruments } from '#server/core/instruments/instruments.ts';
import type { Database } from '#server/core/store/database.ts';
import {
  announce,
  NotAnnounced,
  projectOfTerms,
  receiveCoins,
  type WrittenTerms,
} from '#server/earn/launchpad/creating.ts';
import { type ProjectRow, toProject } from '#server/earn/launchpad/project-row.ts';
import { newestProjects } from '#server/earn/launchpad/store.ts';
import { type Command, formerCommand, say, UsageError } from '../command.ts';
import { timeOf } from '../instruments/list-options.ts';
import { readSigned, type SignedArguments } from '../signed-options.ts';

const options = ['name', 'issuance', 'price', 'minimum', 'maximum', 'piece', 'quote', 'auction'] as const;
type Arguments = SignedArguments<(typeof options)[number]>;

const projectsShown = 50;
const usage =
  'launchpad [announce COIN first-come|pro-rata OPENS CLOSES --name … --issuance … --price … --minimum … --maximum … [--piece 1] [--quote USDT] [--auction MINUTES] | receive COIN AMOUNT --reason TEXT [--by NAME]]';

/** @throws UsageError for a coin that is not listed */
function coinOf(text: string | undefined): string {
  const coin = (text ?? '').toUpperCase();
  if (!instruments.coins.has(coin)) throw new UsageError(`${coin} is not listed: add it with list add coin.`);
  return coin;
}

/** @throws UsageError for anything but an amount above zero in places of the coin */
function amountOf(text: string | undefined, asset: string, what: string): string {
  const units = toExactUnits(text ?? '', assetScale(asset));
  if (units === null || units <= 0n) throw new UsageError(`${what} is an amount of ${asset} above zero, as in 100.5.`);
  return fromUnits(units, assetScale(asset));
}

/** @throws UsageError for anything but whole minutes */
function auctionOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,5}$/.test(text))
    throw new UsageError('--auction is how many minutes the call auction of the pair takes.');
  return Number(text) * minuteMs;
}

/** @throws UsageError for what is no project */
function termsOf(words: readonly string[], given: Arguments['options']): WrittenTerms {
  const [coinText, mannerText, opens, closes, ...more] = words;
  const manner = launchpadManners.find((one) => one === mannerText);
  if (manner === undefined || opens === undefined || closes === undefined || more.length > 0) {
    throw new UsageError('launchpad announce takes COIN, first-come or pro-rata, OPENS and CLOSES.');
  }
  const [coin, quote] = [coinOf(coinText), coinOf(given.quote ?? 'USDT')];
  return {
    coin,
    quote,
    manner,
    name: given.name ?? instruments.coins.get(coin)?.name ?? coin,
    issuance: amountOf(given.issuance, coin, '--issuance'),
    piece: amountOf(given.piece ?? '1', coin, '--piece'),
    price: amountOf(given.price, quote, '--price'),
    minimum: amountOf(given.minimum, quote, '--minimum'),
    maximum: amountOf(given.maximum, quote, '--maximum'),
    opensAt: timeOf(opens),
    closesAt: timeOf(closes),
    auctionMs: auctionOf(given.auction),
    practice: false,
  };
}

async function change(database: Database, args: readonly string[]): Promise<boolean> {
  const { words, options: given, by, reason } = readSigned(args, options);
  const [act, ...rest] = words;
  const signed = { by, reason, at: systemClock() };
  const ledger = createLedger();
  if (act === 'receive') {
    if (rest.length !== 2) throw new UsageError('launchpad receive takes COIN and AMOUNT.');
    const coin = coinOf(rest[0]);
    const amount = amountOf(rest[1], coin, 'AMOUNT');
    await database.transaction((tx) => receiveCoins(tx, ledger, { coin, amount }, signed));
    say(`The launchpad account holds ${amount} ${coin} more. See that the chain does.`);
    return true;
  }
  if (act !== 'announce') throw new UsageError('Say announce or receive.');
  const terms = termsOf(rest, given);
  try {
    const { project } = await database.transaction((tx) => announce(tx, ledger, projectOfTerms(terms), signed));
    say(`Announced as ${project.id}. All ${terms.issuance} ${terms.coin} are held from now on.`);
    return true;
  } catch (error) {
    if (!(error instanceof NotAnnounced)) throw error;
    say(error.faults.map((fault) => `Not done: ${fault}.`).join('\n'));
    return false;
  }
}

const timeText = (at: number) => new Date(at).toISOString();

function projectText(row: ProjectRow): string {
  const { id, coin, manner, state, sold, issuance, committed, quote, people } = toProject(row, systemClock());
  const times = `${timeText(row.opensAt)} to ${timeText(row.closesAt)}`;
  const kind = row.practice ? ', practice' : '';
  return `${id}  ${coin}  ${manner}${kind}  ${state}  ${times}  ${people} people, ${committed} ${quote}, ${sold} of ${issuance} ${coin} sold`;
}

async function show(database: Database): Promise<boolean> {
  const rows = await newestProjects(database.pool, projectsShown);
  say(rows.map(projectText).join('\n') || 'No coin has been announced.');
  return true;
}

/** Commands for the subscription of new coins. */
export const launchpadCommands: Readonly<Record<string, Command>> = {
  launchpad: {
    usage,
    meaning:
      'The newest subscriptions: terms, state and what was committed. Announces the subscription of a listed coin whose issuance the launchpad account holds, or books coins it received.',
    run: (database, args) => (args.length === 0 ? show(database) : change(database, args)),
  },
  launch: formerCommand('launch', 'launchpad', (database, args) => change(database, args)),
  launches: formerCommand('launches', 'launchpad', (database) => show(database)),
};
