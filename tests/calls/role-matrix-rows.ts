import { randomBytes } from 'node:crypto';
import { giveRebates } from '#server/earn/referrals/giving.ts';
import type { CallName } from '#protocol/calls.ts';
import { accountRows } from './role-matrix-accounts.ts';
import {
  anybody,
  noFile,
  noId,
  type ObjectRow,
  ownerAlone,
  type Row,
  secret,
  type SomeRows,
  users,
} from './role-matrix-row.ts';
import { launchpadRows } from './role-matrix-launchpad.ts';
import { listingRows } from './role-matrix-listing.ts';
import { loanRows } from './role-matrix-loans.ts';
import { robotRows } from './role-matrix-robots.ts';
import { otcRows } from './role-matrix-p2p.ts';
import { type User, type Role, type RoleWorld, strangers } from './role-matrix-world.ts';

const practice = { type: 'limit', pair: 'ETHUSDT', side: 'buy', price: '900', amount: '0.1' };
const clientId = () => randomBytes(16).toString('hex');
const form = () => ({ clientId: clientId(), title: 'Deposit', description: 'Where is it?' });

/** Rebates of everybody who has an account, so that only who may not is refused. */
async function rebates(world: RoleWorld, { id }: User, role: Role): Promise<object> {
  const given = { asset: 'USDT', amount: '42.16' };
  if (role !== 'visitor') await giveRebates(world.exchange.database, BigInt(id), given);
  return given;
}

/** Every call with the answer to each role. A new call does not compile, and fails the test, without a row. */
export function roleRows(world: RoleWorld): Readonly<Record<CallName, readonly Row[]>> {
  const open: Row = { answers: anybody() };
  const own: Row = { answers: users() };
  const ofPair: Row = { answers: anybody(), body: () => ({ pair: 'BTCUSDT', interval: '1h' }) };

  return {
    ...accountRows(world),
    'GET common/sysTime': [open],
    'GET common/getMsg': [open],
    'GET getMsg': [{ answers: users(), own: 'id' }],
    'GET common/newsList': [open],
    'GET common/problem': [open],
    'GET common/whiteBook': [open],
    'GET common/contact': [open],
    'GET common/community': [open],
    'GET common/getInviteConfig': [open],
    'GET customer/config': [open],
    'GET common/carousel': [open],
    'GET common/article': [
      { what: 'of the help', answers: anybody(), body: () => ({ key: 'help/address-book' }) },
      { what: 'of notices', answers: anybody('notFound'), body: () => ({ key: 'notice/real-name-verified' }) },
    ],
    'POST common/version': [open],
    'GET common/platformRate': [open],
    'GET common/recordHeads': [open],
    'GET common/backing': [open],
    'GET common/backingEntries': [{ answers: anybody(), body: () => ({ product: 'fixed-terms', asset: 'USDT' }) }],
    'GET stockAlerts': [own],
    // Switched on for what is on sale it would be answered by a notice, in the middle of another call.
    'PUT stockAlerts': [{ answers: users(), body: () => ({ product: 'fixed-term', item: '1', on: false }) }],
    'POST checkIn': [own],
    'GET checkInfo': [own],
    'GET chenkDayConfig': [own],
    'GET earningsInfo': [own],
    'GET earningsPage': [own],
    'GET myearnings': [own],
    'POST myearnings': [{ answers: users(), body: (who, role) => rebates(world, who, role) }],
    'GET teamDetail': [own],
    'GET common/teamRewardsList': [open],
    'GET web/config': [open],
    'GET common/huobiTicket': [open],
    'GET common/tradeList': [{ answers: anybody(), body: () => ({ pair: 'BTCUSDT' }) }],
    'GET common/kline': [ofPair],
    'GET common/symbolsList': [open],
    'GET common/new/changerSymbolsList': [open],
    ...walletRows(world),
    ...contractRows(world),
    ...supportRows(world, own),
    ...otcRows(world),
    ...earnRows(world),
    ...launchpadRows(world),
    ...loanRows(world),
    ...robotRows(world),
    ...listingRows(world),
    'GET common/getChatConfigs': [open],
    ...miningRows(world),
  };
}

