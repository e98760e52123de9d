import { setMerchantDeposit, verifyForFiat } from './fiat-standing.ts';
import { noId, ownerAlone, type Row, type SomeRows, users } from './role-matrix-row.ts';
import type { Role, RoleWorld, User } from './role-matrix-world.ts';

/** Calls of fiat trading, with the answer to each role. */
export function otcRows(world: RoleWorld) {
  const own: Row = { answers: users() };
  /** Whoever asks has a verified name, and the deposit in a state. */
  const withDeposit = (state: 'paid' | null) => async (user: User, role: Role) => {
    await verifyForFiat(world.exchange.database, user.id);
    await setMerchantDeposit(world.exchange.database, user.id, state);
    if (isSomebody(role))
      await world.done('POST transfer', { asset: 'USDT', from: 'spot', to: 'fiat', amount: '510' }, role);
    return {};
  };
  return {
    'GET cnyPayList': [
      {
        answers: users(),
        own: 'id',
        body: async (_: User, role: Role) => {
          if (isSomebody(role)) await collectionMethod(world, role);
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
          await verifyForFiat(world.exchange.database, user.id);
          return bankAccount(world);
        },
      },
    ],
    'DELETE cnyPayDel': [
      {
        answers: ownerAlone(),
        make: () => collectionMethod(world, 'owner'),
        absent: noId,
        of: (id) => ({ id }),
      },
    ],
    'GET legalMgrPage': [own],
    'GET depositPage': [own],
    'GET makeUpDepositPage': [own],
    'GET backDepositPage': [own],
    'POST deposit': [{ answers: users(), body: withDeposit(null) }],
    'POST makeUpDeposit': [{ answers: users(), body: withDeposit('paid') }],
    'POST backDeposit': [{ answers: users(), body: withDeposit('paid') }],
  } satisfies SomeRows;
}

function isSomebody(role: Role): boolean {
  return role !== 'visitor' && role !== 'disabled' && role !== 'ended';
}

function bankAccount(world: RoleWorld): object {
  return { method: 'bank', holder: 'Mei Lin', account: cardNumber(world.next()), bank: 'First Bank', branch: '' };
}

/** A new collection method of somebody, in place of the ones before; its id. */
async function collectionMethod(world: RoleWorld, role: Role): Promise<string> {
  const { id } = world.user(role);
  await verifyForFiat(world.exchange.database, id);
  await world.exchange.database.pool.query('UPDATE collection_methods SET removed_at = 0 WHERE owner = $1', [id]);
  return String((await world.done('POST cnyPayAdd', bankAccount(world), role))['id']);
}

/** A card number with the right check digit, another one for each number. */
function cardNumber(nth: number): string {
  const digits = `4${String(nth).padStart(14, '0')}`;
  const sum = Array.from(digits, Number).reduce((total, digit, place) => {
    const value = place % 2 === 0 ? 2 * digit : digit;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
