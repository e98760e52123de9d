import { fromUnits } from '../../protocol/maths/decimal.ts';
import { systemClock } from '../core/clock/clock.ts';
import { marketScale } from '../otc/adverts/rules.ts';
import { appealsListed, decideAppeal, readAppealOf, readAppeals } from '../otc/orders/operate-appeals.ts';
import type { OrderRow } from '../otc/orders/order-row.ts';
import { type Command, say, UsageError } from './command.ts';
import { readSigned, sayTakenUp } from './signed-options.ts';

const time = (at: number | string | null) => (at === null ? '' : new Date(Number(at)).toISOString());

function orderId(words: readonly string[]): bigint {
  const [text = ''] = words;
  const digits = text.replace(/^#/, '');
  if (!/^\d{1,18}$/.test(digits)) throw new UsageError('Name one fiat order by its number.');
  return BigInt(digits);
}

/** One line: the order, what it is about, who appealed, and until when the other side may answer. */
function appealLine(row: OrderRow): string {
  const scale = marketScale(row.asset, row.currency);
  const coins = `${fromUnits(row.units, scale.coin)} ${row.asset}`;
  const money = `${fromUnits(row.amount, scale.money)} ${row.currency}`;
  const decided = row.decision === null ? '' : `, decided: ${row.decision}`;
  return `#${row.id} ${coins} for ${money}, buyer ${row.buyer}, seller ${row.seller}, appealed by the ${row.appealedBy} at ${time(row.appealedAt)}, answers until ${time(row.answerUntil)}${decided}`;
}

/** Commands for appeals of fiat orders. */
export const appealCommands: Readonly<Record<string, Command>> = {
  appeals: {
    usage: 'appeals',
    meaning: 'Fiat orders under appeal, the oldest first.',
    async run(database, args) {
      if (args.length > 0) throw new UsageError('appeals takes nothing; see appeal.');
      const found = await readAppeals(database);
      say(found.length === 0 ? 'Nothing is under appeal.' : found.map(appealLine).join('\n'));
      if (found.length === appealsListed) say(`There may be more than these ${appealsListed}.`);
      return true;
    },
  },
  appeal: {
    usage: 'appeal ORDER',
    meaning: 'One appeal: what happened, what both sides say, and their proofs by file id.',
    async run(database, args) {
      if (args.length !== 1) throw new UsageError('Name one fiat order by its number.');
      const found = await readAppealOf(database, orderId(args));
      if (found === null) {
        say('There is no such appeal.');
        return false;
      }
      const { row, events, statements, proofs } = found;
      say(
        [
          appealLine(row),
          ...events.map(({ what, by, at }) => `    ${time(at)} ${what} by the ${by}`),
          // Users write lines of their own: each is indented, so that none passes for one of these.
          ...statements.map(({ by, text, at }) => `    ${time(at)} ${by}: ${text.replaceAll('\n', '\n        ')}`),
          ...proofs.map(({ file, by }) => `    proof of the ${by}: ${file}`),
        ].join('\n'),
      );
      return true;
    },
  },
  'decide-appeal': {
    usage: 'decide-appeal ORDER release|refund --reason TEXT [--by NAME]',
    meaning: 'Gives the coins of an order to its buyer, or back to its seller. Both sides read the reason.',
    async run(database, args) {
      const { words, by, reason } = readSigned(args);
      const [, decision, ...more] = words;
      if ((decision !== 'release' && decision !== 'refund') || more.length > 0) {
        throw new UsageError('Say release or refund.');
      }
      const id = orderId(words);
      const line = await decideAppeal(database, id, decision, { by, reason, at: systemClock() });
      say(line === null ? `#${id} is not under appeal, or was decided before.` : `#${id}: ${decision}.`);
      if (line === null) return false;
      await sayTakenUp(database, line);
      return true;
    },
  },
};
