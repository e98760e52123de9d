import { parseArgs } from 'node:util';
import { noticeKind } from '../../protocol/content/entities.ts';
import { systemClock } from '../core/clock/clock.ts';
import { ContentError } from '../content/content-set.ts';
import { NoticeError, type OperatorNotice, sendOperatorNotice } from './operator-notices.ts';
import { type Command, say, UsageError } from './command.ts';

const options = {
  to: { type: 'string' },
  everybody: { type: 'boolean', default: false },
  kind: { type: 'string', default: 'system' },
  article: { type: 'string' },
  words: { type: 'string' },
} as const;

function read(args: readonly string[]): OperatorNotice {
  let values;
  try {
    ({ values } = parseArgs({ args: [...args], options, allowPositionals: false }));
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const kind = noticeKind.options.find((one) => one === values.kind);
  if (kind === undefined) throw new UsageError(`--kind is one of ${noticeKind.options.join(', ')}.`);
  if (values.everybody === (values.to !== undefined)) throw new UsageError('Send it --to one user, or to --everybody.');
  if (values.to !== undefined && !/^\d{1,18}$/.test(values.to))
    throw new UsageError('--to takes the number of a user.');
  const owner = values.to === undefined ? null : BigInt(values.to);
  if (values.article !== undefined && values.words === undefined) {
    return { owner, kind, words: { article: values.article } };
  }
  if (values.words !== undefined && values.article === undefined)
    return { owner, kind, words: { folder: values.words } };
  throw new UsageError('Say its words: --article KEY, or --words DIR with one Markdown file for each language.');
}

/** `notice send`: a notice to one user or to all. */
export const noticeCommands: Readonly<Record<string, Command>> = {
  notice: {
    usage: 'notice send (--to ID | --everybody) (--article KEY | --words DIR) [--kind KIND]',
    meaning: `Sends a notice; open apps show it within seconds. Kinds: ${noticeKind.options.join(', ')}.`,
    async run(database, [what, ...args]) {
      if (what !== 'send') throw new UsageError('notice knows send.');
      const notice = read(args);
      try {
        const key = await sendOperatorNotice(database, notice, systemClock());
        say(`Sent to ${notice.owner === null ? 'everybody' : `user ${notice.owner}`}, with the words of ${key}.`);
        return true;
      } catch (error) {
        if (!(error instanceof NoticeError || error instanceof ContentError)) throw error;
        say(error.message);
        return false;
      }
    },
  },
};
