import * as v from 'valibot';
import type { ContractFamily } from '#server/markets/contracts/remote/messages.ts';
import { contractOrderType, positionSide } from './contract-rows.ts';
import { count, name, owner, side } from './codec-parts.ts';

/** How what is asked of a contract crosses between engines. */

type Request = ContractFamily['request'];

/** More than twice the random numbers of a round of quotes. */
const drawsMax = 64;

/** Of a random source: from 0 to below 1. */
function isShare(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < 1;
}

const draws = v.custom<readonly number[]>(
  (value) => Array.isArray(value) && value.length <= drawsMax && value.every(isShare),
);

const opening = {
  owner,
  contract: name,
  side: positionSide,
  type: contractOrderType,
  priceTicks: v.nullable(count),
  lots: count,
  leverage: count,
  takeProfitTicks: count,
  stopLossTicks: count,
};
const ofOwner = { owner, contract: name, id: count };

/** Whether the numbers of a request are sensible is for the contract to say: here they are only what can be held. */
export const contractRequest = v.variant('kind', [
  v.strictObject({ kind: v.literal('place'), ...opening }),
  v.strictObject({ kind: v.literal('place-for-robot'), ...opening }),
  v.strictObject({ kind: v.literal('cancel'), ...ofOwner }),
  v.strictObject({ kind: v.literal('close'), ...ofOwner, lots: count }),
  v.strictObject({ kind: v.literal('protect'), ...ofOwner, takeProfitTicks: count, stopLossTicks: count }),
  v.strictObject({ kind: v.literal('quote'), owner, contract: name, draws }),
  v.strictObject({
    kind: v.literal('take'),
    owner,
    contract: name,
    side,
    part: v.custom<number>(isShare),
    keptLots: count,
  }),
  v.strictObject({ kind: v.literal('mark'), contract: name, indexTicks: v.nullable(count), seenAt: count }),
  v.strictObject({ kind: v.literal('overnight'), contract: name, day: count }),
  v.strictObject({
    kind: v.literal('step'),
    contract: name,
    indexTicks: v.nullable(count),
    seenAt: count,
    draws: v.nullable(draws),
  }),
]);

/** A request as it is sent: an owner is more than numbers of JSON hold. */
export function sentContractRequest(asked: Request): v.InferInput<typeof contractRequest> {
  return 'owner' in asked ? { ...asked, owner: String(asked.owner) } : asked;
}
