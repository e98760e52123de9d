import { randomBytes } from 'node:crypto';
import { codes } from '#protocol/core/codes.ts';
import { listingApplicationCalls } from '#protocol/listing-applications/calls.ts';
import type { OptionEntry, OptionRound } from '#protocol/options/entities.ts';
import { readConfig } from '#server/core/config/config.ts';
import { openBesideServer } from '#server/core/store/beside-server.ts';
import { testAddress } from '#server/practice/test-chain/test-address.ts';
import type { BuiltExchange } from '../built-exchange.ts';
import { operatorCommand } from '../operator-console.ts';
import { everyScreen, type ScreenAddress } from './every-screen.ts';
import { tradeP2p } from './filled-p2p.ts';
import { practiceSession, until } from './phone.ts';
import { askExchange } from './ask-exchange.ts';

/** An account that has something on every screen. */
export interface FilledAccount {
  /** What the app keeps of its session on the device. */
  readonly session: Readonly<Record<string, string>>;
  /** Every screen, with the addresses of what this account has. */
  readonly screens: readonly ScreenAddress[];
  /** Waits until the rounds that were entered are settled: they take longest. */
  readonly settled: () => Promise<void>;
}

const transactionPassword = '135792';

/** Asks the exchange as its app does; @throws when the answer is not a success */
export type Ask = <Data = unknown>(path: string, body?: object) => Promise<Data>;

/** Calls of a user, each under a key of its own; without a body they read. */
export function asUser(address: string, token: string): Ask {
  return async <Data>(path: string, body?: object) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': `of-a-test-${randomBytes(8).toString('hex')}`,
    };
    const request = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const answer = await askExchange(`${address}/api/${path}`, { headers, ...request });
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: Data };
    if (code !== codes.success) throw new Error(`${path} ${JSON.stringify(body)}: ${code} ${msg}`);
    return data;
  };
}

/** Repeats what the market may refuse for a moment: makers are still filling their books. */
async function untilDone<Data>(what: string, ask: () => Promise<Data>): Promise<Data> {
  let done: { readonly data: Data } | null = null;
  let failure = '';
  await until(`${what}: ${failure}`, async () => {
    try {
      done = { data: await ask() };
    } catch (error) {
      failure = String(error);
    }
    return done !== null;
  }).catch((error: unknown) => {
    throw new Error(`${what} (${failure})`, { cause: error });
  });
  return (done as unknown as { readonly data: Data }).data;
}

/** A market order that found somebody: makers are still filling their books, and what meets nobody is cancelled. */
function filledAtMarket(ask: Ask, order: object): Promise<void> {
  return untilDone('a market order', async () => {
    const answer = await ask<{ order: { filled: string } }>('currency', { type: 'market', ...order });
    if (!/[1-9]/.test(answer.order.filled)) throw new Error('nothing was filled');
  });
}

async function trade(ask: Ask): Promise<void> {
  await filledAtMarket(ask, { pair: 'BTCUSDT', side: 'buy', total: '1500' });
  await filledAtMarket(ask, { pair: 'ETHUSDT', side: 'buy', total: '321.5' });
  await filledAtMarket(ask, { pair: 'BTCUSDT', side: 'sell', amount: '0.001' });
  for (const [pair, price, amount] of [
    ['BTCUSDT', '40123.4', '0.01234'],
    ['ETHUSDT', '1234.56', '0.1234'],
  ]) {
    await ask('currency', { type: 'limit', pair, side: 'buy', price, amount });
  }
  await ask('currency', { type: 'limit', pair: 'BTCUSDT', side: 'sell', price: '199999.9', amount: '0.00123' });
  const { order } = await ask<{ order: { id: string } }>('currency', {
    type: 'limit',
    pair: 'BTCUSDT',
    side: 'buy',
    price: '30000',
    amount: '0.005',
  });
  await ask('cancelCurrency', { id: order.id });
}

/** Two positions and a resting order of a contract, and one that was opened and closed. */
async function holdPositions(ask: Ask, contract: string, lots: number): Promise<void> {
  const page = () => ask<{ view: { mark: string | null } }>(`contractPage?contract=${contract}`);
  const { view } = await untilDone('a mark price', async () => {
    const answer = await page();
    if (answer.view.mark === null) throw new Error('no mark price yet');
    return answer;
  });
  const mark = Number(view.mark);
  const at = (factor: number) => (Math.round(mark * factor * 10) / 10).toFixed(1);
  // Before what ten times of leverage would liquidate.
  const protection = {
    long: { takeProfit: at(1.5), stopLoss: at(0.95) },
    short: { takeProfit: at(0.5), stopLoss: at(1.05) },
  };
  const opening = (side: 'long' | 'short') => ({ contract, side, lots, leverage: 10, ...protection[side] });
  for (const side of ['long', 'short'] as const)
    await untilDone('a position', async () => {
      const { position } = await ask<{ position: object | null }>('contract', { type: 'market', ...opening(side) });
      if (position === null) throw new Error('nobody took the other side');
    });
  await ask('contract', { type: 'limit', ...opening('long'), stopLoss: at(0.88), price: at(0.93) });
  const { positions } = await ask<{ positions: { id: string; side: string; lots: number }[] }>(
    `contractList?show=positions&contract=${contract}`,
  );
  for (const { id, lots: open } of positions.slice(0, 1)) {
    await untilDone('a closing', () => ask('outContract', { id, lots: Math.ceil(open / 2) }));
  }
}

