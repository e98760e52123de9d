import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FixedHolding } from '#protocol/fixed-terms/entities.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Switch } from '#app/ui/controls/CheckBox.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { Disclosure } from '#app/ui/layout/Disclosure.tsx';
import { Headline } from '#app/ui/layout/Headline.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { KeyValue } from '#app/ui/lists/KeyValue.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { NotLoaded } from '../loading/not-loaded.tsx';
import { SubmitFailure } from '../outcomes/submit-failure.tsx';
import { useSubmit } from '../outcomes/use-submit.ts';
import { useAmountText } from '../assets/amount-text.ts';
import { ppmText } from './amounts.ts';
import css from './fixed-terms.module.css';
import { type Growth, growthOn, standingOf } from './growth.ts';
import { cycleLabels, stateLabels } from './labels.ts';
import { lengthText } from './length-text.ts';
import { leaveMutation, renewalMutation } from './mutations.ts';
import { holdingQuery } from './queries.ts';

interface HoldingSheetProps {
  /** Of the fixed term; null while closed. */
  readonly id: string | null;
  readonly onClose: () => void;
}

/** All about an own fixed term: its days, its end, and leaving it early. */
export function HoldingSheet({ id, onClose }: HoldingSheetProps) {
  const { t } = useLingui();
  const query = useQuery({ ...holdingQuery(id ?? ''), enabled: id !== null });
  const holding = query.data?.list[0];
  return (
    <Sheet
      open={id !== null}
      onClose={onClose}
      title={t`Fixed term`}
      footer={holding?.state === 'not-earned' ? <Leave holding={holding} onDone={onClose} /> : undefined}
    >
      {holding !== undefined ? (
        <Facts holding={holding} />
      ) : (
        <NotLoaded query={query} title={<Trans>This fixed term did not load</Trans>} coins rows={3} />
      )}
    </Sheet>
  );
}

function Facts({ holding }: { readonly holding: FixedHolding }) {
  const { t, i18n } = useLingui();
  const amountOf = useAmountText();
  const now = useServerNow();
  const { asset, cycle, state, principal, atTerm, ratePpm, cost } = holding;
  const standing = standingOf(holding, now);
  const isRunning = state === 'not-earned';
  const interest = isRunning ? standing.interest : holding.interest;
  const day = isRunning ? standing.day : holding.day;
  const { name, tone } = stateLabels[state];
  return (
    <Stack inset gap={3}>
      <Headline leading={<CoinIcon symbol={asset} size={44} />} amount={amountOf(principal, asset)}>
        {i18n._(cycleLabels[cycle])}, {lengthText(holding)} <Badge tone={tone}>{i18n._(name)}</Badge>
      </Headline>
      <FactsCard
        items={[
          { id: 'rate', key: t`Rate of the cycle`, value: ppmText(BigInt(ratePpm)) },
          { id: 'day', key: t`Days so far`, value: t`${day} of ${holding.days}` },
          { id: 'interest', key: isRunning ? t`Interest so far` : t`Interest paid`, value: amountOf(interest, asset) },
          { id: 'atTerm', key: t`Set aside for the end`, value: amountOf(atTerm, asset) },
          ...(state === 'earned-in-advance'
            ? [{ id: 'cost', key: t`Early exit cost`, value: amountOf(cost, asset) }]
            : []),
          { id: 'from', key: t`Put in`, value: formatTime(holding.openedAt, 'dateTime') },
          {
            id: 'to',
            key: isRunning ? t`Ends` : t`Ended`,
            value: formatTime(holding.closedAt ?? holding.endsAt, 'dateTime'),
          },
        ]}
      />
      {isRunning && <Renewal holding={holding} />}
      {day > 0 && (
        <Disclosure title={<Trans>Interest by the day</Trans>}>
          <Accrual holding={holding} day={day} />
        </Disclosure>
      )}
    </Stack>
  );
}

/** Days that are listed; older ones add up in the first row. */
const daysListed = 31;

/** What each day added: the difference to the day before, so that nothing is lost to cutting. */
function Accrual({ holding, day }: { readonly holding: FixedHolding; readonly day: number }) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const days = Array.from({ length: Math.min(day, daysListed) }, (_, nth) => day - nth);
  return (
    <div className={css['accrual']}>
      <KeyValue
        items={days.map((each) => ({
          id: `${each}`,
          key: t`Day ${each}, ${formatTime(holding.openedAt + each * holding.dayMs, 'dayTime')}`,
          value: amountOf(growthOn(holding, holding.principal, each).interest, holding.asset),
        }))}
      />
      <p className={css['note']}>
        <Trans>
          Totals to each day, rounded down to the smallest unit. The rounding difference returns to the fixed-terms fund
          at the end.
        </Trans>
      </p>
    </div>
  );
}

function Renewal({ holding }: { readonly holding: FixedHolding }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const isReachable = useReachable();
  const { mutate, isPending } = useMutation(renewalMutation(client));
  return (
    <ListRow
      light
      title={t`Renew at the end`}
      sub={
        holding.renews ? t`The principal is locked again at that day’s rate` : t`Everything goes to your spot wallet`
      }
      trailing={
        <Switch
          label={t`Renew at the end`}
          checked={holding.renews}
          busy={isPending}
          disabled={!isReachable}
          onChange={(renews) => mutate({ id: holding.id, renews })}
        />
      }
    />
  );
}

const calls = ['DELETE finPeriodicMyOrderList'] as const;

function Leave({ holding, onDone }: { readonly holding: FixedHolding; readonly onDone: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const amountOf = useAmountText();
  const now = useServerNow();
  const [asking, setAsking] = useState(false);
  const submit = useSubmit(calls, leaveMutation(client));
  const failure = useFailureText(submit.error);
  const isReachable = useReachable();
  const isPractice = usePracticeMode() === true;
  const at = standingOf(holding, now);
  const returned = amountOf(at.leave, holding.asset);
  const reason = submit.busy || isReachable ? undefined : t`No connection. Leave when you are back online.`;
  if (!asking) {
    return (
      <Button size="l" disabledReason={reason} onClick={() => setAsking(true)}>
        <OneLine>{t`Leave early`}</OneLine>
      </Button>
    );
  }
  return (
    <>
      <LeaveCost holding={holding} at={at} />
      <SubmitFailure held={submit.held} failure={failure} />
      <Button
        kind="danger"
        size="l"
        busy={submit.busy}
        busyLabel={t`Sending…`}
        disabledReason={reason}
        detail={<OneLine>{t`Paid to your spot wallet now`}</OneLine>}
        onClick={() =>
          submit.send(
            { id: holding.id, facts: amountOf(holding.principal, holding.asset) },
            {
              onSuccess: () => {
                toast.show({ type: 'success', title: t`${returned} returned`, detail: t`In your spot wallet` });
                onDone();
              },
            },
          )
        }
      >
        <OneLine>{isPractice ? t`Leave with ${returned} (practice)` : t`Leave with ${returned}`}</OneLine>
      </Button>
    </>
  );
}

function LeaveCost({ holding, at }: { readonly holding: FixedHolding; readonly at: Growth }) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const { asset } = holding;
  return (
    <FactsCard
      items={[
        { id: 'principal', key: t`Principal, in full`, value: amountOf(holding.principal, asset) },
        { id: 'interest', key: t`Interest so far`, value: amountOf(at.interest, asset) },
        { id: 'cost', key: t`Early exit cost`, value: amountOf(at.cost, asset) },
        { id: 'lost', key: t`Interest at maturity`, value: amountOf(holding.atTerm, asset) },
      ]}
    />
  );
}
