import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { dayMs, minuteMs } from '#protocol/core/durations.ts';
import type { MinerEvent } from '#protocol/mining/entities.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Headline } from '#app/ui/layout/Headline.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { KeyValue } from '#app/ui/lists/KeyValue.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { NotLoaded } from '../loading/not-loaded.tsx';
import { OwnAmount } from '../order-entry/own-amount.tsx';
import { useAmountText } from '../assets/amount-text.ts';
import { numberText } from './amounts.ts';
import { liveMiner, type LiveMiner } from './live-miner.ts';
import { eventLabels, stateLabels } from './miner-labels.ts';
import { MinerPicture } from './miner-picture.tsx';
import css from './sheets.module.css';
import { minerQuery } from './queries.ts';

interface MinerSheetProps {
  /** The miner; null while the sheet is closed. */
  readonly id: string | null;
  readonly now: number;
  readonly onClose: () => void;
}

/** One own miner: its terms, how far it has run, and what happened to it. */
export function MinerSheet({ id, now, onClose }: MinerSheetProps) {
  const { t } = useLingui();
  const detail = useQuery({ ...minerQuery(id ?? '0'), enabled: id !== null });
  const live = detail.data === undefined ? null : liveMiner(detail.data.miner, now);
  return (
    <Sheet open={id !== null} onClose={onClose} title={t`Miner`}>
      {live !== null && detail.data !== undefined ? (
        <Stack inset gap={3}>
          <Facts live={live} />
          <Events events={detail.data.list} asset={live.miner.asset} />
        </Stack>
      ) : (
        <NotLoaded query={detail} title={<Trans>The miner did not load</Trans>} coins rows={4} leading={false} />
      )}
    </Sheet>
  );
}

function Facts({ live }: { readonly live: LiveMiner }) {
  const { t, i18n } = useLingui();
  const amountOf = useAmountText();
  const { miner, state, run } = live;
  const { asset, days } = miner;
  const label = stateLabels[state];
  const number = numberText(miner.number);
  const minutes = miner.dayMs / minuteMs;
  const ran = Math.floor(run.ran / miner.dayMs);
  return (
    <>
      <Headline leading={<MinerPicture power={miner.power} />} amount={miner.name}>
        {t`No. ${number}`} <Badge tone={label.tone}>{i18n._(label.name)}</Badge>
      </Headline>
      <FactsCard
        items={[
          { key: t`To collect`, value: <OwnAmount>{amountOf(live.toCollect, asset)}</OwnAmount> },
          { key: t`Collected`, value: <OwnAmount>{amountOf(miner.collected, asset)}</OwnAmount> },
          { key: t`Income a day`, value: amountOf(miner.daily, asset) },
          { key: t`Days run`, value: t`${ran} of ${days}` },
          ...(miner.dayMs === dayMs ? [] : [{ key: t`A day lasts`, value: t`${minutes} min` }]),
          { key: t`Paid for it`, value: amountOf(miner.price, asset) },
          { key: t`Bought`, value: formatTime(miner.boughtAt, 'dateTime') },
        ]}
      />
    </>
  );
}

function Events({ events, asset }: { readonly events: readonly MinerEvent[]; readonly asset: string }) {
  const { t, i18n } = useLingui();
  const amountOf = useAmountText();
  return (
    <section className={css['events']}>
      <h3 className={css['title']}>
        <Trans>What happened</Trans>
      </h3>
      <KeyValue
        roomy
        items={events.map(({ id, what, fuel, amount, at }) => {
          const parts = [
            fuel === null ? null : t`${fuel} fuel`,
            amount === null ? null : amountOf(amount, asset),
            formatTime(at, 'dayTime'),
          ];
          return { id, key: i18n._(eventLabels[what]), value: parts.filter((part) => part !== null).join(' · ') };
        })}
      />
    </section>
  );
}
