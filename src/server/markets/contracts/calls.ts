import type { OwnerId } from '#protocol/core/brand.ts';
import { settlingAsset, type ListedContract } from './listed-contracts.ts';
import type { CallOutput, CheckedInput } from '#protocol/calls.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { ticksOfPrice } from '#protocol/core/ticks.ts';
import type { CallContext } from '#server/core/handler.ts';
import type { AreaHandlers } from '#server/core/handler.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { assetScale } from '#server/core/assets.ts';
import { walletNumber } from '#server/core/ledger/balance-row.ts';
import { bodyHash } from '#server/core/idempotency/body-hash.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Database } from '#server/core/store/database.ts';
import { wireContract } from './text.ts';
import type { Contracts } from './contracts.ts';
import { contractRecords, insuranceMovements } from './records.ts';

/** What the calls of contracts need. */
interface ContractHandlersDeps {
  readonly database: Database;
  readonly contracts: Contracts;
}

/** Handlers of area `contract`. */
export function createContractHandlers(deps: ContractHandlersDeps): AreaHandlers<'contract'> {
  const { database, contracts } = deps;
  return {
    'GET common/getContractConfig': async () => ({
      contracts: contracts.listed().map(wireContract),
      insurance: {
        amount: await availableOf(database, houseOwners.insurance, 'contract'),
        gold: await availableOf(database, houseOwners.insurance, 'gold'),
        movements: await insuranceMovements(database),
      },
    }),

    'GET contractPage': async ({ contract }, { caller }) => {
      const market = contracts.market(contract);
      if (!contracts.isOn(market)) throw new Refusal('notYetOpen');
      contracts.look(contract);
      const { positions, orders } = contracts.own(caller.userId);
      return {
        contract: wireContract(market.listed),
        view: contracts.view(contract),
        available: await availableOf(database, caller.userId, market.listed.wallet),
        positions: positions.filter((position) => position.contract === contract),
        orders: orders.filter((order) => order.contract === contract),
      };
    },

    'POST contract': (input, context) => open(contracts, input, context),

    'GET contractList': (query, { caller }) => contractRecords(database, contracts, caller.userId, query),

    'POST cancelContract': async (input, { caller, idempotencyKey, barred }) => {
      const listed = await contractOfOwn(deps, 'contract_orders', caller.userId, input.id);
      return contracts.submit(
        { kind: 'cancel', owner: caller.userId, contract: listed.id, id: Number(input.id) },
        { call: 'POST cancelContract', key: idempotencyKey, bodyHash: bodyHash(input), barred },
      );
    },

    'POST outContract': (input, context) => close(deps, input, context),

    'POST contractPl': async (input, { caller, idempotencyKey, barred }) => {
      const listed = await contractOfOwn(deps, 'contract_positions', caller.userId, input.id);
      const takeProfitTicks = ticksOrRefuse(listed, input.takeProfit);
      const stopLossTicks = ticksOrRefuse(listed, input.stopLoss);
      return contracts.submit(
        {
          kind: 'protect',
          owner: caller.userId,
          contract: listed.id,
          id: Number(input.id),
          takeProfitTicks,
          stopLossTicks,
        },
        { call: 'POST contractPl', key: idempotencyKey, bodyHash: bodyHash(input), barred },
      );
    },
  };
}

async function open(
  contracts: Contracts,
  input: CheckedInput<'POST contract'>,
  { caller, idempotencyKey, barred }: CallContext<'POST contract'>,
): Promise<CallOutput<'POST contract'>> {
  const { listed } = contracts.market(input.contract);
  contracts.look(input.contract);
  const request = {
    kind: 'place' as const,
    owner: caller.userId,
    contract: input.contract,
    side: input.side,
    type: input.type,
    priceTicks: input.type === 'limit' ? ticksOrRefuse(listed, input.price) : null,
    lots: input.lots,
    leverage: input.leverage,
    takeProfitTicks: ticksOrRefuse(listed, input.takeProfit),
    stopLossTicks: ticksOrRefuse(listed, input.stopLoss),
  };
  return contracts.submit(request, {
    call: 'POST contract',
    key: idempotencyKey,
    bodyHash: bodyHash(input),
    barred,
  });
}

async function close(
  deps: ContractHandlersDeps,
  input: CheckedInput<'POST outContract'>,
  { caller, idempotencyKey, barred }: CallContext<'POST outContract'>,
): Promise<CallOutput<'POST outContract'>> {
  const listed = await contractOfOwn(deps, 'contract_positions', caller.userId, input.id);
  return deps.contracts.submit(
    { kind: 'close', owner: caller.userId, contract: listed.id, id: Number(input.id), lots: input.lots },
    { call: 'POST outContract', key: idempotencyKey, bodyHash: bodyHash(input), barred },
  );
}

function ticksOrRefuse(listed: ListedContract, price: string): number {
  const ticks = ticksOfPrice(listed, price);
  if (ticks === null) throw new Refusal('delegationPriceInvalid');
  return ticks;
}

/**
 * The contract of the user's own order or position, also of one that has ended: a repeated request gets its first
 * answer.
 *
 * @throws Refusal `notFound` when there is none, or it belongs to another user
 */
async function contractOfOwn(
  { database, contracts }: ContractHandlersDeps,
  table: 'contract_orders' | 'contract_positions',
  owner: OwnerId,
  id: string,
): Promise<ListedContract> {
  const { rows } = await database.pool.query<{ contract: string }>(
    `SELECT contract FROM ${table} WHERE id = $1 AND owner = $2`,
    [id, owner],
  );
  const [row] = rows;
  if (row === undefined) throw new Refusal('notFound');
  return contracts.market(row.contract).listed;
}

async function availableOf({ pool }: Database, owner: OwnerId, wallet: ListedContract['wallet']): Promise<string> {
  const { rows } = await pool.query<{ available: string }>(
    'SELECT available FROM balances WHERE owner = $1 AND wallet = $2 AND asset = $3',
    [owner, walletNumber(wallet), settlingAsset],
  );
  return fromUnits(BigInt(rows[0]?.available ?? 0), assetScale(settlingAsset));
}
