import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { readFile } from 'node:fs/promises';
import { plainText } from '#protocol/core/text/plain-text.ts';
import { createModeration, type Moderation } from '../accounts/chat/moderation.ts';
import { createHouseGroups } from '../accounts/chat/house.ts';
import { chatLines, groupLines, logLines, reportLines } from '../accounts/chat/operator-reading.ts';
import { systemClock } from '../core/clock/clock.ts';
import { Refusal } from '../core/failures/refusal.ts';
import type { Database } from '../core/store/database.ts';
import { type Command, say, UsageError } from './command.ts';
import { harmlessLines } from './text/review-text.ts';
import { hourMs } from '#protocol/core/durations.ts';

const kinds = ['open', 'password', 'members'] as const;
const nameMaxLength = 40;
const rulesMaxLength = 4_000;
const passwordMinLength = 4;
const passwordMaxLength = 64;
const hoursMax = 24 * 365;

/** The arguments of `chat`. */
interface ChatWords {
  readonly words: readonly string[];
  readonly kind: string | undefined;
  readonly password: string | undefined;
  readonly group: string | undefined;
  readonly reason: string;
  readonly by: string;
  readonly none: boolean;
}

/** A numeric chat id, as of a group. @throws UsageError for anything else, naming `what` */
function idOf(text: string | undefined, what: string): bigint {
  if (text === undefined || !/^\d{1,18}$/.test(text)) throw new UsageError(`Name ${what} by its number.`);
  return BigInt(text);
}

/** One group, or all current and future groups. */
function placeOf(group: string | undefined): bigint | null {
  return group === undefined ? null : idOf(group, 'a group');
}

function passwordOf(text: string | undefined): string {
  const length = text?.length ?? 0;
  if (text === undefined || length < passwordMinLength || length > passwordMaxLength)
    throw new UsageError(`A password has ${passwordMinLength} to ${passwordMaxLength} characters.`);
  return text;
}

type Action = (moderation: Moderation, given: ChatWords) => Promise<string>;

/** Actions by command name. Each returns its console message. @throws UsageError, Refusal */
const chatActions: Readonly<Record<string, Action>> = {
  async make(moderation, { words: [name = ''], kind = 'open', password }) {
    const shown = plainText(name, 'line');
    if (shown === '' || shown.length > nameMaxLength)
      throw new UsageError(`A name has 1 to ${nameMaxLength} characters.`);
    const known = kinds.find((one) => one === kind);
    if (known === undefined) throw new UsageError(`--kind is one of ${kinds.join(', ')}.`);
    if ((known === 'password') !== (password !== undefined))
      throw new UsageError('--password goes with --kind password, and only with it.');
    const id = await moderation.make(shown, known, password === undefined ? null : passwordOf(password));
    return `Group ${id} “${shown}” is there.`;
  },
  async password(moderation, { words, none }) {
    if (none) {
      await moderation.password(null, null);
      return 'The community asks for no password any more.';
    }
    const [group, text] = words.length > 1 ? [idOf(words[0], 'a group'), words[1]] : [null, words[0]];
    await moderation.password(group, passwordOf(text));
    return group === null
      ? 'The password is set; everybody gives it once.'
      : `The password of group ${group} is set; its members stay.`;
  },
  async rules(moderation, { words: [file], none }) {
    if (!none && file === undefined) throw new UsageError('Name the file of the rules, or --none.');
    const text = none || file === undefined ? null : plainText(await readFile(file, 'utf8'), 'lines');
    if (text !== null && (text === '' || text.length > rulesMaxLength))
      throw new UsageError(`Rules have 1 to ${rulesMaxLength} characters.`);
    return `Rules ${await moderation.rules(text)} hold; everybody accepts them again.`;
  },
  async add(moderation, { words: [group, user] }) {
    await moderation.member(idOf(group, 'a group'), idOf(user, 'a person'), true);
    return `${user} is in group ${group}.`;
  },
  async drop(moderation, { words: [group, user] }) {
    await moderation.member(idOf(group, 'a group'), idOf(user, 'a person'), false);
    return `${user} is out of group ${group}.`;
  },
  async mute(moderation, { words: [user, hours = ''], group, reason }) {
    const length = Number(hours);
    if (!Number.isInteger(length) || length < 1 || length > hoursMax)
      throw new UsageError(`HOURS is a whole number up to ${hoursMax}.`);
    const until = systemClock() + length * hourMs;
    const silent = await moderation.mute(idOf(user, 'a person'), placeOf(group), until, reason);
    return `${user} is muted until ${new Date(silent ?? until).toISOString()}.`;
  },
  async unmute(moderation, { words: [user], group, reason }) {
    const silent = await moderation.mute(idOf(user, 'a person'), placeOf(group), null, reason);
    return silent === null || silent <= systemClock()
      ? `${user} may write again.`
      : `${user} is muted everywhere until ${new Date(silent).toISOString()}; unmute without a group ends that.`;
  },
  async remove(moderation, { words: [message = ''], reason }) {
    const [group, number, ...rest] = message.split('/');
    if (rest.length > 0) throw new UsageError('Name a message as in 1/42.');
    await moderation.remove(
      idOf(group, 'the group of a message, as in 1/42,'),
      Number(idOf(number, 'a message')),
      reason,
    );
    return `Message ${message} is removed.`;
  },
  async ban(moderation, { words: [user], reason }) {
    await moderation.ban(idOf(user, 'a person'), true, reason);
    return `${user} is out of the community.`;
  },
  async unban(moderation, { words: [user], reason }) {
    await moderation.ban(idOf(user, 'a person'), false, reason);
    return `${user} may come back.`;
  },
  async close(moderation) {
    await moderation.close(true);
    return 'The chat is closed: it can be read, nobody writes.';
  },
  async open(moderation) {
    await moderation.close(false);
    return 'The chat is open.';
  },
};

