import { Trans, useLingui } from '@lingui/react/macro';
import type { Robot, RobotContract, RobotPosition } from '#protocol/robots/entities/robots.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { classNames } from '#app/ui/class-names.ts';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { VisuallyHidden } from '#app/ui/layout/VisuallyHidden.tsx';
import { useAmountText } from '#app/features/assets/amount-text.ts';
import { OwnAmount } from '#app/features/order-entry/own-amount.tsx';
import { usePriceText } from './price-text.ts';
import css from './rows.module.css';

interface PositionsProps {
  readonly robot: Robot;
  readonly contract: RobotContract;
  readonly positions: readonly RobotPosition[];
}

/** What a grid on a contract has open: both sides together, where the first of each is liquidated, and every position. */
export function Positions({ robot, contract, positions }: PositionsProps) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const priceOf = usePriceText(robot.pair);
  const { mark, margin, long, short, liquidated } = contract;
  const sideText = ({ amount, price }: NonNullable<RobotContract['long']>) => {
    const at = priceOf(price);
    return <OwnAmount>{t`${formatNumber(amount)} at ${at}`}</OwnAmount>;
  };
  const endText = (price: string | null) => (price === null ? t`Never` : priceOf(price));
  return (
    <>
      <div className={css['panel']}>
        <FactsCard
          items={[
            { id: 'mark', key: t`Mark price`, value: mark === null ? '–' : priceOf(mark) },
            {
              id: 'margin',
              key: t`Margin in positions`,
              value: <OwnAmount>{amountOf(margin, robot.quote)}</OwnAmount>,
            },
            ...(long === null
              ? []
              : [
                  { id: 'long', key: t`Longs (${robot.base})`, value: sideText(long) },
                  { id: 'long-end', key: t`First long liquidated at`, value: endText(long.liquidation) },
                ]),
            ...(short === null
              ? []
              : [
                  { id: 'short', key: t`Shorts (${robot.base})`, value: sideText(short) },
                  { id: 'short-end', key: t`First short liquidated at`, value: endText(short.liquidation) },
                ]),
            ...(liquidated === 0
              ? []
              : [{ id: 'liquidated', key: t`Liquidated so far`, value: formatNumber(`${liquidated}`) }]),
          ]}
        />
      </div>
      {positions.length > 0 && <PositionRows robot={robot} positions={positions} />}
    </>
  );
}

function PositionRows({ robot, positions }: Pick<PositionsProps, 'robot' | 'positions'>) {
  const { t } = useLingui();
  const priceOf = usePriceText(robot.pair);
  return (
    <>
      <p className={classNames(css['head'], css['even'])} aria-hidden>
        <span>
          <Trans>Side</Trans>
        </span>
        <span>
          <Trans>Opened at</Trans>
        </span>
        <span>{t`Amount (${robot.base})`}</span>
        <span>
          <Trans>Closes at</Trans>
        </span>
      </p>
      <ul aria-label={t`Open positions`}>
        {positions.map(({ id, side, price, amount, closesAt }) => (
          <li key={id}>
            <div className={classNames(css['row'], css['even'])}>
              <span data-side={side === 'long' ? 'buy' : 'sell'}>{side === 'long' ? t`Long` : t`Short`}</span>
              <span>
                <VisuallyHidden>
                  <Trans>Opened at</Trans>{' '}
                </VisuallyHidden>
                {priceOf(price)}
              </span>
              <span>
                <OwnAmount>{formatNumber(amount)}</OwnAmount>
              </span>
              <span>
                <VisuallyHidden>
                  <Trans>Closes at</Trans>{' '}
                </VisuallyHidden>
                {priceOf(closesAt)}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
