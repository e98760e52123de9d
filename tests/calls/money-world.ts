import { vi } from 'vitest';
import type { MoneyCall } from '#protocol/calls.ts';
import { testAddress } from '#server/practice/test-chain/test-address.ts';
import { cheapHash, createCaller, exchangeWithContent, setTransactionPassword, type TestUser } from './caller.ts';
import type { ExchangeForTest } from './exchange-for-test.ts';
import { p2pMarket } from './p2p-market.ts';
import { projectInProgress } from './launchpad-project.ts';
import { setMerchantDeposit, verifyForP2p } from './p2p-standing.ts';
import { giveRebates } from '#server/earn/referrals/giving.ts';
import { loansOf } from './loan-applications.ts';
import { robotsOf } from './own-robots.ts';
import { patience } from '../pace.ts';

/** Users with money, and a right body of each call that moves some. */
export interface MoneyWorld {
  readonly exchange: ExchangeForTest;
  readonly caller: ReturnType<typeof createCaller>;
  readonly user: TestUser;
  readonly payee: TestUser;
  /** Each can be done; a new call that moves money fails to type here until it has a row. */
  readonly bodies: Readonly<Record<MoneyCall, () => Promise<object>>>;
}

const password = '864209';
const secret = { transactionPassword: password };
const spotOrder = { type: 'limit', pair: 'ETHUSDT', side: 'buy', price: '900', amount: '0.1' };

/**
 * Opens an exchange with a user and a payee who have something in every wallet.
 *
 * @param name begins the idempotency keys, and the email of the user
 */
export async function openMoneyWorld(name: string): Promise<MoneyWorld> {
  const exchange = await exchangeWithContent();
  const email = `${name}@example.com`;
  const caller = createCaller(() => exchange.app, name);
  const payee = await caller.registerPractice();
  const user = await caller.register(email);
  await setTransactionPassword(exchange, user.id, await cheapHash(password));
  for (const asset of ['USDT', 'BTC']) await caller.done('POST recharge', { chain: 'PRACTICE', asset }, user.token);
  for (const [to, amount] of Object.entries({ contract: '2000', option: '200' })) {
    await caller.done('POST transfer', { asset: 'USDT', from: 'spot', to, amount }, user.token);
  }
  const toContracts = { asset: 'USDT', from: 'spot', to: 'contract', amount: '2000' };
  await caller.done('POST transfer', toContracts, payee.token);
  return { exchange, caller, user, payee, bodies: bodiesFor(exchange, caller, { email, user, payee }) };
}

interface Users {
  readonly email: string;
  readonly user: TestUser;
  readonly payee: TestUser;
}

