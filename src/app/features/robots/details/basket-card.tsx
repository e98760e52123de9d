import { useLingui } from '@lingui/react/macro';
import type { Robot } from '../../../../protocol/robots/entities/robots.ts';
import { compareDecimals, divideDecimals, multiplyDecimals } from '../../../../protocol/core/decimal.ts';
import { targetsOf } from '../../../../protocol/robots/maths/basket.ts';
import { formatNumber } from '../../../platform/format/number-format.ts';
import { FactsCard } from '../../../ui/lists/FactsCard.tsx';
import { useAmountText } from '../../assets/amount-text.ts';
import { OwnAmount } from '../../order-entry/own-amount.tsx';

/** The coins of a basket: what is held of each, and its share beside the one it should have. */
export function BasketCard({ robot }: { readonly robot: Robot }) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const { coins, parameters, value, quote } = robot;
  if (parameters.strategy !== 'rebalance') return null;
  const targets = targetsOf(parameters).map((ppm) => `${ppm / 10_000n}`);
  const shareOf = (part: string) =>
    compareDecimals(value, '0') > 0
      ? formatNumber(multiplyDecimals(divideDecimals(part, value, 6), '100', 4), { decimals: 1 })
      : '0';
  return (
    <FactsCard
      items={coins.map(({ pair, base, held, value: worth }, nth) => {
        const [share, target] = [shareOf(worth), targets[nth] ?? '0'];
        return {
          id: pair,
          key: t`${base}, ${share}% of ${target}%`,
          value: (
            <OwnAmount>
              {amountOf(worth, quote)}
              <br />
              <small>{amountOf(held, base)}</small>
            </OwnAmount>
          ),
        };
      })}
    />
  );
}
