import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { OptionEntry, OptionRound } from '#protocol/options/entities.ts';
import { optionFeePerMille } from '#protocol/core/limits.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { KeyValue } from '#app/ui/lists/KeyValue.tsx';
import { Card, Section, Stack } from '#app/ui/layout/Section.tsx';
import { OwnAmount } from '#app/features/order-entry/own-amount.tsx';
import { directionLabels } from '../option-labels.ts';
import { entryQuery } from '../queries.ts';
import { directions, lostTo, multipleOf, payoutOf, totalOf } from '../form/maths.ts';
import css from './round-screen.module.css';
import { hasEnded } from './round-times.ts';

/** The pools of a round, how they are divided, and one's own share worked out again. */
export function Division({ round, entry }: { readonly round: OptionRound; readonly entry: string | null }) {
  const { t, i18n } = useLingui();
  const { pools, result, entries } = round;
  return (
    <Section band title={t`Pools (USDT)`}>
      <Stack>
        <Card bare>
          <KeyValue
            roomy
            items={[
              ...directions.map((direction) => ({
                key: i18n._(directionLabels[direction].name),
                value: `${formatNumber(pools[direction])} · ${multipleText(round, direction)}`,
              })),
              { key: t`All`, value: formatNumber(totalOf(pools)) },
              { key: t`Entries`, value: String(entries) },
            ]}
          />
        </Card>
        <p className={css['words']}>
          <HowDivided round={round} />
        </p>
        {hasEnded(round) && result !== null && entry !== null && <OwnShare round={round} id={entry} />}
      </Stack>
    </Section>
  );
}

function multipleText({ pools }: OptionRound, direction: (typeof directions)[number]): string {
  const multiple = multipleOf(pools, direction);
  return multiple === null ? '–' : `${formatNumber(multiple)}×`;
}

function HowDivided({ round }: { readonly round: OptionRound }) {
  const { i18n } = useLingui();
  const { pools, result, phase } = round;
  const fee = `${optionFeePerMille / 10}%`;
  if (phase === 'void') return <Trans>The round is void: every stake was refunded, without a fee.</Trans>;
  if (result === null)
    return (
      <Trans>
        Correct predictions share the losing stakes in proportion to their own stake, less {fee} of that share. The ×
        figures show what 1 USDT returns.
      </Trans>
    );
  const won = formatNumber(pools[result]);
  const lost = formatNumber(lostTo(pools, result));
  const name = i18n._(directionLabels[result].name);
  if (won === '0' || lost === '0')
    return (
      <Trans>The result was {name}, but there were no stakes to share: every stake was refunded, without a fee.</Trans>
    );
  return (
    <Trans>
      {name} won. Each winner got the stake back plus {lost} × stake ÷ {won}, truncated to 8 decimals, less {fee} of it.
    </Trans>
  );
}

/** The user's own payout by the formula, beside what was paid. */
function OwnShare({ round, id }: { readonly round: OptionRound; readonly id: string }) {
  const { data } = useQuery(entryQuery(id));
  const entry = data?.entry;
  if (entry === undefined || entry.outcome === null || entry.round.id !== round.id) return null;
  const computed = shareOf(round, entry);
  const paid = <OwnAmount>{formatNumber(entry.profit)}</OwnAmount>;
  const own = <OwnAmount>{formatNumber(computed)}</OwnAmount>;
  if (computed === entry.profit)
    return (
      <p className={css['words']}>
        <Trans>
          Checked here: your profit by this formula is {own} USDT, and {paid} USDT were paid on top of the stake.
        </Trans>
      </p>
    );
  return (
    <Banner inset tone="danger" live>
      <Trans>
        Checked here: FAILED. By this formula your profit is {own} USDT, but {paid} USDT were paid.
      </Trans>
    </Banner>
  );
}

function shareOf({ pools, result }: OptionRound, { direction, stake }: OptionEntry): string {
  return direction === result ? payoutOf(pools, direction, stake).profit : '0';
}
