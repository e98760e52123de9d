import { userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ticketRepliesMax, ticketTextMaxLength } from '#protocol/core/limits.ts';
import { plainText } from '#protocol/core/text/plain-text.ts';
import { systemClock } from '../core/clock/clock.ts';
import { Refusal } from '../core/failures/refusal.ts';
import type { Database } from '../core/store/database.ts';
import {
  replyToTicket,
  closeTicket,
  imagesOfTicket,
  listedAtOnce,
  listTickets,
  logLook,
  operatorNameMax,
  readTicket,
  readTicketLog,
} from '../support/tickets/operate-tickets.ts';
import { type Command, formerCommand, say, UsageError } from './command.ts';
import { filesBeside } from './file-commands.ts';
import { savePhotos } from './photo-files.ts';
import { ticketLine, ticketLogText, ticketText } from './text/ticket-text.ts';

/** The exchange processes an answer within about a second; after this it is not running. */
const takenUpWithinMs = 4_000;
const pollEveryMs = 100;

const options = { all: { type: 'boolean' }, by: { type: 'string' }, save: { type: 'string' } } as const;
type Option = keyof typeof options;

function read(args: readonly string[], known: readonly Option[]) {
  const named = Object.fromEntries(known.map((name) => [name, options[name]])) as Partial<typeof options>;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: named, allowPositionals: true });
    return { values: values as Partial<{ all: boolean; by: string; save: string }>, positionals };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function ticketId(text: string | undefined): bigint {
  const digits = (text ?? '').replace(/^#/, '');
  if (!/^\d{1,18}$/.test(digits)) throw new UsageError('Name one ticket by its number.');
  return BigInt(digits);
}

function nameOf(given: string | undefined): string {
  const name = (given ?? userInfo().username).trim();
  if (name === '' || name.length > operatorNameMax) throw new UsageError('--by needs a name.');
  return name;
}

/** The text for the user, cleaned like user text. */
function wordsOf(positionals: readonly string[], what: string): string {
  const text = plainText(positionals.join(' '), 'lines');
  if (text === '') throw new UsageError(`${what} is missing: the user reads it.`);
  if (text.length > ticketTextMaxLength) {
    throw new UsageError(`${what} takes at most ${ticketTextMaxLength} characters.`);
  }
  return text;
}

async function write(database: Database, id: bigint, writing: () => Promise<void>, refused: string): Promise<boolean> {
  try {
    await writing();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say((await readTicket(database, id)) === null ? `There is no ticket #${id}.` : refused);
    return false;
  }
  const until = Date.now() + takenUpWithinMs;
  const unannounced = async () => (await readTicket(database, id))?.order.unannounced !== null;
  while (Date.now() < until && (await unannounced())) await sleep(pollEveryMs);
  const found = await readTicket(database, id);
  if (found === null) throw new Error(`ticket ${id} is gone`);
  say(ticketLine(found.order));
  if (found.order.unannounced !== null) say('The user will be notified when the exchange runs.');
  return true;
}

type Action = Command['run'];

const list: Action = async (database, args) => {
  const { values, positionals } = read(args, ['all']);
  if (positionals.length > 0) throw new UsageError('ticket list takes no number; see ticket show.');
  const found = await listTickets(database, values.all === true);
  say(found.length === 0 ? 'No ticket waits.' : found.map(ticketLine).join('\n'));
  if (found.length === listedAtOnce) say(`There may be more than these ${listedAtOnce}.`);
  return true;
};

const show: Action = async (database, args, config) => {
  const { values, positionals } = read(args, ['save', 'by']);
  if (positionals.length > 1) throw new UsageError('Name one ticket by its number.');
  const id = ticketId(positionals[0]);
  const found = await readTicket(database, id);
  say(found === null ? `There is no ticket #${id}.` : ticketText(found.order, found.replies));
  if (found === null) return false;
  if (values.save === undefined) return true;
  // Logged before they are shown.
  await logLook(database, id, nameOf(values.by), systemClock());
  const images = await imagesOfTicket(filesBeside(database, config), found);
  const paths = await savePhotos(values.save, `ticket-${id}`, images);
  say(
    paths.length === 0
      ? 'It has no images.'
      : `Saved, for you alone; remove them when you are done:\n${paths.map((one) => `    ${one}`).join('\n')}`,
  );
  return true;
};

const reply: Action = async (database, args) => {
  const { values, positionals } = read(args, ['by']);
  const id = ticketId(positionals[0]);
  const saying = { text: wordsOf(positionals.slice(1), 'The reply'), by: nameOf(values.by) };
  const refused = `#${id} holds ${ticketRepliesMax} replies already: close it.`;
  return write(database, id, () => replyToTicket(database, id, saying, systemClock()), refused);
};

const close: Action = async (database, args) => {
  const { values, positionals } = read(args, ['by']);
  const id = ticketId(positionals[0]);
  const saying = { text: wordsOf(positionals.slice(1), 'The reason'), by: nameOf(values.by) };
  return write(database, id, () => closeTicket(database, id, saying, systemClock()), `#${id} is closed already.`);
};

const log: Action = async (database, args) => {
  const { positionals } = read(args, []);
  const lines = await readTicketLog(database, positionals.length === 0 ? null : ticketId(positionals[0]));
  say(lines.length === 0 ? 'The log is empty.' : lines.map(ticketLogText).join('\n'));
  return true;
};

const actions: Readonly<Record<string, Action>> = { list, show, reply, close, log };

const usage = [
  'ticket list [--all]',
  'ticket show ID [--save DIR] [--by NAME]',
  'ticket reply ID TEXT [--by NAME]',
  'ticket close ID REASON [--by NAME]',
  'ticket log [ID]',
].join('\n  ');

/** Tickets: list them, read one with its images, reply, close, and the log of who did what. */
export const ticketCommands: Readonly<Record<string, Command>> = {
  ticket: {
    usage,
    meaning:
      'Tickets: list those that wait, the longest wait first (--all: every one, newest first); show one, --save writes its images to a folder, for your eyes only; reply, which reopens a closed one; close with a reason that the user reads, who may reopen it for 14 days; log who opened, looked at, answered and closed.',
    async run(database, [name = '', ...args], config) {
      const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
      if (action === undefined) throw new UsageError('Say list, show, reply, close or log.');
      return action(database, args, config);
    },
  },
  orders: formerCommand('orders', 'ticket list', list),
  order: formerCommand('order', 'ticket show', show),
  answer: formerCommand('answer', 'ticket reply', reply),
  'close-order': formerCommand('close-order', 'ticket close', close),
  'order-log': formerCommand('order-log', 'ticket log', log),
};