function bodiesFor(
  exchange: ExchangeForTest,
  caller: ReturnType<typeof createCaller>,
  { email, user, payee }: Users,
): MoneyWorld['bodies'] {
  const { newKey } = caller;
  const entered = new Set<string>();
  let made = 0;
  const done = (call: Parameters<typeof caller.done>[0], body: object, as = user.token) => caller.done(call, body, as);
  const opening = (side: 'long' | 'short', factor = 0.97) => caller.opening(user.token, side, factor, 2);
  const withdrawal = () => ({
    asset: 'USDT',
    chain: 'TEST',
    address: testAddress('0x00000000000000000000000000000000000000aa'),
    amount: '20',
    remark: newKey(),
    ...secret,
  });

  /** A position of the user, whose other side the payee holds; then somebody to close against. */
  async function position(): Promise<string> {
    const mine = await done('POST contract', await opening('long'));
    await done('POST contract', await opening('short'), payee.token);
    return (mine['order'] as { id: string }).id;
  }

  /** Of the rounds not entered yet, the one that takes entries longest, so that it does not lock meanwhile. */
  async function nextRound(): Promise<string> {
    const { list } = await done('GET contractOption-starting', {});
    const [round] = (list as { id: string; lockAt: number }[])
      .filter(({ id }) => !entered.has(id))
      .toSorted((a, b) => b.lockAt - a.lockAt);
    if (round === undefined) throw new Error('No round takes entries yet.');
    return round.id;
  }

  const fiat = p2pMarket<string>(() => exchange, done);
  const taker = () => ({ id: user.id, as: user.token });
  const seller = () => ({ id: payee.id, as: payee.token });

  const loan = loansOf(exchange, done);
  const robot = robotsOf<string>(exchange, done);

  /** A merchant deposit in a state, with enough in the fiat wallet to pay one. */
  async function deposit(state: 'short' | null): Promise<object> {
    await verifyForP2p(exchange, user.id);
    await setMerchantDeposit(exchange, user.id, state);
    await done('POST transfer', { asset: 'USDT', from: 'spot', to: 'fiat', amount: '510' });
    return {};
  }

  /** A purchase of the first product on sale in USDT. */
  async function fixedTerm(): Promise<object> {
    const { list } = await done('GET finPeriodicList', {});
    const product = (list as { id: string; version: number; asset: string }[]).find(({ asset }) => asset === 'USDT');
    return { product: product?.id, version: product?.version, amount: '10' };
  }

  /** The first model on sale, and a miner of it that the user bought. */
  async function stint(): Promise<{ readonly id: string; readonly price: string }> {
    const { list } = await done('GET common/miningList', {});
    const [model] = list as { id: string; price: string }[];
    return model ?? { id: '', price: '' };
  }

  async function miner(): Promise<string> {
    const { id: model, price } = await stint();
    const { list } = await done('POST addMiningOrder', { model, quantity: 1, price });
    return (list as { id: string }[])[0]?.id ?? '';
  }

  return {
    'POST checkIn': async () => {
      await exchange.database.pool.query('DELETE FROM sign_ins WHERE owner = $1', [user.id]);
      await exchange.database.pool.query('UPDATE sign_in_streaks SET last_day = last_day - 1 WHERE owner = $1', [
        user.id,
      ]);
      return {};
    },
    'POST myearnings': async () => {
      await giveRebates(exchange.database, BigInt(user.id), { asset: 'USDT', amount: '2' });
      return { asset: 'USDT', amount: `1.${(made += 1)}` };
    },
    'POST recharge': async () => ({ chain: 'PRACTICE', asset: 'SOL' }),
    'POST withdrawCoinApp': async () => withdrawal(),
    'POST withdrawCoin': async () => {
      await exchange.database.pool.query('DELETE FROM verification_codes');
      const checked = {
        account: { by: 'email', email },
        purpose: 'security',
        code: await caller.sentCode(email, 'security', user.token),
      };
      const { ticket } = await done('POST checkSmsCode', checked);
      return { ...withdrawal(), ticket: String(ticket) };
    },
    'POST transfer': async () => ({ asset: 'USDT', from: 'spot', to: 'option', amount: `1.${(made += 1)}` }),
    'POST convert': async () => {
      const { quote } = await done('GET convertPage', { from: 'USDT', to: 'BTC', amount: '10' });
      return { quote: (quote as { id: string }).id };
    },
    'POST freeTransferForWallet': async () => ({
      step: 'pay',
      to: { by: 'id', id: payee.id },
      asset: 'USDT',
      amount: `2.${(made += 1)}`,
      ...secret,
    }),
    'POST currency': async () => spotOrder,
    'POST cancelCurrency': async () => {
      const { order } = await done('POST currency', spotOrder);
      return { id: (order as { id: string }).id };
    },
    'POST contract': async () => opening('long', 0.9),
    'POST cancelContract': async () => {
      const { order } = await done('POST contract', await opening('long', 0.9));
      return { id: (order as { id: string }).id };
    },
    'POST outContract': async () => {
      const id = await position();
      await done('POST contract', await opening('long', 0.96), payee.token);
      return { id, lots: 1 };
    },
    'POST contractPl': async () => {
      const { takeProfit, stopLoss } = await opening('long', 1.1);
      return { id: await position(), takeProfit, stopLoss };
    },
    'POST teManagementOrderAdd': async () => ({ project: await projectInProgress(exchange.database), amount: '5' }),
    'POST deposit': async () => deposit(null),
    'POST makeUpDeposit': async () => deposit('short'),
    'POST backDeposit': async () => {
      for (const sql of ["UPDATE adverts SET state = 'withdrawn'", 'UPDATE fiat_orders SET merchant = 0']) {
        await exchange.database.pool.query(sql);
      }
      return deposit('short');
    },
    'POST otcBuy': async () => {
      await setMerchantDeposit(exchange, user.id, 'whole');
      await fiat.collectionMethod(taker());
      return { ...fiat.terms('50'), methods: ['bank'] };
    },
    'POST otcSell': async () => {
      await setMerchantDeposit(exchange, user.id, 'whole');
      const method = await fiat.collectionMethod(taker());
      await fiat.fund(user.token, '50');
      return { ...fiat.terms('50'), methods: [method] };
    },
    'POST cancelOrder': async () => ({ id: await fiat.advert(taker(), 'sell') }),
    'POST tradeBuy': async () => fiat.takingOf(taker(), 'buy', await fiat.advert(seller(), 'sell')),
    'POST tradeSell': async () => fiat.takingOf(taker(), 'sell', await fiat.advert(seller(), 'buy')),
    'POST tradeCancel': async () => ({ id: await fiat.order(taker(), seller(), 'buy'), notPaid: true }),
    'POST otcFinish': async () => ({ id: await fiat.paidSale(taker(), seller()), received: true, ...secret }),
    'POST finPeriodicOrderAdd': async () => fixedTerm(),
    'DELETE finPeriodicMyOrderList': async () => ({
      id: (await done('POST finPeriodicOrderAdd', await fixedTerm()))['id'],
    }),
    'POST addMiningOrder': async () => ({ model: (await stint()).id, quantity: 1, price: (await stint()).price }),
    'POST startUpMiningOrder': async () => ({ step: 'fill', miner: await miner(), fuel: 4 }),
    'POST pickMiningOrder': async () => {
      const id = await miner();
      const ran = 'UPDATE miners SET started_at = 0, ran = 3 * day_ms, stopped_at = 1 WHERE id = $1';
      await exchange.database.pool.query(ran, [id]);
      return { miner: id };
    },
    'POST loan/add': async () => loan.application(),
    'POST coinLoan': async () => ({ act: 'repay', loan: await loan.running(), amount: '10' }),
    'POST quant/create': async () => robot.asked(),
    'PUT quant/create': async () => robot.change(await robot.running()),
    'POST quant/startIncome': async () => ({ id: await robot.running(), act: 'pause' }),
    'POST quant/redeem': async () => {
      await robot.rested();
      return { id: await robot.running(), coins: 'keep' };
    },
    'POST quant/returnAssets': async () => {
      await robot.rested();
      await done('POST transfer', { asset: 'USDT', from: 'spot', to: 'quant', amount: '2' });
      return { asset: 'USDT', amount: '2' };
    },
    'POST contractOptionOrder-add': async () => {
      // The first rounds open with the scheduler's first step, which a quick test may be ahead of.
      const round = await vi.waitFor(nextRound, patience);
      entered.add(round);
      return { round, direction: 'up', stake: '5' };
    },
  };
}