const usage = [
  'chat groups | read GROUP | reports | log',
  'chat make NAME [--kind open|password|members] [--password TEXT]',
  'chat password [GROUP] TEXT | chat password --none',
  'chat rules FILE | chat rules --none',
  'chat add GROUP ID | drop GROUP ID',
  'chat mute ID HOURS [--group GROUP] | unmute ID | ban ID | unban ID  [--reason TEXT]',
  'chat remove GROUP/NUMBER [--reason TEXT] | close | open   (all: [--by NAME])',
].join('\n  ');

function read(args: readonly string[]): ChatWords {
  const text = { type: 'string' } as const;
  const options = {
    kind: text,
    password: text,
    group: text,
    reason: text,
    by: text,
    none: { type: 'boolean' },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return {
      words: positionals,
      kind: values.kind,
      password: values.password,
      group: values.group,
      reason: within(500, '--reason', values.reason ?? ''),
      by: within(100, '--by', values.by ?? userInfo().username),
      none: values.none === true,
    };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** A line of text, which is refused where it is too long. */
function within(most: number, option: string, text: string): string {
  const line = plainText(text, 'line');
  if (line.length > most) throw new UsageError(`${option} takes at most ${most} characters, not ${line.length}.`);
  return line;
}

const readings: Readonly<Record<string, (database: Database, given: ChatWords) => Promise<readonly string[]>>> = {
  groups: (database) => groupLines(database),
  read: (database, { words: [group] }) => chatLines(database, idOf(group, 'a group')),
  reports: (database) => reportLines(database),
  log: (database) => logLines(database),
};

/** Chat commands: groups, rules and passwords, and moderation of users and messages. All of them are logged. */
export const chatCommands: Readonly<Record<string, Command>> = {
  chat: {
    usage,
    meaning: 'Groups, rules and passwords of the chat; mutes, removes and bans, at once and written down.',
    async run(database, [name = '', ...args]) {
      const given = read(args);
      await createHouseGroups(database, systemClock());
      const reading = Object.hasOwn(readings, name) ? readings[name] : undefined;
      if (reading !== undefined) {
        const lines = await reading(database, given);
        say(lines.length === 0 ? 'Nothing.' : harmlessLines(lines.join('\n')));
        return true;
      }
      const action = Object.hasOwn(chatActions, name) ? chatActions[name] : undefined;
      if (action === undefined) throw new UsageError('Say what to do with the chat.');
      try {
        say(await action(createModeration(database, systemClock, given.by), given));
        return true;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        say(error.codeName === 'notFound' ? 'There is nothing like that.' : 'Nothing changed.');
        return false;
      }
    },
  },
};
