import { systemClock } from '#server/core/clock/clock.ts';
import type { Config } from '#server/core/config/config.ts';
import { coinFaults, pairFaults } from '#server/core/instruments/rules.ts';
import { assets } from '#server/core/assets.ts';
import type { Database } from '#server/core/store/database.ts';
import { ask, type NotOpen, setTerms } from '#server/earn/listing-applications/operate.ts';
import { type ApplicationRow, listingOf } from '#server/earn/listing-applications/rules.ts';
import { newestApplications, readApplication } from '#server/earn/listing-applications/store.ts';
import { type Command, say, UsageError } from '../command.ts';
import { filesBeside } from '../file-commands.ts';
import { savePhotos } from '../photo-files.ts';
import { readSigned, type SignedArguments } from '../signed-options.ts';
import { harmless, harmlessLines } from '../text/review-text.ts';
import { coinOption, pairOption, termOptions } from './list-options.ts';

const shownMax = 50;
const questionMax = 1_000;
type Arguments = SignedArguments<(typeof termOptions)[number]>;

const notOpen: Readonly<Record<NotOpen, string>> = {
  unknown: 'There is no such application: see applications.',
  decided: 'It is decided already.',
  asked: 'A question waits for its answer already.',
  'too-many': 'As many questions were asked as may be.',
};

/** @throws UsageError for anything but a number */
function idOf(text: string | undefined): bigint {
  if (text === undefined || !/^\d{1,18}$/.test(text)) throw new UsageError('Name the application by its number.');
  return BigInt(text);
}

function line({ id, owner, symbol, englishName, state, submittedAt }: ApplicationRow): string {
  return `${id}  ${symbol}  ${harmless(englishName)}  user ${owner}  ${new Date(submittedAt).toISOString()}  ${state}`;
}

function detail(row: ApplicationRow): string {
  const { name, issuance, circulation, holdings, site, explorer, whitepaper, region, exchanges, contract } = row;
  const fields = { name, issuance, circulation, holdings, site, explorer, whitepaper, region, exchanges, contract };
  const facts = Object.entries(fields).map(([key, value]) => `    ${key.padEnd(12)}${harmless(value)}`);
  const texts = row.texts.map(({ by, text, at }) => `    ${new Date(at).toISOString()}  ${by}: ${harmlessLines(text)}`);
  return [line(row), ...facts, `    documents   ${row.documents.length}`, ...texts].join('\n');
}

async function show(database: Database, args: readonly string[], config: Config): Promise<boolean> {
  const [text, save, folder, ...more] = args;
  if (more.length > 0 || (save !== undefined && (save !== '--save' || folder === undefined))) {
    throw new UsageError('applications show ID [--save DIR]');
  }
  const row = await readApplication(database, idOf(text));
  say(row === null ? notOpen.unknown : detail(row));
  if (row === null || folder === undefined) return row !== null;
  const files = filesBeside(database, config);
  const photos = await Promise.all(
    row.documents.map(async (id, nth) => ({ name: `${nth + 1}`, bytes: (await files.readAny(id)) ?? Buffer.alloc(0) })),
  );
  const paths = await savePhotos(folder, `application-${row.id}`, photos);
  say(`Saved, for you alone; remove them when you are done:\n${paths.map((one) => `    ${one}`).join('\n')}`);
  return true;
}

async function question(database: Database, { words, by, reason }: Arguments): Promise<boolean> {
  const [, id, ...more] = words;
  if (more.length > 0 || reason.length > questionMax) throw new UsageError('applications ask ID --reason QUESTION');
  const signed = { by, reason, at: systemClock() };
  const fault = await database.transaction((tx) => ask(tx, idOf(id), reason, signed));
  say(fault === null ? 'Asked: its review goes on once it is answered.' : notOpen[fault]);
  return fault === null;
}

async function terms(database: Database, { words, options, by, reason }: Arguments, config: Config): Promise<boolean> {
  const [, text, ...more] = words;
  const id = idOf(text);
  if (more.length > 0) throw new UsageError('applications terms ID and the terms, as for list add.');
  const row = await readApplication(database, id);
  if (row === null) {
    say(notOpen.unknown);
    return false;
  }
  const { name: _name, id: _id, ...coin } = coinOption(row.symbol, { ...options, name: row.englishName });
  const { base: _base, quote: _quote, state: _state, opensAt: _opens, ...pair } = pairOption(row.symbol, '', options);
  const at = systemClock();
  const wanted = listingOf({ ...row, terms: { coin, pair } }, config.mode);
  const quote = assets.get(wanted.pair?.quote ?? '');
  const faults = [
    ...coinFaults(wanted.coin),
    ...(wanted.pair === null || quote === undefined
      ? []
      : pairFaults({ ...wanted.pair, base: row.symbol }, wanted.coin, quote, at)),
  ];
  if (faults.length > 0) {
    say(faults.map((one) => `Not done: ${one}.`).join('\n'));
    return false;
  }
  const fault = await database.transaction((tx) => setTerms(tx, id, { coin, pair }, { by, reason, at }));
  say(fault === null ? 'Once accepted it is listed so.' : notOpen[fault]);
  return fault === null;
}

/** Commands for applications to list a coin; `approve` and `refuse` decide their reviews. */
export const applicationCommands: Readonly<Record<string, Command>> = {
  applications: {
    usage: 'applications [show ID [--save DIR] | ask ID --reason QUESTION | terms ID TERMS --reason TEXT] [--by NAME]',
    meaning: `Applications to list a coin; TERMS are ${termOptions.map((name) => `--${name}`).join(', ')}.`,
    async run(database, args, config) {
      const [act, ...rest] = args;
      if (act === undefined) {
        say((await newestApplications(database, shownMax)).map(line).join('\n') || 'There are no applications.');
        return true;
      }
      if (act === 'show') return show(database, rest, config);
      const read = readSigned(args, termOptions);
      if (act === 'ask') return question(database, read);
      if (act === 'terms') return terms(database, read, config);
      throw new UsageError('Say show, ask or terms.');
    },
  },
};