function miningRows(world: RoleWorld) {
  const stint = { model: '1', quantity: 1, price: '104' };
  const make = async () => {
    const { list } = await world.done('POST addMiningOrder', stint, 'owner');
    return (list as { id: string }[])[0]?.id ?? '';
  };
  const answers = ownerAlone('minerUnknown');
  return {
    'GET common/miningList': [{ answers: anybody() }],
    'POST addMiningOrder': [{ answers: users(), own: 'id', body: () => stint }],
    'GET miningOrder': [{ answers: users(), own: 'id' }],
    'POST startUpMiningOrder': [{ answers, make, absent: noId, of: (miner) => ({ step: 'fill', miner, fuel: 1 }) }],
    'POST pickMiningOrder': [
      {
        answers: ownerAlone('minerUnknown'),
        make: async () => {
          const id = await make();
          const ran = 'UPDATE miners SET started_at = 0, ran = day_ms, stopped_at = 1 WHERE id = $1';
          await world.exchange.database.pool.query(ran, [id]);
          return id;
        },
        absent: noId,
        of: (miner) => ({ miner }),
      },
    ],
    'GET miningOrderDetail': [{ answers, make, absent: noId, of: (id) => ({ id }) }],
  } satisfies SomeRows;
}

function walletRows(world: RoleWorld) {
  const own: Row = { answers: users() };
  const input = () => ({
    asset: 'USDT',
    chain: 'TEST',
    address: world.address(),
    amount: '20',
    remark: `${world.next()}`,
  });
  return {
    'GET wallet': [own],
    'GET wallet/costs': [own],
    'GET cashflow': [{ answers: users(), own: 'id' }],
    'GET platformAddress': [{ answers: users(), own: 'address', body: () => ({ asset: 'USDT', chain: 'TEST' }) }],
    'POST recharge': [
      { what: 'of practice coins', answers: users(), body: () => ({ chain: 'PRACTICE', asset: 'SOL' }) },
      {
        what: 'by a voucher',
        answers: ownerAlone('uploadPhotos'),
        make: () => world.picture('voucher', 'owner'),
        absent: noFile,
        of: (voucher) => ({ chain: 'TRON', asset: 'USDT', amount: '50', hash: '', voucher }),
      },
    ],
    'GET recharge/list': [{ answers: users(), own: 'id' }],
    'GET withdrawPage': [{ answers: users(), own: 'id', body: () => ({ asset: 'USDT' }) }],
    'GET getWithdrawMinNum': [{ answers: users(), body: () => ({ asset: 'USDT', chain: 'TEST' }) }],
    'POST withdrawCoin': [
      {
        what: 'with the ticket of a code',
        answers: ownerAlone('verificationExpired'),
        make: async () => {
          const { email } = world.user('owner');
          const code = await world.sentCode(email, 'security', 'owner');
          const checked = { account: { by: 'email', email }, purpose: 'security', code };
          return String((await world.done('POST checkSmsCode', checked, 'owner'))['ticket']);
        },
        absent: 'x'.repeat(43),
        of: (ticket) => ({ ...input(), ...secret, ticket }),
      },
    ],
    'POST withdrawCoinApp': [{ answers: users(), body: () => ({ ...input(), ...secret }) }],
    'GET coinRecord': [{ answers: users(), own: 'id' }],
    'GET transferPage': [own],
    'POST transfer': [{ answers: users(), body: () => ({ asset: 'USDT', from: 'spot', to: 'option', amount: '1' }) }],
    'GET convertPage': [{ answers: users(), own: 'quote', body: () => ({ from: 'USDT', to: 'BTC', amount: '10' }) }],
    'POST convert': [
      {
        answers: ownerAlone('orderUpdated'),
        make: async () => {
          const { quote } = await world.done('GET convertPage', { from: 'USDT', to: 'BTC', amount: '10' }, 'owner');
          return (quote as { id: string }).id;
        },
        absent: 'x'.repeat(24),
        of: (quote) => ({ quote }),
      },
    ],
    'POST freeTransferForWallet': [
      {
        answers: users(),
        body: () => {
          const to = { by: 'id', id: world.user('payee').id };
          return { step: 'pay', to, asset: 'USDT', amount: '2', ...secret };
        },
      },
    ],
    'GET freeTransferForWalletLog': [{ answers: users(), own: 'id' }],
    'POST api/upload/img': [{ answers: users(), own: 'id', body: () => ({ purpose: 'avatar' }) }],
    'POST currency': [{ answers: users(), own: 'id', body: () => practice }],
    'GET currencyRecord': [{ answers: users(), own: 'id' }],
    'POST cancelCurrency': [
      {
        answers: ownerAlone(),
        make: async () => {
          const { order } = await world.done('POST currency', practice, 'owner');
          return (order as { id: string }).id;
        },
        absent: noId,
        of: (id) => ({ id }),
      },
    ],
  } satisfies SomeRows;
}

