import { anybody, noId, ownerAlone, type Row, users } from './role-matrix-row.ts';
import type { Role, RoleWorld } from './role-matrix-world.ts';
import { robotsOf } from './own-robots.ts';

/** Robots: nobody sees, changes or ends another person’s. */
export function robotRows(world: RoleWorld) {
  const robots = () => robotsOf<Role>(world.exchange, (call, body, as = 'owner') => world.done(call, body, as));
  const moved = { asset: 'USDT', from: 'spot', to: 'quant', amount: '5' };
  /** What the owner asked for before is over, so that only what others do could change anything. */
  const rested = async (body: object) => {
    await robots().rested();
    return body;
  };
  const named = (body: (id: string) => object) => ({
    answers: ownerAlone(),
    make: () => robots().waiting(),
    absent: noId,
    of: (id: string) => rested(body(id)),
  });
  return {
    'GET quant/product/list': [{ answers: anybody() }],
    'GET quant/symbol/list': [{ answers: anybody() }],
    'GET quant/candles': [{ answers: anybody(), body: () => ({ pair: 'BTCUSDT', week: '1794787200000' }) }],
    'POST quant/create': [{ answers: users(), body: () => rested(robots().asked()) }],
    'GET quant/order/list': [{ answers: users(), own: 'id' }],
    'GET quant/order/detail': [named((id) => ({ id }))],
    'GET quant/order/trades': [named((id) => ({ id }))],
    'PUT quant/create': [named((id) => robots().change(id))],
    'POST quant/startIncome': [named((id) => ({ id, act: 'pause' }))],
    'POST quant/redeem': [named((id) => ({ id, coins: 'keep' }))],
    'GET quant/balance': [{ answers: users() }],
    'POST quant/returnAssets': [
      {
        answers: users(),
        body: async (_who, role) => {
          if (role !== 'visitor' && role !== 'disabled' && role !== 'ended')
            await world.done('POST transfer', moved, role);
          return rested({ asset: 'USDT', amount: '5' });
        },
      },
    ],
    'GET quant/income/list': [{ answers: users() }, { what: 'of one robot', ...named((robot) => ({ robot })) }],
  } satisfies Record<string, readonly Row[]>;
}
