import type { CheckedInput } from '#protocol/calls.ts';
import { collectionMethodsMax } from '#protocol/p2p/currencies.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { AreaHandlers } from '#server/core/handler.ts';
import type { CollectionMethodsDeps } from './deps.ts';
import { checkMethod, isSameAccount } from './rules.ts';
import { insertMethod, lockRealName, type MethodRow, readMethods, removeMethod, toMethod } from './store.ts';

export type MethodHandlers = Pick<AreaHandlers<'otc'>, 'GET cnyPayList' | 'POST cnyPayAdd' | 'DELETE cnyPayDel'>;

/** The calls of collection methods. */
export function createMethodHandlers(deps: CollectionMethodsDeps): MethodHandlers {
  const { database, clock } = deps;
  return {
    'GET cnyPayList': async (_, { caller }) => {
      const { secrets } = deps;
      if (secrets === null) return { list: [] };
      return { list: (await readMethods(database.pool, secrets, caller.userId)).map(toMethod) };
    },

    'POST cnyPayAdd': async (input, { caller }) => toMethod(await addMethod(deps, caller.userId, input)),

    'DELETE cnyPayDel': async ({ id }, { caller }) => {
      await database.transaction(async (tx) => {
        // An advert that is being published waits for this, or this for it.
        await lockRealName(tx, caller.userId);
        if (!(await removeMethod(tx, caller.userId, BigInt(id), clock()))) throw new Refusal('notFound');
        if (await deps.isNeeded(tx, caller.userId, BigInt(id))) throw new Refusal('unfinishedOrder');
      });
      return {};
    },
  };
}

/**
 * @throws Refusal `notYetOpen` without a key to encrypt details with, `realNameNeededForFiat`, `quantityOutOfRange`
 *   beyond the most a user may keep, `bankCardExists`, `receivingAccountExists`, and those of `checkMethod`
 */
function addMethod(
  deps: CollectionMethodsDeps,
  owner: bigint,
  input: CheckedInput<'POST cnyPayAdd'>,
): Promise<MethodRow> {
  const { database, clock, files, secrets } = deps;
  if (secrets === null) throw new Refusal('notYetOpen');
  return database.transaction(async (tx) => {
    const name = await lockRealName(tx, owner);
    if (name === null) throw new Refusal('realNameNeededForFiat');
    const details = checkMethod(input, name);
    const kept = await readMethods(tx.client, secrets, owner);
    if (kept.some((one) => one.method === input.method && isSameAccount(one, details))) {
      throw new Refusal(input.method === 'bank' ? 'bankCardExists' : 'receivingAccountExists');
    }
    if (kept.length >= collectionMethodsMax) throw new Refusal('quantityOutOfRange', { most: collectionMethodsMax });
    const qr = input.method === 'bank' ? null : input.qr;
    const row = { ...details, method: input.method, qr, createdAt: clock() };
    const written = await insertMethod(tx, secrets, owner, row);
    if (qr !== null) await files.use(tx, owner, 'collection', [qr], `collection method ${written.id}`);
    return written;
  });
}
