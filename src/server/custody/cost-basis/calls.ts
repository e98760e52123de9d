import { fromUnits, fromUnitsFixed, unitsPerOne } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import type { AreaHandlers } from '#server/core/handler.ts';
import { type CostBasisParts, costsOf } from './cost-basis.ts';
import { costScale } from './rules.ts';

/** Decimals of a cost that is shown. */
const shownScale = 8;

type CostHandlers = Pick<AreaHandlers<'wallet'>, 'GET wallet/costs'>;

export function createCostHandlers(parts: CostBasisParts): CostHandlers {
  return {
    'GET wallet/costs': async (_, { caller }) => {
      const { costs, complete } = await costsOf(parts, caller.userId);
      return {
        list: [...costs].map(([asset, { units, cost }]) => ({
          asset,
          amount: fromUnits(units, assetScale(asset)),
          cost: cost === null ? null : fromUnitsFixed(cost / unitsPerOne(costScale - shownScale), shownScale),
        })),
        complete,
        at: parts.clock(),
      };
    },
  };
}
