import { p2pMarket, type Trader } from './p2p-market.ts';
import { setMerchantDeposit, verifyForP2p } from './p2p-standing.ts';
import { noId, ownerAlone, type Row, secret, type SomeRows, users } from './role-matrix-row.ts';
import type { Role, RoleWorld, User } from './role-matrix-world.ts';

type Somebody = Role | 'payee';

/** Calls of fiat trading, with the answer to each role. The payee is the merchant of what others take. */
export function otcRows(world: RoleWorld) {
  const own: Row = { answers: users() };
  const market = p2pMarket<Somebody>(
    () => world.exchange,
    (name, body, as) => world.done(name, body, as),
  );
  const trader = (as: Somebody): Trader<Somebody> => ({ id: world.user(as).id, as });
  const ofMerchant = { ...users(), owner: '998', other: '998', verified: '997' };
  /** Whoever asks has the standing of their role alone. */
  const standing = async (user: User, role: Role) => {
    const isSomebody = role === 'verified' || role === 'merchant';
    if (isSomebody) await verifyForP2p(world.exchange, user.id);
    await setMerchantDeposit(world.exchange, user.id, role === 'merchant' ? 'whole' : null);
    if (!isSomebody) {
      await world.exchange.database.pool.query(`UPDATE users SET verification = 'not-verified' WHERE id = $1`, [
        user.id,
      ]);
    }
    world.exchange.forgetSessions();
    return {};
  };
  /** A merchant that is somebody, with what they publish frozen or paid. */
  const publishing = (side: 'buy' | 'sell') => async (user: User, role: Role) => {
    if (!isSomebody(role)) return {};
    await setMerchantDeposit(world.exchange, user.id, 'whole');
    const method = await market.collectionMethod(trader(role));
    if (side === 'sell') await market.fund(role, '50');
    return { ...market.terms('50'), methods: [side === 'buy' ? 'bank' : method] };
  };
  /** Strangers may make the call too, as far as their standing goes. */
  const asTrader = async (role: Role, body: object, who = 'strangers') => {
    if (isSomebody(role) && (role !== 'owner' || who !== 'strangers')) {
      await verifyForP2p(world.exchange, world.user(role).id);
      await setMerchantDeposit(world.exchange, world.user(role).id, 'whole');
    }
    return body;
  };
  const ofOrder = (make: () => Promise<string>, body: (id: string) => object = (id) => ({ id })) => ({
    answers: ownerAlone(),
    make,
    absent: noId,
    of: (id: string) => body(id),
  });
  const bought = () => market.order(trader('owner'), trader('payee'), 'buy');
  const paidSale = () => market.paidSale(trader('owner'), trader('payee'));
  const completedSale = async () => {
    const id = await paidSale();
    await world.done('POST otcFinish', { id, received: true, ...secret }, 'owner');
    return id;
  };
  const taking = (side: 'buy' | 'sell') => async (_: User, role: Role) => {
    if (!isSomebody(role)) return {};
    const advert = await market.advert(trader('payee'), side === 'buy' ? 'sell' : 'buy');
    return market.takingOf(trader(role), side, advert);
  };
  return {
    ...accountRows(world, market, trader),
    'GET legalMgrPage': [own],
    'PUT legalMgrPage': [
      { answers: users(), body: (_, role) => asTrader(role, { paused: false }, 'owner as well') },
      {
        what: 'to merchants alone',
        answers: ofMerchant,
        body: async (user, role) => ({ ...(await standing(user, role)), paused: false }),
      },
    ],
    'POST otcBuy': [{ answers: users(), own: 'id', body: publishing('buy') }],
    'POST otcSell': [{ answers: users(), own: 'id', body: publishing('sell') }],
    'GET tradeList': [{ answers: users(), body: () => ({ side: 'buy', asset: 'USDT', currency: 'CNY' }) }],
    // Also of those who are merchants no more: they take adverts down.
    'GET otcBillList': [{ answers: users(), body: () => ({}) }],
    'PUT otcBillList': [
      {
        answers: ownerAlone(),
        make: () => market.advert(trader('owner'), 'sell'),
        absent: noId,
        of: (id, role) => asTrader(role, { id, paused: true }),
      },
    ],
    'POST cancelOrder': [
      {
        answers: ownerAlone(),
        make: () => market.advert(trader('owner'), 'sell'),
        absent: noId,
        of: (id, role) => asTrader(role, { id }),
      },
    ],
    'POST tradeBuy': [{ answers: users(), own: 'id', body: taking('buy') }],
    'POST tradeSell': [{ answers: users(), own: 'id', body: taking('sell') }],
    'GET otcOrderList': [{ answers: users() }],
    'PUT otcOrderList': [ofOrder(completedSale, (id) => ({ id, positive: true }))],
    'GET tradeBuyWaitPage': [ofOrder(bought)],
    'POST tradePaid': [ofOrder(bought)],
    'GET tradeCancelPre': [ofOrder(bought)],
    'POST tradeCancel': [ofOrder(bought, (id) => ({ id, notPaid: true }))],
    'POST otcFinish': [ofOrder(paidSale, (id) => ({ id, received: true, ...secret }))],
    'POST tradeAppeal': [ofOrder(paidSale, (id) => ({ id, text: 'No money came to my account.' }))],
    'POST uploadBuyProof': [ofOrder(bought, (order) => ({ order }))],
  } satisfies SomeRows;
}

type Market = ReturnType<typeof p2pMarket<Somebody>>;

/** Collection methods and merchant deposits. */
function accountRows(world: RoleWorld, market: Market, trader: (as: Somebody) => Trader<Somebody>) {
  const own: Row = { answers: users() };
  /** Whoever asks has a verified name, and the deposit in a state. */
  const withDeposit = (state: 'short' | null) => async (user: User, role: Role) => {
    await verifyForP2p(world.exchange, user.id);
    await setMerchantDeposit(world.exchange, user.id, state);
    await world.exchange.database.pool.query(`UPDATE adverts SET state = 'withdrawn' WHERE owner = $1`, [user.id]);
    await world.exchange.database.pool.query('UPDATE fiat_orders SET merchant = 0 WHERE merchant = $1', [user.id]);
    if (isSomebody(role)) await market.fund(role, '510');
    return {};
  };
  return {
    'GET cnyPayList': [
      {
        answers: users(),
        own: 'id',
        body: async (_: User, role: Role) => {
          if (isSomebody(role)) await market.collectionMethod(trader(role));
          return {};
        },
      },
    ],
    'POST cnyPayAdd': [
      {
        what: 'a bank account',
        answers: users(),
        own: 'id',
        body: async (user: User) => {
          await verifyForP2p(world.exchange, user.id);
          return market.bankAccount();
        },
      },
    ],
    'DELETE cnyPayDel': [
      {
        answers: ownerAlone(),
        make: () => market.collectionMethod(trader('owner')),
        absent: noId,
        of: (id) => ({ id }),
      },
    ],
    'GET depositPage': [own],
    'GET makeUpDepositPage': [own],
    'GET backDepositPage': [own],
    'POST deposit': [{ answers: users(), body: withDeposit(null) }],
    'POST makeUpDeposit': [{ answers: users(), body: withDeposit('short') }],
    'POST backDeposit': [{ answers: users(), body: withDeposit('short') }],
  } satisfies SomeRows;
}

function isSomebody(role: Role): boolean {
  return role !== 'visitor' && role !== 'disabled' && role !== 'ended';
}
