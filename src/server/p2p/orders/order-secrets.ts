import { receivesCurrency } from '#protocol/p2p/bank-accounts/forms.ts';
import type { Payee } from '#protocol/p2p/entities/collection-methods.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Queryable, Transaction } from '#server/core/store/database.ts';
import type { AdvertRow } from '../adverts/advert-row.ts';
import { noRegion } from '../collection-methods/rules.ts';
import { readMethods } from '../collection-methods/store.ts';
import type { OrdersDeps } from './deps.ts';
import type { OrderRow, OrderSecrets } from './order-row.ts';
import { lockFormerlySealed, writeSeal } from './store.ts';
import type { Taking } from './taking/taking.ts';

/** In front of what is bound to its order. Orders from before that are sealed without it, and for any order alike. */
const boundMark = 'order.';
const formerlySealedFor = 'fiat order';

/** What the seal of an order is bound to: in the row of any other it does not open. */
type SealedOrder = Pick<OrderRow, 'id' | 'buyer' | 'seller' | 'method'>;

function sealedFor({ id, buyer, seller, method }: SealedOrder): string {
  return `fiat order ${id}, from ${buyer} to ${seller} by ${method}`;
}

/** Seals what the sides of an order have to know of each other, for that order alone. */
export function sealSecrets({ secrets }: Pick<OrdersDeps, 'secrets'>, order: SealedOrder, of: OrderSecrets): string {
  if (secrets === null) throw new Refusal('notYetOpen');
  return `${boundMark}${secrets.seal(Buffer.from(JSON.stringify(of)), sealedFor(order))}`;
}

/**
 * What is sealed into an order. A seal that is bound to no order opens only where nobody pays any more.
 *
 * @throws Error for a seal of another order, buyer, seller or method, and for an open order without one of its own
 */
export function openSecrets(
  deps: Pick<OrdersDeps, 'secrets'>,
  row: SealedOrder & Pick<OrderRow, 'sealed' | 'endedAt'>,
): OrderSecrets {
  const { secrets } = deps;
  if (secrets === null) throw new Error('sealed orders without a key');
  if (!row.sealed.startsWith(boundMark)) {
    if (row.endedAt === null) throw new Error(notOfIt(row));
    return openFormer(deps, row.sealed);
  }
  try {
    return readSecrets(secrets.open(row.sealed.slice(boundMark.length), sealedFor(row)));
  } catch (error) {
    throw new Error(notOfIt(row), { cause: error });
  }
}

function notOfIt({ id }: SealedOrder): string {
  return `what is sealed into fiat order ${id} is not of that order`;
}

function openFormer({ secrets }: Pick<OrdersDeps, 'secrets'>, sealed: string): OrderSecrets {
  if (secrets === null) throw new Error('sealed orders without a key');
  return readSecrets(secrets.open(sealed, formerlySealedFor));
}

function readSecrets(bytes: Buffer): OrderSecrets {
  const of = JSON.parse(bytes.toString()) as OrderSecrets;
  // Orders from before there were regions froze an account without one.
  return { ...of, payee: { ...noRegion, ...of.payee } };
}

/**
 * Binds the seals of open orders from before seals were bound, once: at the start of an exchange. One whose method or
 * buyer is not that of its row stays as it is, and does not open.
 *
 * @returns how many were bound
 */
export async function bindFormerSeals(deps: Pick<OrdersDeps, 'database' | 'secrets' | 'logger'>): Promise<number> {
  if (deps.secrets === null) return 0;
  return deps.database.transaction(async (tx) => {
    let bound = 0;
    for (const row of await lockFormerlySealed(tx, boundMark)) {
      const of = await formerOf(tx, deps, row);
      if (of === null) {
        deps.logger.error({ order: row.id.toString() }, notOfIt(row));
        continue;
      }
      await writeSeal(tx, row.id, sealSecrets(deps, row, of));
      bound += 1;
    }
    return bound;
  });
}

/** What was sealed into an order before seals were bound; null for what is not of its method and buyer, or does not open. */
async function formerOf(
  { client }: Pick<Transaction, 'client'>,
  deps: Pick<OrdersDeps, 'secrets'>,
  row: OrderRow,
): Promise<OrderSecrets | null> {
  const name = await verifiedNameOf(client, row.buyer);
  try {
    const of = openFormer(deps, row.sealed);
    return of.payee.method === row.method && of.buyerName === name ? of : null;
  } catch {
    return null;
  }
}

/** A user's verified name, in capitals as banks write names. @throws Refusal `realNameNeededForFiat` without one */
export async function realNameOf(client: Queryable, user: bigint): Promise<string> {
  const name = await verifiedNameOf(client, user);
  if (name === null) throw new Refusal('realNameNeededForFiat');
  return name;
}

async function verifiedNameOf(client: Queryable, user: bigint): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT upper(first_name || ' ' || last_name) AS name FROM verifications WHERE owner = $1 AND state = 'verified'`,
    [user],
  );
  return rows[0]?.name ?? null;
}

/**
 * Where the buyer pays: the merchant's account of the chosen method, or the own account that a taker names.
 *
 * @throws Refusal `onlySpecifiedPaymentMethods` for a method the advert does not take, or an account that is gone,
 *   `currencyMismatch` for a taker’s bank account that the advert's currency cannot be paid to
 */
export async function payeeOf(
  tx: Pick<Transaction, 'client'>,
  { secrets }: Pick<OrdersDeps, 'secrets'>,
  advert: AdvertRow,
  taking: Taking,
  seller: bigint,
): Promise<Payee> {
  if (secrets === null) throw new Refusal('notYetOpen');
  const accounts = await readMethods(tx.client, secrets, seller);
  const chosen = accounts.find(({ id, method }) =>
    taking.side === 'buy'
      ? method === taking.input.method && advert.methodIds.includes(id)
      : id.toString() === taking.input.method && advert.methods.includes(method),
  );
  if (chosen === undefined) throw new Refusal('onlySpecifiedPaymentMethods');
  // Accounts of adverts were checked when they were published.
  if (taking.side === 'sell' && !receivesCurrency(chosen, advert.currency)) throw new Refusal('currencyMismatch');
  const { id: _, createdAt: __, ...payee } = chosen;
  return payee;
}
