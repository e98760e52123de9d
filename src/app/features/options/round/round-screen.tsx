import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { OptionEntry, OptionRound } from '#protocol/options/entities.ts';
import { optionFeePerMille } from '#protocol/core/limits.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { formatOffset, formatTime } from '#app/platform/format/time-format.ts';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { KeyValue } from '#app/ui/lists/KeyValue.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Card, Section, Stack } from '#app/ui/layout/Section.tsx';
import { ScreenSkeleton } from '#app/ui/layout/ScreenSkeleton.tsx';
import { OwnAmount, OwnAmountsEye } from '#app/features/order-entry/own-amount.tsx';
import { Outcome } from '../entries/entry-row.tsx';
import { Division } from './division.tsx';
import { cycleNames, directionLabels, phaseNames } from '../option-labels.ts';
import { ProofList } from './proof-list.tsx';
import { Commitments } from './proof-steps.tsx';
import { entryQuery, roundQuery } from '../queries.ts';
import { checkRound, type RoundCheck } from './round-proof.ts';
import { RunningState } from '../entries/own-entries.tsx';
import css from './round-screen.module.css';
import { clockOf, hasEnded, secondsUntil } from './round-times.ts';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';

/** What the address says: a round, and the user's own entry in it. */
export interface RoundSearch {
  readonly id?: string;
  readonly entry?: string;
}

/** One round with everything that its result is recomputed from. */
export function RoundScreen({ id, entry }: RoundSearch) {
  const { t } = useLingui();
  const round = useQuery({ ...roundQuery(id ?? '0'), enabled: id !== undefined });
  if (id === undefined || round.data === null) {
    return (
      <Page title={t`Round`}>
        <EmptyState
          icon={SearchX}
          title={t`No such round`}
          text={t`It may never have existed, or its address is incomplete.`}
        />
      </Page>
    );
  }
  if (round.data === undefined) {
    return (
      <Page title={t`Round`}>
        <NotLoaded query={round} title={<Trans>The round did not load</Trans>}>
          <ScreenSkeleton blocks={[[230, 44], 180, 180]} />
        </NotLoaded>
      </Page>
    );
  }
  return (
    <Page title={t`Round`} onRefresh={() => round.refetch()}>
      <Headline round={round.data} />
      {entry !== undefined && <OwnEntry id={entry} round={round.data} />}
      <Facts round={round.data} />
      {hasEnded(round.data) ? <Proof round={round.data} /> : <Waiting round={round.data} />}
      <Division round={round.data} entry={entry ?? null} />
    </Page>
  );
}

function Headline({ round }: { readonly round: OptionRound }) {
  const { i18n } = useLingui();
  const { coin, cycle, phase, result } = round;
  const label = result === null ? null : directionLabels[result];
  return (
    <div className={css['headline']}>
      <CoinIcon symbol={coin} size={44} />
      <div className={css['names']}>
        <p className={css['series']}>
          {coin} · {i18n._(cycleNames[cycle])}
        </p>
        <p className={css['period']}>
          <Trans>Round {round.period}</Trans>
        </p>
      </div>
      <Badge tone={label?.tone ?? (phase === 'void' ? 'warn' : 'accent')}>
        {i18n._(label === null ? phaseNames[phase] : label.name)}
      </Badge>
    </div>
  );
}

function Facts({ round }: { readonly round: OptionRound }) {
  const { t } = useLingui();
  const { lockAt, strikeAt, settleAt, strike, settlement } = round;
  const priceOf = (proof: OptionRound['strike']) => (proof === null ? '–' : formatNumber(proof.deciding.price));
  const day = formatTime(strikeAt, 'date');
  const offset = formatOffset();
  return (
    <div className={css['facts']}>
      <Card bare>
        <KeyValue
          roomy
          items={[
            { key: t`Strike (${round.coin} index, USDT)`, value: priceOf(strike) },
            { key: t({ message: 'Close', context: 'of a round' }), value: priceOf(settlement) },
            { key: t`Entries locked`, value: formatTime(lockAt, 'seconds') },
            { key: t`Strike time`, value: formatTime(strikeAt, 'seconds') },
            { key: t`Close time`, value: formatTime(settleAt, 'seconds') },
            { key: t`Day`, value: `${day}, ${offset}` },
          ]}
        />
      </Card>
    </div>
  );
}

/** Until when there is nothing to recompute. */
function Waiting({ round }: { readonly round: OptionRound }) {
  const { t } = useLingui();
  const now = useServerNow();
  const left = clockOf(secondsUntil(round.settleAt, now));
  return (
    <>
      <p className={css['note']}>
        <Trans>The result can be recomputed here when the round is settled, in {left}.</Trans>
      </p>
      {round.draw !== null && (
        <Section band title={t`Fixed in advance`}>
          <Stack>
            <p className={css['explained']}>
              <Trans>
                Prices are simulated. The randomness behind them is already fixed: these are its fingerprints; the
                secrets follow after the round.
              </Trans>
            </p>
            <Commitments draw={round.draw} />
          </Stack>
        </Section>
      )}
    </>
  );
}

function Proof({ round }: { readonly round: OptionRound }) {
  const [check, setCheck] = useState<RoundCheck | null>(null);
  useEffect(() => {
    let current = true;
    const run = async () => {
      const done = await checkRound(round);
      if (current) setCheck(done);
    };
    void run();
    return () => {
      current = false;
    };
  }, [round]);
  return check === null ? null : <ProofList round={round} check={check} />;
}

function OwnEntry({ id, round }: { readonly id: string; readonly round: OptionRound }) {
  const { t, i18n } = useLingui();
  const entry = useQuery({ ...entryQuery(id), ...(hasEnded(round) ? {} : { refetchInterval: 2_000 }) });
  const found = entry.data?.entry;
  const now = useServerNow();
  const { refetch } = entry;
  const ended = hasEnded(round);
  useEffect(() => {
    if (ended) void refetch();
  }, [ended, refetch]);
  if (found === undefined || found.round.id !== round.id) return null;
  const fee = `${optionFeePerMille / 10}%`;
  return (
    <Section title={t`Your entry`} action={<OwnAmountsEye size="row" tone="quiet" />}>
      <Stack>
        <Card bare>
          <KeyValue
            roomy
            items={[
              { key: t`Predicted`, value: i18n._(directionLabels[found.direction].name) },
              { key: t`Stake`, value: <OwnAmount>{`${formatNumber(found.stake)} USDT`}</OwnAmount> },
              ...(found.outcome === null
                ? [{ key: t`Now`, value: <RunningState entry={{ ...found, round }} now={now} /> }]
                : settledFacts(found, t`Profit or loss`, t`Fee (${fee} of winnings)`)),
            ]}
          />
        </Card>
      </Stack>
    </Section>
  );
}

function settledFacts(entry: OptionEntry, change: string, fee: string) {
  return [
    { key: change, value: <Outcome entry={entry} /> },
    { key: fee, value: <OwnAmount>{`${formatNumber(entry.fee)} USDT`}</OwnAmount> },
  ];
}