/** Enters rounds of half a minute and one of longer; answers the address of the first. */
async function predict(ask: Ask): Promise<string> {
  const rounds = (cycle: number) => ask<{ list: OptionRound[] }>(`contractOption-starting?coin=BTC&cycle=${cycle}`);
  const entered: OptionEntry[] = [];
  for (const [cycle, direction] of [
    [30, 'up'],
    [300, 'down'],
  ] as const) {
    const { entry } = await untilDone('an entry', async () => {
      const [round] = (await rounds(cycle)).list;
      return ask<{ entry: OptionEntry }>('contractOptionOrder-add', { round: round?.id, direction, stake: '25' });
    });
    entered.push(entry);
  }
  const [first] = entered;
  return first === undefined ? '1' : `${first.round.id}&entry=${first.id}`;
}

/** A grid around the price, whose address it answers, and one that was paused and one that ended at once. */
async function runRobots(ask: Ask): Promise<string> {
  const { list } = await ask<{ list: { ticker: { pair: string; last: string } }[] }>(
    'common/new/changerSymbolsList?board=spot',
  );
  const last = Number(list.find(({ ticker }) => ticker.pair === 'BTCUSDT')?.ticker.last);
  const at = (factor: number) => String(Math.round(last * factor));
  const grid = { strategy: 'grid', lower: at(0.95), upper: at(1.05), lines: 12, spacing: 'arithmetic' };
  const steps = { strategy: 'averaging', takeProfit: '1.50', safetyOrders: 5, step: '2.00', scale: '1.50' };
  const start = async (name: string, pair: string, parameters: object) => {
    const order = { pair, amount: '500', from: 'spot', name, parameters, bounds: { stopLoss: null, takeProfit: null } };
    const { robot } = await ask<{ robot: { id: string } }>('quant/create', order);
    return robot.id;
  };
  const first = await start('Bitcoin in a range', 'BTCUSDT', grid);
  const paused = await start('Ether, safety orders', 'ETHUSDT', steps);
  await ask('quant/startIncome', { id: paused, act: 'pause' });
  const ended = await start('Solana trial', 'SOLUSDT', steps);
  await ask('quant/redeem', { id: ended, coins: 'keep' });
  return `#/pages/AI_quantification/quantification_details?id=${first}`;
}

async function moveMoney(ask: Ask, to: string): Promise<void> {
  const password = { password: transactionPassword, confirmation: transactionPassword };
  await ask('pwd', { kind: 'transaction', proof: { by: 'nothing' }, ...password });
  await untilDone('a deposit address', () => ask('platformAddress?asset=USDT&chain=TEST'));
  await untilDone('a deposit', () => ask('recharge', { chain: 'TEST', asset: 'USDT' }));
  const address = testAddress(`0x${randomBytes(20).toString('hex')}`);
  await ask('bindAccount', { kind: 'address', chain: 'TEST', address, label: 'Hardware wallet', transactionPassword });
  const out = { asset: 'USDT', chain: 'TEST', address, amount: '123.45', remark: 'Savings', transactionPassword };
  await ask('withdrawCoinApp', out);
  const payment = { step: 'pay', to: { by: 'id', id: to }, asset: 'USDT', amount: '12.34', remark: 'Lunch on Friday' };
  await ask('freeTransferForWallet', { ...payment, transactionPassword });
  const { quote } = await untilDone('a quote', async () => {
    const answer = await ask<{ quote: { id: string } | null }>('convertPage?from=USDT&to=ETH&amount=50');
    if (answer.quote === null) throw new Error('no quote yet');
    return { quote: answer.quote };
  });
  await ask('convert', { quote: quote.id });
}

async function writeToSupport(ask: Ask): Promise<string> {
  const clientId = () => randomBytes(16).toString('hex');
  const order = (title: string, description: string) =>
    ask<{ order: { id: string } }>('worker/order/add', { clientId: clientId(), title, description });
  const first = await order('My deposit of 1,234.56 USDT over the test chain was not credited', 'I paid an hour ago.');
  await ask('worker/order/reply/add', { order: first.order.id, clientId: clientId(), text: 'It arrived, thank you.' });
  await ask('worker/order/reply/add', { order: first.order.id, clientId: clientId(), close: true });
  const second = await order('How do I change my e-mail address?', 'I no longer have the old one.\nWhat do you need?');
  await ask('worker/order/reply/add', { order: second.order.id, clientId: clientId(), text: 'I can show a document.' });
  return second.order.id;
}

