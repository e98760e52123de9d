import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { plainText } from '../../protocol/core/text/plain-text.ts';
import { createModeration } from '../accounts/chat/moderation.ts';
import { createHouseGroups } from '../accounts/chat/house.ts';
import { chatLines, groupLines, logLines, reportLines } from '../accounts/chat/operator-reading.ts';
import { systemClock } from '../core/clock/clock.ts';
import { Refusal } from '../core/failures/refusal.ts';
import type { Database } from '../core/store/database.ts';
import { chatActions, idOf, type ChatWords } from './chat-actions.ts';
import { type Command, say, UsageError } from './command.ts';
import { harmlessLines } from './text/review-text.ts';

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
