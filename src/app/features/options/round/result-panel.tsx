import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { OptionEntry } from '#protocol/options/entities.ts';
import { amountsHidden } from '#app/platform/format/hidden-amounts.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { useObservable } from '#app/platform/observable.ts';
import { useBalance } from '#app/platform/stream/stream-hooks.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { OwnAmount } from '#app/features/order-entry/own-amount.tsx';
import { changeOf } from '../entries/entry-row.tsx';
import { optionAsset } from '../form/check.ts';
import { cycleNames, directionLabels, outcomeNames } from '../option-labels.ts';
import { refreshEntries, settledEntriesQuery } from '../queries.ts';
import css from './result-panel.module.css';

/** What an own entry came to, over the line, as soon as its round was settled. */
export function ResultPanel({ current }: { readonly current: readonly OptionEntry[] | undefined }) {
  const { i18n } = useLingui();
  const entry = useSettled(current);
  const [closed, setClosed] = useState<string | null>(null);
  const shown = entry !== null && entry.outcome !== null && entry.id !== closed ? entry : null;
  return (
    <div className={css['place']}>
      {shown !== null && shown.outcome !== null && (
        <div key={shown.id} className={css['panel']} data-outcome={shown.outcome}>
          <a className={css['words']} href={`#/pages/Option/Riseandfall?id=${shown.round.id}&entry=${shown.id}`}>
            <span className={css['outcome']}>
              {i18n._(outcomeNames[shown.outcome])}{' '}
              {shown.outcome !== 'draw' && (
                <OwnAmount>
                  {formatNumber(changeOf(shown), { decimals: 2, sign: 'always' })} {optionAsset}
                </OwnAmount>
              )}
            </span>
            <span className={css['why']}>
              <Why entry={shown} />{' '}
              <b>
                <Trans>See the round</Trans>
              </b>
            </span>
          </a>
          <Close onClose={() => setClosed(shown.id)} />
        </div>
      )}
      <LiveRegion>{shown === null ? null : <Reported entry={shown} />}</LiveRegion>
    </div>
  );
}

/** The outcome in one sentence, for readers. */
function Reported({ entry }: { readonly entry: OptionEntry }) {
  const { i18n } = useLingui();
  const hidden = useObservable(amountsHidden);
  const name = entry.outcome === null ? '' : i18n._(outcomeNames[entry.outcome]);
  return hidden ? name : `${name} ${formatNumber(changeOf(entry), { decimals: 2, sign: 'always' })} ${optionAsset}`;
}

function Close({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  return <IconButton icon={X} size="row" tone="quiet" label={t`Dismiss`} onClick={onClose} />;
}

function Why({ entry }: { readonly entry: OptionEntry }) {
  const { i18n } = useLingui();
  const { round, direction, stake, outcome } = entry;
  const series = `${round.coin} · ${i18n._(cycleNames[round.cycle])}`;
  const own = i18n._(directionLabels[direction].name);
  const amount = <OwnAmount>{`${formatNumber(stake)} ${optionAsset}`}</OwnAmount>;
  if (round.result === null)
    return (
      <Trans>
        {series}: void, no deciding tick. Your {amount} was refunded.
      </Trans>
    );
  const went = i18n._(directionLabels[round.result].name);
  if (outcome === 'draw')
    return (
      <Trans>
        {series} went {went}; no stakes to share. Your {amount} was refunded.
      </Trans>
    );
  return (
    <Trans>
      {series} went {went}. You predicted {own}.
    </Trans>
  );
}

/** The last entry that was open while this screen was, and is settled now. */
function useSettled(current: readonly OptionEntry[] | undefined): OptionEntry | null {
  const client = useQueryClient();
  const settled = useInfiniteQuery(settledEntriesQuery(undefined));
  const [watched, setWatched] = useState<ReadonlySet<string>>(new Set());
  const added = (current ?? []).filter(({ id }) => !watched.has(id));
  if (added.length > 0) setWatched(new Set([...watched, ...added.map(({ id }) => id)]));
  const balance = useBalance('option', optionAsset);
  const ids = current?.map(({ id }) => id).join(' ') ?? '';
  const before = useRef(ids);
  useEffect(() => {
    // An entry left the open list: it is among the settled ones now.
    const gone = before.current.split(' ').some((id) => id !== '' && !ids.split(' ').includes(id));
    before.current = ids;
    if (gone) refreshEntries(client);
  }, [client, ids]);
  const funds = balance === null ? '' : `${balance.available} ${balance.frozen}`;
  const fundsBefore = useRef(funds);
  useEffect(() => {
    if (fundsBefore.current === funds) return;
    fundsBefore.current = funds;
    refreshEntries(client);
  }, [client, funds]);
  return settled.data?.pages[0]?.list.find(({ id }) => watched.has(id)) ?? null;
}
