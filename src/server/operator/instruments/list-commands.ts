import type { PairState } from '#protocol/market-data/entities/market.ts';
import { systemClock } from '#server/core/clock/clock.ts';
import type { Signed } from '#server/core/gate/stops.ts';
import {
  changeTerms,
  endPair,
  listCoin,
  listContract,
  listPair,
  movePair,
  NotListed,
} from '#server/core/instrument-acts/list.ts';
import { instruments } from '#server/core/instruments/instruments.ts';
import type { PairTerms } from '#server/core/instruments/rules.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';
import { type Command, say, UsageError } from '../command.ts';
import {
  coinOption,
  coinOptions,
  contractOption,
  contractOptions,
  pairOption,
  pairOptions,
  timeOf,
} from './list-options.ts';
import { readSigned, sayTakenUp, type SignedArguments } from '../signed-options.ts';
import { coinText, contractText, pairText } from '../text/list-text.ts';

const options = [...coinOptions, ...pairOptions, ...contractOptions] as const;
type Arguments = SignedArguments<(typeof options)[number]>;
type Act = (tx: Transaction, signed: Signed) => Promise<bigint>;

const usage =
  'list [show COIN|PAIR] | add coin|pair|contract … | halt|open|auction PAIR | delist PAIR CANCELS CLOSES | set PAIR WHAT VALUE --reason TEXT [--by NAME]';

/** What can be set of a pair, by the words for it. */
const settable: Readonly<Record<string, keyof PairTerms>> = {
  'maker-fee': 'makerFee',
  'taker-fee': 'takerFee',
  'min-amount': 'minAmount',
  'max-amount': 'maxAmount',
  'min-total': 'minTotal',
  tags: 'tags',
};

const moves: Readonly<Record<string, Exclude<PairState, 'closing' | 'closed' | 'announced'>>> = {
  halt: 'halted',
  open: 'open',
  auction: 'auction',
};

/** @throws UsageError for anything that is no change of what is listed */
function actOf({ words, options: given }: Arguments): Act {
  const [act, ...rest] = words;
  const [first = '', second, third] = rest;
  const expect = (count: number, said: string) => {
    if (rest.length !== count) throw new UsageError(said);
  };
  if (act === 'add' && first === 'coin') {
    expect(2, 'list add coin COIN --name NAME --scale N --display N [--faucet AMOUNT]');
    const coin = coinOption(second ?? '', given);
    return (tx, signed) => listCoin(tx, { coin, pair: null }, signed);
  }
  if (act === 'add' && first === 'pair') {
    expect(3, `list add pair BASE QUOTE ${pairOptions.map((name) => `--${name} …`).join(' ')}`);
    const pair = pairOption(upper(second), upper(third), given);
    return (tx, signed) => listPair(tx, pair, signed);
  }
  if (act === 'add' && first === 'contract') {
    expect(3, `list add contract CONTRACT BASE ${contractOptions.map((name) => `--${name} …`).join(' ')}`);
    const contract = contractOption(upper(second), upper(third), given);
    return (tx, signed) => listContract(tx, contract, signed);
  }
  if (act === 'delist') {
    expect(3, 'list delist PAIR CANCELS CLOSES: when resting orders are cancelled, and when it is gone, in UTC.');
    const end = { cancelsAt: timeOf(second ?? ''), closesAt: timeOf(third ?? '') };
    return (tx, signed) => endPair(tx, upper(first), end, signed);
  }
  if (act === 'set') {
    expect(3, `list set PAIR ${Object.keys(settable).join('|')} VALUE`);
    const name = settable[second ?? ''];
    if (name === undefined) throw new UsageError(`WHAT is one of ${Object.keys(settable).join(', ')}.`);
    const value = name === 'tags' ? tagsOf(third) : third;
    return (tx, signed) => changeTerms(tx, upper(first), { [name]: value }, signed);
  }
  const to = moves[act ?? ''];
  if (to === undefined) throw new UsageError('Say show, add, halt, open, auction, delist or set.');
  expect(1, `list ${act} PAIR${act === 'auction' ? ' --opens TIME' : ''}`);
  const opening = given.opens === undefined ? {} : { opensAt: timeOf(given.opens) };
  return (tx, signed) => movePair(tx, upper(first), { to, ...opening }, signed);
}

const upper = (text: string | undefined) => (text ?? '').toUpperCase();
const tagsOf = (text: string | undefined) => (text ?? '').split(',').filter((tag) => tag !== '');

async function change(database: Database, args: readonly string[]): Promise<boolean> {
  const read = readSigned(args, options);
  const act = actOf(read);
  const signed = { by: read.by, reason: read.reason, at: systemClock() };
  try {
    const line = await database.transaction((tx) => act(tx, signed));
    say('Written.');
    await sayTakenUp(database, line);
    return true;
  } catch (error) {
    if (!(error instanceof NotListed)) throw error;
    say(error.faults.map((fault) => `Not done: ${fault}.`).join('\n'));
    return false;
  }
}

/** One coin with its pairs, or one pair. @throws UsageError for what is not listed */
function show(words: readonly string[]): string {
  const [name, ...more] = words;
  const id = upper(name);
  if (more.length > 0) throw new UsageError('list show takes one coin or pair.');
  const coin = instruments.coins.get(id);
  const found = instruments.pairs.filter((pair) => pair.id === id || pair.base === id);
  if (coin === undefined && found.length === 0) throw new UsageError(`There is no coin and no pair ${id}.`);
  return [...(coin === undefined ? [] : [coinText(coin)]), ...found.map(pairText)].join('\n');
}

/** Commands for what is listed: coins, pairs and contracts. */
export const listCommands: Readonly<Record<string, Command>> = {
  list: {
    usage,
    meaning:
      'What is listed; adds coins, pairs and contracts, opens, halts and delists pairs, and sets their fees and limits.',
    async run(database, args) {
      if (args.length === 0) {
        const { coins, pairs, contracts } = instruments;
        say([...[...coins.values()].map(coinText), ...pairs.map(pairText), ...contracts.map(contractText)].join('\n'));
        return true;
      }
      if (args[0] !== 'show') return change(database, args);
      say(show(args.slice(1)));
      return true;
    },
  },
};
