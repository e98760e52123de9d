import { Trans, useLingui } from '@lingui/react/macro';
import { hourMs } from '#protocol/core/durations.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import type { StrategyName } from '#protocol/robots/maths/strategy.ts';
import type { BackTest } from '#protocol/robots/maths/back-test/back-test-result.ts';
import { directionOf, formatNumber } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { ChangeText } from '#app/ui/numbers/ChangePill.tsx';
import { useCoinFacts } from '#app/features/assets/holdings.ts';
import css from './back-test.module.css';
import { testScale } from './market-of.ts';
import { daysOf, percentOfShare, percentText } from './result-text.ts';

interface ResultProps {
  readonly result: BackTest;
  readonly base: string;
  readonly quote: string;
}

function Change({ share }: { readonly share: number }) {
  return <ChangeText direction={directionOf(percentOfShare(share))}>{percentText(share)}</ChangeText>;
}

/** What the robot would have made, beside doing nothing. */
export function Result({ result, base, quote, isBasket }: ResultProps & { readonly isBasket: boolean }) {
  const { t } = useLingui();
  const { decimals } = useCoinFacts()(quote);
  const { all } = daysOf(result);
  const made = fromUnits(result.value - result.amount, testScale);
  const money = formatNumber(made, { decimals, sign: 'always' });
  return (
    <section className={css['result']} aria-label={t`Result`}>
      <div>
        <p className={css['label']}>{all === 1 ? t`After fees, over 1 day` : t`After fees, over ${all} days`}</p>
        <p className={css['number']}>
          <Change share={result.change} />{' '}
          <small>
            <ChangeText direction={directionOf(made, decimals)}>{`${money} ${quote}`}</ChangeText>
          </small>
        </p>
      </div>
      <p className={css['holding']}>
        <span>{isBasket ? t`Buy and hold the basket` : t`Buy and hold ${base}`}</span>
        <b>{percentText(result.holding)}</b>
      </p>
    </section>
  );
}

/** Both parts of a test; neither is shown without the other. */
export function Parts({ result }: Pick<ResultProps, 'result'>) {
  const { t } = useLingui();
  const { all, tuned } = daysOf(result);
  const rest = Math.max(1, all - tuned);
  return (
    <div className={css['cells']}>
      <p>
        <span>{t`Tuning part, ${tuned} d`}</span>
        <b>
          <Change share={result.tuned} />
        </b>
      </p>
      <p data-unseen>
        <span>{t`Unseen part, ${rest} d`}</span>
        <b>
          <Change share={result.unseen} />
        </b>
      </p>
    </div>
  );
}

/** Four facts, and what the candles leave out. */
export function Facts({ result, quote, isGrid }: Pick<ResultProps, 'result' | 'quote'> & { readonly isGrid: boolean }) {
  const { t } = useLingui();
  const { decimals } = useCoinFacts()(quote);
  const { all } = daysOf(result);
  const hold = percentText(-result.holdingDrawdown, 1);
  const daily = formatNumber((result.pairs / all).toFixed(1));
  const fees = formatNumber(fromUnits(0n - result.fees, testScale), { decimals });
  const won = result.pairs === 0 ? null : `${Math.floor((result.won * 100) / result.pairs)}%`;
  const within = `${Math.floor(result.inRange * 100)}%`;
  const count = formatNumber(`${result.liquidated}`);
  return (
    <>
      {result.liquidated > 0 && (
        <p className={css['liquidated']}>
          {result.liquidated === 1 ? t`1 position was liquidated.` : t`${count} positions were liquidated.`}
        </p>
      )}
      <dl className={css['facts']}>
        <div>
          <dt>{t`Drawdown`}</dt>
          <dd>{percentText(-result.drawdown)}</dd>
          <dd>{t`Hold ${hold}`}</dd>
        </div>
        <div>
          <dt>{t`Filled pairs`}</dt>
          <dd>{formatNumber(`${result.pairs}`)}</dd>
          <dd>{won === null ? t`${daily} a day` : t`${daily} a day, ${won} won`}</dd>
        </div>
        <div>
          <dt>{isGrid ? t`In range` : t`Holding coins`}</dt>
          <dd>{within}</dd>
          <dd>{t`of the time`}</dd>
        </div>
        <div>
          <dt>{t`Fees paid`}</dt>
          <dd>{fees}</dd>
          <dd>{quote}</dd>
        </div>
      </dl>
    </>
  );
}

/** Which candles it was tried on, and which are missing. */
export function Basis({ result, strategy }: Pick<ResultProps, 'result'> & { readonly strategy: StrategyName }) {
  const { t } = useLingui();
  const { missing } = result;
  const candles = t`1-minute candles`;
  const hours = Math.max(1, Math.round((missing.minutes * 60_000) / hourMs));
  const longest = missing.longest[0];
  return (
    <p className={css['basis']}>
      <Trans>
        On {candles} of this exchange, with fees and half a spread. What a candle leaves open is decided against the
        robot.
      </Trans>{' '}
      {strategy === 'contract-grid' && t`The candles of the pair stand for the mark price.`}{' '}
      {longest !== undefined &&
        t`${hours} h of candles are missing, most on ${formatTime(longest.from, 'day')}; the test leaves them out.`}
    </p>
  );
}
