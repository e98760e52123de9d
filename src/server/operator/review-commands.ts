import { userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { systemClock } from '../core/clock/clock.ts';
import { photosOfApplication } from '../accounts/identity/review-photos.ts';
import { Refusal } from '../core/failures/refusal.ts';
import { decideReview, decisionTextMax } from '../accounts/reviews/decide.ts';
import { listedAtOnce, listReviews, logLook, readReview, readReviewLog } from '../accounts/reviews/read-reviews.ts';
import type { ReviewKind } from '../accounts/reviews/reviews.ts';
import type { Database } from '../core/store/database.ts';
import { type Command, say, UsageError } from './command.ts';
import { filesBeside } from './file-commands.ts';
import { savePhotos } from './photo-files.ts';
import { decisionText, logText, reviewLine, reviewText } from './text/review-text.ts';

const kinds: readonly ReviewKind[] = [
  'real-name',
  'deposit',
  'withdrawal',
  'merchant',
  'merchant-refund',
  'loan',
  'listing',
];
/** The exchange applies a decision within about a second; after this it is not running. */
const takenUpWithinMs = 4_000;
const pollEveryMs = 150;

/** The allowed options of a command. */
const options = {
  kind: { type: 'string' },
  all: { type: 'boolean', default: false },
  by: { type: 'string' },
  reason: { type: 'string' },
  save: { type: 'string' },
} as const;
type Option = keyof typeof options;

/** Parses a command's arguments: its options, and ids unchanged. */
function read(args: readonly string[], known: readonly Option[]) {
  const named = Object.fromEntries(known.map((name) => [name, options[name]])) as Partial<typeof options>;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: named, allowPositionals: true });
    return {
      values: values as Partial<{ kind: string; all: boolean; by: string; reason: string; save: string }>,
      positionals,
    };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function oneId(positionals: readonly string[]): bigint {
  const [text = '', ...more] = positionals;
  const digits = text.replace(/^#/, '');
  if (more.length > 0 || !/^\d{1,18}$/.test(digits)) throw new UsageError('Name one review by its number.');
  return BigInt(digits);
}

/** The operator's name: as given, else that of the OS user. */
function nameOf(given: string | undefined): string {
  const name = (given ?? userInfo().username).trim();
  if (name === '' || name.length > decisionTextMax) throw new UsageError('--by needs a name.');
  return name;
}

async function decide(database: Database, id: bigint, approved: boolean, by: string, reason: string): Promise<boolean> {
  try {
    await decideReview(database, id, { approved, reason, by }, systemClock());
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const found = await readReview(database, id);
    say(found === null ? `There is no review #${id}.` : `#${id} was decided before: ${decisionText(found)}.`);
    return false;
  }
  const until = Date.now() + takenUpWithinMs;
  while (Date.now() < until && (await readReview(database, id))?.state !== 'applied') await sleep(pollEveryMs);
  const record = await readReview(database, id);
  if (record === null) throw new Error(`review ${id} is gone`);
  say(reviewLine(record));
  if (record.state !== 'applied') say('The exchange will take the decision up when it runs.');
  return true;
}

/** Commands for reviews: list, details, decision and log. */
export const reviewCommands: Readonly<Record<string, Command>> = {
  reviews: {
    usage: 'reviews [--kind KIND] [--all]',
    meaning: `What waits for a decision, oldest first; --all also shows what was decided. Kinds: ${kinds.join(', ')}.`,
    async run(database, args) {
      const { values, positionals } = read(args, ['kind', 'all']);
      if (positionals.length > 0) throw new UsageError('reviews takes no number; see review.');
      const kind = kinds.find((one) => one === values.kind) ?? null;
      if (values.kind !== undefined && kind === null) throw new UsageError(`--kind is one of ${kinds.join(', ')}.`);
      const found = await listReviews(database, { kind, all: values.all === true });
      say(found.length === 0 ? 'Nothing waits for a decision.' : found.map(reviewLine).join('\n'));
      if (found.length === listedAtOnce) say(`There may be more than these ${listedAtOnce}.`);
      return true;
    },
  },
  review: {
    usage: 'review ID [--save DIR] [--by NAME]',
    meaning: 'The facts of one review; --save writes the photos of a real-name review to a folder, for your eyes only.',
    async run(database, args, config) {
      const { values, positionals } = read(args, ['save', 'by']);
      const id = oneId(positionals);
      const found = await readReview(database, id);
      say(found === null ? `There is no review #${id}.` : reviewText(found));
      if (found === null) return false;
      if (values.save === undefined) return true;
      if (found.kind !== 'real-name') throw new UsageError(`A ${found.kind} review has no photos.`);
      // Logged before they are shown.
      await logLook(database, id, nameOf(values.by), systemClock());
      const photos = await photosOfApplication(database, filesBeside(database, config), found.subject);
      const paths = await savePhotos(values.save, `review-${id}`, photos);
      say(`Saved, for you alone; remove them when you are done:\n${paths.map((one) => `    ${one}`).join('\n')}`);
      return true;
    },
  },
  approve: {
    usage: 'approve ID [--by NAME] [--reason TEXT]',
    meaning: 'Approves a review.',
    async run(database, args) {
      const { values, positionals } = read(args, ['by', 'reason']);
      return decide(database, oneId(positionals), true, nameOf(values.by), values.reason ?? '');
    },
  },
  refuse: {
    usage: 'refuse ID --reason TEXT [--by NAME]',
    meaning: 'Refuses a review; the person reads the reason.',
    async run(database, args) {
      const { values, positionals } = read(args, ['by', 'reason']);
      const reason = values.reason?.trim() ?? '';
      if (reason === '') throw new UsageError('A refusal needs --reason: the user reads it.');
      if (reason.length > decisionTextMax)
        throw new UsageError(`--reason takes at most ${decisionTextMax} characters.`);
      return decide(database, oneId(positionals), false, nameOf(values.by), reason);
    },
  },
  'review-log': {
    usage: 'review-log [ID]',
    meaning: 'Who looked at what, who decided what, when and why; the newest first.',
    async run(database, args) {
      const { positionals } = read(args, []);
      const lines = await readReviewLog(database, positionals.length === 0 ? null : oneId(positionals));
      say(lines.length === 0 ? 'The log is empty.' : lines.map(logText).join('\n'));
      return true;
    },
  },
};