/** A conversation that is there already: sending it message by message is what other tests are for. */
async function talk(exchange: BuiltExchange, users: readonly string[]): Promise<void> {
  const texts = [
    'Good morning!',
    'BTC is above 67,482.5 again. Has anybody an idea where the next resistance is? I look at 68,160 and at 70,000.',
    'See https://example.com/a/rather/long/address/that/has/no/place/to/break?and=parameters',
    '走勢圖看起來不錯 👍',
    'ok',
  ];
  const database = openBesideServer(readConfig({ DATA_DIR: exchange.dataFolder }));
  try {
    for (const [nth, text] of texts.entries()) {
      await database.pool.query(
        `WITH next AS (UPDATE chat_groups SET last_number = last_number + 1 WHERE id = 1 RETURNING last_number)
         INSERT INTO chat_messages (group_id, number, author, key, text, reply_to, at)
         SELECT 1, last_number, $1, 'filled-account-' || last_number, $2, CASE WHEN $3 THEN last_number - 1 END, $4 FROM next`,
        [users[nth % users.length], text, nth === 3, Date.now() - (texts.length - nth) * 60_000],
      );
    }
  } finally {
    await database.close();
  }
}

const coinForm = { ...listingApplicationCalls['POST addCoinApply'].example.input, exchanges: 'Kestrel', documents: [] };

/** Applies for a coin, which the desk asks about before practice mode accepts it by itself; answers where it is shown. */
async function applyForCoin(exchange: BuiltExchange, ask: Ask): Promise<string> {
  const { id } = await ask<{ id: string }>('addCoinApply', coinForm);
  const question = 'Who audits the contract, and when may the 6,000,000 AVO of the team be sold?';
  await operatorCommand(exchange, 'applications', 'ask', id, '--reason', question, '--by', 'grace');
  return `#/pages/Apply/Apply?id=${id}`;
}

/** A draft of another coin, as the device keeps it. */
function draftOfCoin(account: string): string {
  const { documents: _documents, ...texts } = coinForm;
  return JSON.stringify({ account, keptAt: Date.now(), texts: { ...texts, symbol: 'HERON' } });
}

/** Settings of an exchange that can fill an account at any time: gold has breaks and weekends of its own. */
export const filledSettings = { GOLD_HOURS: 'always' } as const;

/** Makes an account with orders, positions, robots, rounds, payments, fiat orders, messages, tickets and notices, at an exchange of `filledSettings`. */
export async function fillAccount(exchange: BuiltExchange): Promise<FilledAccount> {
  const [own, other] = [await practiceSession(exchange.address), await practiceSession(exchange.address)];
  const ask = asUser(exchange.address, own.token);
  for (const each of [ask, asUser(exchange.address, other.token)]) {
    await each('checkChatPwd', { rules: 1 });
    await each('checkChatPwd', { rules: 1, group: '1' });
  }
  for (const each of [ask, asUser(exchange.address, other.token)])
    await untilDone('coins', () => each('recharge', { chain: 'PRACTICE', asset: 'USDT' }));
  for (const [to, amount] of Object.entries({ option: '500', contract: '3000', gold: '3000' })) {
    await ask('transfer', { asset: 'USDT', from: 'spot', to, amount });
  }
  const application = await applyForCoin(exchange, ask);
  const entry = await predict(ask);
  await moveMoney(ask, other['dunlin.account']);
  await trade(ask);
  await holdPositions(ask, 'BTCPERP', 20);
  await holdPositions(ask, 'XAUPERP', 2);
  const robot = await runRobots(ask);
  const ticket = await writeToSupport(ask);
  await talk(exchange, [other['dunlin.account'], own['dunlin.account']]);
  const trader = (session: typeof own) => ({ id: session['dunlin.account'], as: session.token });
  const fiat = await tradeP2p(exchange, trader(own), trader(other));
  const { list } = await ask<{ list: { id: string }[] }>('notice/list?size=1&language=en');
  const ownAddresses: Readonly<Record<string, string>> = {
    ...fiat,
    'coin-listing-application': application,
    robot,
    'option-round': `#/pages/Option/Riseandfall?id=${entry}`,
    notice: `#/pages/notice/details?id=${list[0]?.id ?? '1'}`,
    'work-order': `#/pages/workOrder/details?id=${ticket}`,
  };
  return {
    session: { ...own, 'dunlin.listing-draft': draftOfCoin(own['dunlin.account']) },
    screens: everyScreen.map((screen) => ({ ...screen, hash: ownAddresses[screen.name] ?? screen.hash })),
    settled: () =>
      untilDone('a settled round', async () => {
        const entries = await ask<{ list: unknown[] }>('contractOptionOrder-history?size=1');
        if (entries.list.length === 0) throw new Error('no round is settled yet');
      }),
  };
}
