import { merchantDepositAmount, merchantDepositAsset } from '#protocol/p2p/currencies.ts';
import { fromUnits, isDecimal, toUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '../core/assets.ts';
import type { Config } from '../core/config/config.ts';
import { systemClock } from '../core/clock/clock.ts';
import { marketScale } from '../p2p/adverts/rules.ts';
import {
  appealsListed,
  askAppeal,
  decideAppeal,
  readAppealOf,
  readAppeals,
} from '../p2p/orders/appeals/operate-appeals.ts';
import { type OpenCase, readOpenCases } from '../p2p/orders/cases/case-rows.ts';
import type { OrderRow } from '../p2p/orders/order-row.ts';
import { readPicture } from '../p2p/orders/appeals/evidence.ts';
import { type SecretBox, secretBoxBeside } from '../core/secrets/secret-box.ts';
import { chatLines } from '../accounts/chat/operator-reading.ts';
import { createModeration } from '../accounts/chat/moderation.ts';
import { groupOfOrder } from '../accounts/chat/talks/read-talks.ts';
import { harmlessLines } from './text/review-text.ts';
import { type Command, say, UsageError } from './command.ts';
import { filesBeside } from './file-commands.ts';
import { savePhotos } from './photo-files.ts';
import { readSigned, sayTakenUp } from './signed-options.ts';

const time = (at: number | string | null) => (at === null ? '' : new Date(Number(at)).toISOString());

function orderId(words: readonly string[]): bigint {
  const [text = ''] = words;
  const digits = text.replace(/^#/, '');
  if (!/^\d{1,18}$/.test(digits)) throw new UsageError('Name one fiat order by its number.');
  return BigInt(digits);
}

/** The order, and what it is about. */
function orderText(row: OrderRow): string {
  const scale = marketScale(row.asset, row.currency);
  const coins = `${fromUnits(row.units, scale.coin)} ${row.asset}`;
  const money = `${fromUnits(row.amount, scale.money)} ${row.currency}`;
  return `#${row.id} ${coins} for ${money}, buyer ${row.buyer}, seller ${row.seller}`;
}

/** One line: the order, who appealed, and until when the other side may answer. */
function appealLine(row: OrderRow): string {
  const decided = row.decision === null ? '' : `, decided: ${row.decision}`;
  return `${orderText(row)}, appealed by the ${row.appealedBy} at ${time(row.appealedAt)}, answers until ${time(row.answerUntil)}${decided}`;
}

/** One line: an order that is not under appeal, and why it has a case. */
function caseLine({ row, owner, why, at }: OpenCase): string {
  return `${orderText(row)}, ${row.state}, a case since ${time(at)}: ${why} of ${owner}`;
}

type Appeal = NonNullable<Awaited<ReturnType<typeof readAppealOf>>>;
type History = Appeal['histories']['buyer'];

const depositScale = assetScale(merchantDepositAsset);

/** A side's orders of 30 days, and what its merchant deposit holds. */
function historyLine(side: string, { owner, figures, deposit }: History): string {
  const { finished, completion, appealsLost } = figures;
  const share = completion === null ? 'none' : `${completion}%`;
  const held = `deposit ${fromUnits(deposit.units, depositScale)} ${merchantDepositAsset} (${deposit.state})`;
  return `    ${side} ${owner}: ${finished} orders in 30 days, ${share} completed, ${appealsLost} appeals lost, ${held}`;
}

/** @throws UsageError for anything but an amount of at most a whole deposit */
function penaltyUnits(text: string | undefined): bigint {
  if (text === undefined) return 0n;
  const units = isDecimal(text) ? toUnits(text, depositScale) : 0n;
  if (units <= 0n || units > toUnits(merchantDepositAmount, depositScale)) {
    throw new UsageError(`--penalty takes an amount of up to ${merchantDepositAmount} ${merchantDepositAsset}.`);
  }
  return units;
}

/** In place of a text or a picture whose key was destroyed. */
const destroyed = '(destroyed at the request of a person whom it is about)';

/** Evidence is encrypted: without the key of the exchange an arbiter would read none, and write what its sides cannot. */
async function keysBeside(config: Config): Promise<SecretBox> {
  const secrets = await secretBoxBeside(config);
  if (secrets === null)
    throw new UsageError('It needs the SECRETS_KEY of the exchange, or the DATA_DIR that has its key.');
  return secrets;
}

function appealArguments(args: readonly string[]): { readonly order: bigint; readonly save: string | null } {
  const [order, option, save, ...more] = args;
  const isWhole = option === undefined || (option === '--save' && save !== undefined && more.length === 0);
  if (order === undefined || !isWhole) throw new UsageError('Name one fiat order by its number.');
  return { order: orderId([order]), save: save ?? null };
}

async function picturesOf(deps: Parameters<typeof readPicture>[0], proofs: Appeal['proofs']) {
  const pictures = await Promise.all(
    proofs.map(async ({ by, file }, nth) => ({ name: `${nth + 1}-${by}`, bytes: await readPicture(deps, file) })),
  );
  return pictures.flatMap(({ name, bytes }) => (bytes === null ? [] : [{ name, bytes }]));
}

/** Commands for appeals of P2P orders. */
export const appealCommands: Readonly<Record<string, Command>> = {
  appeals: {
    usage: 'appeals',
    meaning: 'Fiat orders under appeal, the oldest first, and those with a case that are not paid yet.',
    async run(database, args) {
      if (args.length > 0) throw new UsageError('appeals takes nothing; see appeal.');
      const found = await readAppeals(database);
      const cases = await readOpenCases(database.pool, appealsListed);
      say(found.length === 0 ? 'Nothing is under appeal.' : found.map(appealLine).join('\n'));
      if (cases.length > 0) say(cases.map(caseLine).join('\n'));
      if (Math.max(found.length, cases.length) === appealsListed) say(`There may be more than these ${appealsListed}.`);
      return true;
    },
  },
  appeal: {
    usage: 'appeal ORDER [--save FOLDER]',
    meaning:
      'One appeal: what happened, what both sides say, their histories, their proofs by file id, and their conversation; --save writes the pictures to a folder, for your eyes only.',
    async run(database, args, config) {
      const { order, save } = appealArguments(args);
      const secrets = await keysBeside(config);
      const found = await readAppealOf(database, secrets, order, systemClock());
      if (found === null) {
        say('There is no such appeal.');
        return false;
      }
      const { row, events, statements, proofs, histories } = found;
      const talk = await groupOfOrder(database.pool, row.id);
      const conversation = talk === null ? [] : await chatLines(database, talk.id);
      say(
        [
          appealLine(row),
          historyLine('buyer', histories.buyer),
          historyLine('seller', histories.seller),
          ...events.map(({ what, by, at }) => `    ${time(at)} ${what} by the ${by}`),
          // Users write lines of their own: each is indented, so that none passes for one of these.
          ...statements.map(
            ({ by, text, at }) => `    ${time(at)} ${by}: ${(text ?? destroyed).replaceAll('\n', '\n        ')}`,
          ),
          ...proofs.map((proof) => `    proof of the ${proof.by}: ${proof.destroyed ? destroyed : proof.file}`),
          ...conversation.map((line) => `    ${harmlessLines(line)}`),
        ].join('\n'),
      );
      if (save !== null) {
        const files = filesBeside(database, config);
        const photos = await picturesOf({ database, files, secrets }, proofs);
        for (const saved of await savePhotos(save, `appeal-${row.id}`, photos)) say(saved);
      }
      return true;
    },
  },
  'ask-appeal': {
    usage: 'ask-appeal ORDER buyer|seller --reason QUESTION [--by NAME]',
    meaning: 'Asks a side, which then has 12 hours to answer. Both sides read the question.',
    async run(database, args, config) {
      const { words, by, reason } = readSigned(args);
      const [, side, ...more] = words;
      if ((side !== 'buyer' && side !== 'seller') || more.length > 0) throw new UsageError('Say buyer or seller.');
      const id = orderId(words);
      const secrets = await keysBeside(config);
      const line = await askAppeal(database, id, side, { by, reason, secrets, at: systemClock() });
      say(line === null ? `#${id} is not under appeal, or was decided before.` : `#${id}: asked the ${side}.`);
      if (line === null) return false;
      await sayTakenUp(database, line);
      return true;
    },
  },
  'say-appeal': {
    usage: 'say-appeal ORDER --reason TEXT [--by NAME]',
    meaning: 'Says the text to both sides of an order in their conversation, as the arbiter.',
    async run(database, args) {
      const { words, by, reason } = readSigned(args);
      const id = orderId(words);
      if (words.length > 1) throw new UsageError('Put what is to be said behind --reason.');
      const isSaid = await createModeration(database, systemClock, by).sayToOrder(id, reason);
      say(isSaid ? `#${id}: said.` : `#${id} has ended, or has no conversation.`);
      return isSaid;
    },
  },
  'decide-appeal': {
    usage: 'decide-appeal ORDER release|refund [--penalty AMOUNT] --reason TEXT [--by NAME]',
    meaning:
      'Gives the coins of an order to its buyer, or back to its seller, and of the losing side’s merchant deposit a penalty to the other. Both sides read the reason.',
    async run(database, args, config) {
      const { words, by, reason, options } = readSigned(args, ['penalty']);
      const [, decision, ...more] = words;
      if ((decision !== 'release' && decision !== 'refund') || more.length > 0) {
        throw new UsageError('Say release or refund.');
      }
      const id = orderId(words);
      const line = await decideAppeal(
        database,
        id,
        { outcome: decision, penalty: penaltyUnits(options.penalty) },
        { by, reason, secrets: await keysBeside(config), at: systemClock() },
      );
      say(line === null ? `#${id} is not under appeal, or was decided before.` : `#${id}: ${decision}.`);
      if (line === null) return false;
      await sayTakenUp(database, line);
      return true;
    },
  },
};
