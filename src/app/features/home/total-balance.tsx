import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { addDecimals, divideDecimals, multiplyDecimals, subtractDecimals, toUnits } from '#protocol/core/decimal.ts';
import type { CallOutput } from '#protocol/calls.ts';
import { useDisplayValue } from '#app/platform/format/display-currency.ts';
import { amountsHidden, toggleHiddenAmounts } from '#app/platform/format/hidden-amounts.ts';
import { directionOf, formatAmount, formatNumber, formatPercent } from '#app/platform/format/number-format.ts';
import { useObservable } from '#app/platform/observable.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { usePausedSince } from '#app/platform/stream/use-pause.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { AmountsEye } from '#app/ui/controls/AmountsEye.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { StaleTag } from '#app/ui/layout/Banner.tsx';
import { ChangeText } from '#app/ui/numbers/ChangePill.tsx';
import { Amount } from '#app/ui/layout/Progress.tsx';
import { TextLink } from '#app/ui/layout/Section.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { walletQuery } from './queries.ts';
import css from './total-balance.module.css';

/** What a user has, in USDT and in the display currency, and what the last day changed of it. */
export function TotalBalance() {
  const { t } = useLingui();
  const hidden = useObservable(amountsHidden);
  const reachable = useReachable();
  const paused = usePausedSince() !== null;
  const displayValue = useDisplayValue();
  const { data: wallet, error, refetch } = useQuery(walletQuery);
  const failure = useFailureText(wallet === undefined ? error : null);
  const worth = wallet === undefined ? null : displayValue(wallet.total);
  const asOf = wallet === undefined ? '' : formatTime(wallet.at, 'time');
  return (
    <section className={css['total']} aria-label={t`Total balance`}>
      <div className={css['head']}>
        <span>
          <Trans>Total balance</Trans>
        </span>
        <AmountsEye size="row" tone="quiet" hidden={hidden} onToggle={toggleHiddenAmounts} />
      </div>
      {wallet === undefined && failure === null && (
        <>
          <div className={css['number']}>
            <Skeleton width="190px" height="34px" />
          </div>
          <div className={css['change']}>
            <Skeleton width="150px" height="14px" />
          </div>
        </>
      )}
      {failure !== null && (
        <>
          <p className={css['failed']}>{failure}</p>
          <TextLink onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </TextLink>
        </>
      )}
      {wallet !== undefined && (
        <>
          <p className={css['number']}>
            <OneLine>
              <Amount hidden={hidden}>{formatAmount(wallet.total)}</Amount>
            </OneLine>
            <span className={css['unit']}>USDT</span>
          </p>
          <p className={css['change']}>
            {worth !== null && !hidden && <span>{worth}</span>}
            {reachable && !paused ? (
              <DayChange wallet={wallet} hidden={hidden} />
            ) : (
              <StaleTag>
                <Trans>as of {asOf}</Trans>
              </StaleTag>
            )}
          </p>
        </>
      )}
    </section>
  );
}

/**
 * The profit of the last day, in USDT and in percent of the total before it with what came in; null where there is no
 * yesterday. Money that came in or went out is neither gain nor loss.
 */
function dayChange(wallet: CallOutput<'GET wallet'>): { amount: string; percent: string } | null {
  const { total, totalYesterday, flowsToday } = wallet;
  if (totalYesterday === null || flowsToday === null || toUnits(totalYesterday, 2) <= 0n) return null;
  const amount = subtractDecimals(subtractDecimals(total, totalYesterday), flowsToday);
  const base = flowsToday.startsWith('-') ? totalYesterday : addDecimals(totalYesterday, flowsToday);
  return { amount, percent: divideDecimals(multiplyDecimals(amount, '100', 8), base, 2) };
}

function DayChange({ wallet, hidden }: { wallet: CallOutput<'GET wallet'>; hidden: boolean }) {
  const change = dayChange(wallet);
  if (change === null) return null;
  return (
    <span>
      <Amount hidden={hidden}>
        <ChangeText direction={directionOf(change.amount)}>
          {`${formatNumber(change.amount, { decimals: 2, sign: 'always' })} (${formatPercent(change.percent)})`}
        </ChangeText>{' '}
        <Trans>past 24 hours</Trans>
      </Amount>
    </span>
  );
}
