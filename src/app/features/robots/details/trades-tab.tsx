import { Trans, useLingui } from '@lingui/react/macro';
import { ListOrdered } from 'lucide-react';
import type { Robot, RobotTrade } from '#protocol/robots/entities/robots.ts';
import { directionOf, formatNumber } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { VisuallyHidden } from '#app/ui/layout/VisuallyHidden.tsx';
import { PagedList } from '#app/ui/lists/PagedList.tsx';
import { ChangeText } from '#app/ui/numbers/ChangePill.tsx';
import { useCoinFacts } from '#app/features/assets/holdings.ts';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';
import { OwnAmount } from '#app/features/order-entry/own-amount.tsx';
import { closingLabels } from '../robot-labels.ts';
import { usePriceText } from './price-text.ts';
import css from './rows.module.css';
import type { Fills } from './use-fills.ts';

interface TradesTabProps {
  readonly robot: Robot;
  readonly trades: Fills;
  readonly onPick: (id: string) => void;
}

/** Every fill, newest first: what was bought at which price and sold again, and what that left after both fees. */
export function TradesTab({ robot, trades: { list, query }, onPick }: TradesTabProps) {
  const { t } = useLingui();
  if (list === undefined) {
    return (
      <NotLoaded query={query} title={<Trans>The trades did not load</Trans>} rows={4} height={56} leading={false} />
    );
  }
  if (list.length === 0) {
    return (
      <EmptyState
        icon={ListOrdered}
        title={<Trans>No trade yet</Trans>}
        text={<Trans>Each fill of its orders appears here.</Trans>}
      />
    );
  }
  return (
    <>
      <p className={css['head']} aria-hidden>
        <span>
          <Trans>Time</Trans>
        </span>
        <span>
          <Trans context="robot">Bought</Trans>
        </span>
        <span>
          <Trans context="robot">Sold</Trans>
        </span>
        <span>{t`Net ${robot.quote}`}</span>
      </p>
      <PagedList
        pages={query}
        items={list}
        keyOf={({ id }) => id}
        rowHeight={48}
        leading={false}
        label={t`Trades`}
        render={(trade) => <TradeRow robot={robot} trade={trade} onPick={onPick} />}
      />
    </>
  );
}

function TradeRow({ robot, trade, onPick }: Pick<TradesTabProps, 'robot' | 'onPick'> & { readonly trade: RobotTrade }) {
  const { decimals } = useCoinFacts()(robot.quote);
  const { i18n } = useLingui();
  const { side, price, boughtAt, net, at, closing } = trade;
  // A short is sold first, and bought back when it is closed.
  const [bought, sold] = side === 'buy' ? [price, boughtAt] : [boughtAt, price];
  const priceOf = usePriceText(trade.pair);
  const coin = robot.coins.length > 1 ? robot.coins.find((one) => one.pair === trade.pair)?.base : undefined;
  const of = (text: string | null) => (text === null ? '–' : priceOf(text));
  return (
    <button type="button" className={css['row']} aria-haspopup="dialog" onClick={() => onPick(trade.id)}>
      <span className={css['time']}>
        {formatTime(at, 'dayTime')}
        {coin !== undefined && <small>{coin}</small>}
        {closing !== null && closing !== 'take-profit' && (
          <small data-bad={closing === 'liquidated' || undefined}>{i18n._(closingLabels[closing])}</small>
        )}
      </span>
      <span>
        <VisuallyHidden>
          <Trans context="robot">Bought</Trans>{' '}
        </VisuallyHidden>
        {of(bought)}
      </span>
      <span>
        <VisuallyHidden>
          <Trans context="robot">Sold</Trans>{' '}
        </VisuallyHidden>
        {of(sold)}
      </span>
      {net === null ? (
        <span aria-hidden>–</span>
      ) : (
        <ChangeText direction={directionOf(net, decimals)}>
          <OwnAmount>{formatNumber(net, { decimals, sign: 'always' })}</OwnAmount>
        </ChangeText>
      )}
    </button>
  );
}
