import { p2pMarket } from './p2p-market.ts';
import { setMerchantDeposit } from './p2p-standing.ts';
import type { Role, RoleWorld } from './role-matrix-world.ts';

type Somebody = Role | 'payee';

/** What the two sides of a fiat order see of each other. */
export interface OrderSecrets {
  readonly group: string;
  /** Picture that the buyer attached as a proof. */
  readonly proof: string;
  /** The seller's QR code, which the buyer pays by. */
  readonly qr: string;
  /** Picture in the conversation. */
  readonly said: string;
}

/**
 * An order that the owner bought from the payee, by a QR code, and what both gave to it. Of the others, `verified` has
 * an order of the same advert, on another account, and `merchant` trades too.
 */
export async function orderSecrets(world: RoleWorld): Promise<OrderSecrets> {
  const market = p2pMarket<Somebody>(
    () => world.exchange,
    (name, body, as) => world.done(name, body, as),
  );
  const trader = (as: Somebody) => ({ id: world.user(as).id, as });
  await setMerchantDeposit(world.exchange, world.user('payee').id, 'whole');
  const bank = await market.collectionMethod(trader('payee'));
  const qr = await world.picture('collection', 'payee');
  const account = { method: 'wechat', holder: 'Mei Lin', account: `wx-${world.next()}`, qr };
  const wechat = String((await world.done('POST cnyPayAdd', account, 'payee'))['id']);
  await market.fund('payee', '100');
  const advert = await world.done('POST otcSell', { ...market.terms('100'), methods: [bank, wechat] }, 'payee');
  await market.advert(trader('merchant'), 'buy');

  const take = async (role: Role, method: string) => {
    const taking = await market.takingOf(trader(role), 'buy', String(advert['id']));
    return String((await world.done('POST tradeBuy', { ...taking, method }, role))['id']);
  };
  await take('verified', 'bank');
  const order = await take('owner', 'wechat');
  const { file } = await world.done('POST uploadBuyProof', { order }, 'owner');
  const { talk } = await world.done('GET tradeBuyWaitPage', { id: order }, 'owner');
  const { group } = talk as { group: string };
  const said = await world.picture('chat', 'owner');
  await world.exchange.chat.act(BigInt(world.user('owner').id), `said-in-an-order-${world.next()}`, {
    do: 'say',
    group,
    text: 'Paid from my own account.',
    image: said,
  });
  return { group, proof: String(file), qr, said };
}
