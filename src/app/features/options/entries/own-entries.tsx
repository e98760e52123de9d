import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense, useState, type ReactNode } from 'react';
import { compareDecimals } from '#protocol/core/decimal.ts';
import type { OptionDirection, OptionEntry } from '#protocol/options/entities.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { amountsHidden } from '#app/platform/format/hidden-amounts.ts';
import { useObservable } from '#app/platform/observable.ts';
import { stream } from '#app/platform/stream/stream.ts';
import { Section } from '#app/ui/layout/Section.tsx';
import { OwnAmountsEye } from '#app/features/order-entry/own-amount.tsx';
import { EntryRow } from './entry-row.tsx';
import { useIdle } from '../idle.ts';
import { payoutOf } from '../form/maths.ts';
import { clockOf, secondsUntil } from '../round/round-times.ts';
import { topicOf } from '../series-choice.ts';
import { laterSheet } from '#app/features/shell/later-part.tsx';

const EntrySheet = laterSheet(() => import('./entry-sheet.tsx'), 'EntrySheet', {
  isOpen: ({ entry }) => entry !== null,
});

/** Own entries that are open, in every series; nothing while there is none. */
export function OwnEntries({ entries, now }: { readonly entries: readonly OptionEntry[]; readonly now: number }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<OptionEntry | null>(null);
  const idle = useIdle();
  return (
    <>
      {entries.length > 0 && (
        <Section band title={t`Your entries`} action={<OwnAmountsEye size="row" tone="quiet" />}>
          {entries.map((entry) => (
            <EntryRow
              key={entry.id}
              entry={entry}
              sub={<Trans>Round {entry.round.period}</Trans>}
              state={<RunningState entry={entry} now={now} />}
              onOpen={setOpen}
            />
          ))}
        </Section>
      )}
      <Suspense>{idle && <EntrySheet entry={open} onClose={() => setOpen(null)} />}</Suspense>
    </>
  );
}

/** Which way a price is from the strike of a round; null while one of them is not known. */
export function sideOf(round: OptionEntry['round'], price: string | undefined): OptionDirection | null {
  const strike = round.strike?.deciding.price;
  if (strike === undefined || price === undefined) return null;
  const sign = compareDecimals(price, strike);
  return sign > 0 ? 'up' : sign < 0 ? 'down' : 'flat';
}

/** Which way the index went from the strike to its newest tick; null while one of them is not known. */
function sideNow({ round }: OptionEntry): OptionDirection | null {
  // The topic is held by the screen when the entry is in its series; others only show the time.
  return sideOf(round, stream.view<'round'>(topicOf(round))?.line.at(-1)?.[1]);
}

/** Whether an open entry is ahead, once a second. */
export function RunningState({ entry, now }: { readonly entry: OptionEntry; readonly now: number }): ReactNode {
  const hidden = useObservable(amountsHidden);
  const { round, direction, stake } = entry;
  if (now < round.strikeAt) return <Trans>Strike in {clockOf(secondsUntil(round.strikeAt, now))}</Trans>;
  if (now >= round.settleAt) return <Trans>Settling</Trans>;
  const left = clockOf(secondsUntil(round.settleAt, now));
  const side = sideNow(entry);
  if (side === null) return <Trans>Closes in {left}</Trans>;
  if (side !== direction) return <Trans>Behind · {left}</Trans>;
  if (hidden) return <Trans>Ahead · {left}</Trans>;
  const profit = formatNumber(payoutOf(round.pools, direction, stake).profit, { decimals: 2, sign: 'always' });
  return (
    <Trans>
      Ahead {profit} · {left}
    </Trans>
  );
}
