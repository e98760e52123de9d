import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ReceiptText, Sprout } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { FixedCounts, FixedHolding, FixedState } from '#protocol/fixed-terms/entities.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Chips } from '#app/ui/controls/Chips.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { ScreenSkeleton } from '#app/ui/layout/ScreenSkeleton.tsx';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { PagedList } from '#app/ui/lists/PagedList.tsx';
import { useAmountText } from '../assets/amount-text.ts';
import { NotLoaded } from '../loading/not-loaded.tsx';
import { OfflineAge } from '../loading/offline-age.tsx';
import { OwnAmount } from '../order-entry/own-amount.tsx';
import { useAddressed } from '../shell/use-addressed.ts';
import { laterSheet } from '../shell/later-part.tsx';
import { DueCalendar } from './due-calendar.tsx';
import { dueDay } from './due.ts';
import { standingOf } from './growth.ts';
import { cycleLabels, stateLabels } from './labels.ts';
import { lengthText } from './length-text.ts';
import { holdingsQuery, refreshFixedTerms, runningQuery } from './queries.ts';
import css from './fixed-terms.module.css';

const HoldingSheet = laterSheet(() => import('./holding-sheet.tsx'), 'HoldingSheet');

/** Own fixed terms: what falls due in five weeks, then each of them. @param id the one a notice is about */
export function RecordsScreen({ id }: { readonly id?: string | undefined }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const running = useQuery(runningQuery);
  const [day, setDay] = useState<number | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const navigate = useNavigate();
  const forget = useAddressed(id, setOpen, () =>
    navigate({ to: '/pages/financial/records', search: {}, replace: true }),
  );
  return (
    <Page
      title={t`My fixed terms`}
      actions={<IconButton icon={ReceiptText} label={t`Cash flow`} href="#/pages/assets/Assetrecords?wallet=spot" />}
      onRefresh={() => refreshFixedTerms(client)}
      updating={running.isFetching && running.data !== undefined}
    >
      {running.data !== undefined ? (
        <>
          <OfflineAge at={running.dataUpdatedAt} />
          {running.data.list.length > 0 && <DueCalendar holdings={running.data.list} chosen={day} onChoose={setDay} />}
          <Holdings
            counts={running.data.counts}
            ofDay={day === null ? null : running.data.list.filter(({ endsAt }) => dueDay(endsAt) === day)}
            onOpen={setOpen}
          />
        </>
      ) : (
        <NotLoaded query={running} title={<Trans>Your fixed terms did not load</Trans>} coins>
          <ScreenSkeleton blocks={[[160, 14], [200, 38], 200]} />
        </NotLoaded>
      )}
      <Suspense>
        <HoldingSheet
          id={open}
          onClose={() => {
            setOpen(null);
            forget();
          }}
        />
      </Suspense>
    </Page>
  );
}

const all = 'all';

interface HoldingsProps {
  readonly counts: FixedCounts;
  /** Those that fall due on the chosen day; null when none is chosen. */
  readonly ofDay: readonly FixedHolding[] | null;
  readonly onOpen: (id: string) => void;
}

function Holdings({ counts, ofDay, onOpen }: HoldingsProps) {
  const { t, i18n } = useLingui();
  const [state, setState] = useState<FixedState | typeof all>(all);
  const pages = useInfiniteQuery(holdingsQuery(state === all ? undefined : state));
  const states = Object.keys(stateLabels) as FixedState[];
  const total = states.reduce((sum, each) => sum + counts[each], 0);
  if (total === 0) {
    return (
      <EmptyState
        icon={Sprout}
        title={<Trans>No fixed terms yet</Trans>}
        text={<Trans>Your fixed terms appear here, day by day.</Trans>}
        action={<Button href="#/pages/financial/financial">{t`See fixed terms`}</Button>}
      />
    );
  }
  const listed = ofDay ?? pages.data?.pages.flatMap(({ list }) => list);
  return (
    <>
      <Chips
        label={t`State`}
        items={[
          { id: all, label: t`All ${total}` },
          ...states.map((each) => ({ id: each, label: `${i18n._(stateLabels[each].name)} ${counts[each]}` })),
        ]}
        value={state}
        onChange={setState}
      />
      {listed === undefined && (
        <NotLoaded query={pages} title={<Trans>Your fixed terms did not load</Trans>} coins rows={4} />
      )}
      {listed?.length === 0 && <EmptyState title={<Trans>None in this state</Trans>} />}
      {listed !== undefined && listed.length > 0 && (
        <PagedList
          pages={pages}
          items={listed}
          keyOf={({ id }) => id}
          rowHeight={64}
          label={t`My fixed terms`}
          render={(holding) => <HoldingRow holding={holding} onOpen={() => onOpen(holding.id)} />}
        />
      )}
    </>
  );
}

/** An own fixed term: its state, what was put in, and its interest so far or in the end. */
function HoldingRow({ holding, onOpen }: { readonly holding: FixedHolding; readonly onOpen: () => void }) {
  const { i18n } = useLingui();
  const amountOf = useAmountText();
  const now = useServerNow();
  const { asset, cycle, state, principal } = holding;
  const interest = state === 'not-earned' ? standingOf(holding, now).interest : holding.interest;
  const text = amountOf(interest, asset, false);
  const isGain = /[1-9]/.test(text);
  const { name, tone } = stateLabels[state];
  return (
    <ListRow
      leading={<CoinIcon symbol={asset} />}
      title={`${i18n._(cycleLabels[cycle])} · ${lengthText(holding)}`}
      sub={
        <>
          <Badge tone={tone}>{i18n._(name)}</Badge> <StateText holding={holding} now={now} />
        </>
      }
      value={<OwnAmount>{amountOf(principal, asset)}</OwnAmount>}
      valueSub={<OwnAmount>{isGain ? <span className={css['gain']}>+{text}</span> : text}</OwnAmount>}
      aria-haspopup="dialog"
      onClick={onOpen}
    />
  );
}

function StateText({ holding, now }: { readonly holding: FixedHolding; readonly now: number }) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const due = formatTime(holding.endsAt, 'dayTime');
  const closed = formatTime(holding.closedAt ?? holding.endsAt, 'dayTime');
  const day = standingOf(holding, now).day;
  switch (holding.state) {
    case 'not-earned':
      return holding.renews ? t`due ${due}, then renews` : t`due ${due}, day ${day}`;
    case 'earned':
      return t`paid ${closed}`;
    case 'earned-in-advance':
      return t`day ${holding.day}, cost ${amountOf(holding.cost, holding.asset, false)}`;
    case 'revoked':
      return t`all returned ${closed}`;
  }
}