/** Fixed terms: everybody may buy, and a holding is its owner's alone. */
function earnRows(world: RoleWorld) {
  const purchase = async () => {
    const { list } = await world.done('GET finPeriodicList', {}, 'owner');
    const product = (list as { id: string; version: number; asset: string }[]).find(({ asset }) => asset === 'USDT');
    return { product: product?.id, version: product?.version, amount: '10' };
  };
  const bought = async () => String((await world.done('POST finPeriodicOrderAdd', await purchase(), 'owner'))['id']);
  const ofHolding = (body: (id: string) => object): ObjectRow => ({
    answers: ownerAlone(),
    make: bought,
    absent: noId,
    of: body,
  });
  return {
    'GET finPeriodicList': [{ answers: anybody() }],
    'POST finPeriodicOrderAdd': [{ answers: users(), own: 'id', body: purchase }],
    'GET finPeriodicMyOrderList': [{ answers: users(), own: 'id' }, ofHolding((id) => ({ id }))],
    'PUT finPeriodicMyOrderList': [ofHolding((id) => ({ id, renews: true }))],
    'DELETE finPeriodicMyOrderList': [ofHolding((id) => ({ id }))],
  } satisfies SomeRows;
}

function contractRows(world: RoleWorld) {
  const open: Row = { answers: anybody() };
  const ofCoin = { coin: 'BTC' };
  let shared: string | undefined;
  /** An entry in a round of its own, or in the one that everybody enters, the same each time. */
  const entry = async (isOwn: boolean) => {
    const { list } = await world.done('GET contractOption-starting', {}, 'owner');
    // The ones that take entries longest, so that none locks meanwhile.
    const rounds = (list as { id: string; lockAt: number }[]).toSorted((a, b) => b.lockAt - a.lockAt);
    shared ??= rounds[0]?.id;
    const round = isOwn ? rounds.find(({ id }) => id !== shared)?.id : shared;
    return { round, direction: 'up', stake: '5' };
  };
  return {
    'GET common/getContractConfig': [open],
    'GET contractPage': [{ answers: users(), body: () => ({ contract: 'BTCPERP' }) }],
    'POST contract': [{ answers: users(), own: 'id', body: () => world.opening('long', 0.9) }],
    'GET contractList': ['orders', 'positions'].map((show) => ({
      what: show,
      answers: users(),
      own: 'id',
      body: async (_: User, role: Role) => {
        if (role === 'owner') await world.position();
        return { show };
      },
    })),
    'POST cancelContract': [
      { answers: ownerAlone(), make: () => world.contractOrder(), absent: noId, of: (id) => ({ id }) },
    ],
    'POST outContract': [
      { answers: ownerAlone(), make: () => world.position(), absent: noId, of: (id) => ({ id, lots: 1 }) },
    ],
    'POST contractPl': [
      {
        answers: ownerAlone(),
        make: () => world.position(),
        absent: noId,
        of: async (id) => {
          const { takeProfit, stopLoss } = await world.opening('long', 1);
          return { id, takeProfit, stopLoss };
        },
      },
    ],
    'GET option/seconds/list': [open],
    'GET contractOptionConfig': [open],
    'GET contractOption-history': [open],
    'GET contractOption-starting': [open],
    'GET contractOption-opening': [open],
    'GET contractOptionCoin-coin-list': [open],
    'GET contractOptionCoin-coin-info': [{ answers: anybody(), body: () => ofCoin }],
    'POST contractOptionOrder-add': [{ answers: users(), own: 'id', body: () => entry(false) }],
    'GET contractOptionOrder-current': [{ answers: users(), own: 'id' }],
    'GET contractOptionOrder-history': [{ answers: users() }],
    'GET contractOptionOrder-detail': [
      {
        answers: ownerAlone(),
        make: async () => {
          const made = await world.done('POST contractOptionOrder-add', await entry(true), 'owner');
          return (made['entry'] as { id: string }).id;
        },
        absent: noId,
        of: (id) => ({ id }),
      },
    ],
  } satisfies SomeRows;
}

