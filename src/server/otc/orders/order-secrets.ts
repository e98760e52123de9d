import type { Payee } from '../../../protocol/entities/fiat-account.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import type { Queryable, Transaction } from '../../core/store/database.ts';
import type { AdvertRow } from '../adverts/advert-row.ts';
import { readMethods } from '../methods/store.ts';
import type { OrdersDeps } from './deps.ts';
import type { OrderRow, OrderSecrets } from './order-row.ts';
import type { Taking } from './taking/take.ts';

const sealedFor = 'fiat order';

/** Seals what the sides of an order have to know of each other. */
export function sealSecrets({ secrets }: Pick<OrdersDeps, 'secrets'>, of: OrderSecrets): string {
  if (secrets === null) throw new Refusal('notYetOpen');
  return secrets.seal(Buffer.from(JSON.stringify(of)), sealedFor);
}

export function openSecrets(
  { secrets }: Pick<OrdersDeps, 'secrets'>,
  { sealed }: Pick<OrderRow, 'sealed'>,
): OrderSecrets {
  if (secrets === null) throw new Error('sealed orders without a key');
  return JSON.parse(secrets.open(sealed, sealedFor).toString()) as OrderSecrets;
}

/** A user's verified name, in capitals as banks write names. @throws Refusal `realNameNeededForFiat` without one */
export async function realNameOf(client: Queryable, user: bigint): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT upper(first_name || ' ' || last_name) AS name FROM verifications WHERE owner = $1 AND state = 'verified'`,
    [user],
  );
  const [row] = rows;
  if (row === undefined) throw new Refusal('realNameNeededForFiat');
  return row.name;
}

/**
 * Where the buyer pays: the merchant's account of the chosen method, or the own account that a taker names.
 *
 * @throws Refusal `onlySpecifiedPaymentMethods` for a method the advert does not take, or an account that is gone
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
  const { id: _, createdAt: __, ...payee } = chosen;
  return payee;
}