function supportRows(world: RoleWorld, own: Row) {
  const ticket = async () => {
    const { order } = await world.done('POST worker/order/add', form(), 'owner');
    return (order as { id: string }).id;
  };
  const orders = new Map<Role, string>();
  /** A ticket of whoever can have one, the same each time: only so many may be open. */
  const orderOf = async (role: Role): Promise<string> => {
    const known = orders.get(role);
    if (known !== undefined) return known;
    const isSomebody = role === 'owner' || strangers.some((one) => one === role);
    if (!isSomebody) return noId;
    const { order } = await world.done('POST worker/order/add', form(), role);
    const { id } = order as { id: string };
    orders.set(role, id);
    return id;
  };
  const ofGroup = (what: string): ObjectRow => ({
    what: `${what} of a group`,
    answers: ownerAlone(),
    make: async () => world.group,
    absent: noId,
    of: (group) => ({ what, group }),
  });
  return {
    'GET notice/noticeNum': [own],
    'PUT notice/readAll': [
      // Marks what is the caller's own, up to any number.
      { answers: users(), make: () => world.notice(), absent: noId, of: (through) => ({ through }) },
    ],
    'GET notice/info/{id}': [{ answers: ownerAlone(), make: () => world.notice(), absent: noId, of: (id) => ({ id }) }],
    'GET notice/list': [
      {
        answers: users(),
        own: 'id',
        body: async () => {
          // Broadcasts have no owner.
          await world.exchange.database.pool.query('DELETE FROM notices WHERE owner IS NULL');
          return {};
        },
      },
    ],
    'GET worker/order/list': [
      {
        what: 'all',
        answers: users(),
        own: 'id',
        body: async (_, role) => {
          if (role === 'owner') await ticket();
          return {};
        },
      },
      { what: 'one', answers: ownerAlone(), make: ticket, absent: noId, of: (id) => ({ id }) },
    ],
    'POST worker/order/add': [
      {
        what: 'with a picture',
        answers: ownerAlone('uploadPhotos'),
        make: () => world.picture('work-order', 'owner'),
        absent: noFile,
        of: (image) => ({ ...form(), images: [image] }),
      },
    ],
    'POST worker/order/reply/add': [
      {
        answers: ownerAlone(),
        make: ticket,
        absent: noId,
        of: (order) => ({ order, clientId: clientId(), text: 'Well?' }),
      },
      {
        what: 'with a picture',
        answers: ownerAlone('uploadPhotos'),
        make: () => world.picture('work-order', 'owner'),
        absent: noFile,
        of: async (image, role) => ({ order: await orderOf(role), clientId: clientId(), text: '', images: [image] }),
      },
    ],
    'POST checkChatPwd': [
      { what: 'the community', answers: users(), body: () => ({ rules: 1 }) },
      {
        what: 'a group',
        answers: ownerAlone(),
        make: async () => world.group,
        absent: noId,
        of: (group) => ({ group }),
      },
    ],
    'GET getChatList': [
      { what: 'the groups', answers: users(), body: () => ({ what: 'groups' }) },
      ofGroup('messages'),
      ofGroup('members'),
    ],
  } satisfies SomeRows;
}
