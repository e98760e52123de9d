import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowDownUp } from 'lucide-react';
import type { ConvertibleCoin } from '#protocol/wallets/entities/movement.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { AmountField } from '../amount-field.tsx';
import { CoinField } from '../coin-field.tsx';
import type { Converted } from '../mutations.ts';
import { ReceiptHeadline, ReceiptSheet } from '../receipt-sheet.tsx';
import { ConvertConfirm } from './confirm.tsx';
import css from '../transfers.module.css';
import { QuoteFacts } from './facts.tsx';
import { type ConvertEntry, useConvertEntry } from './state.ts';
import { HeldSubmit } from '#app/features/outcomes/held-submit.tsx';

interface ConvertFormProps {
  coins: readonly ConvertibleCoin[];
  from: string;
}

/** One coin into another, at a rate that is renewed every few seconds and holds in between. */
export function ConvertForm({ coins, from }: ConvertFormProps) {
  const { t } = useLingui();
  const practice = usePracticeMode() === true;
  const reachable = useReachable();
  const { submit, way, quoted, confirming, ...entry } = useConvertEntry(coins, from);
  const failure = useFailureText(quoted.error);
  const { held } = submit;
  if (coins.length < 2) {
    return <EmptyState icon={ArrowDownUp} title={t`Nothing can be converted now`} text={t`Try again in a minute.`} />;
  }
  return (
    <form className={css['form']} noValidate onSubmit={entry.request}>
      <CoinPairField coins={coins} way={way} available={entry.available} choose={entry.choose} />
      <AmountField
        asset={way.from}
        value={entry.amount}
        bounds={entry.bounds}
        problem={entry.problem}
        onChange={entry.changeAmount}
      />
      <QuoteFacts to={way.to} quoted={quoted} />
      {failure !== null && (
        <Banner inset tone="warn" live>
          {failure}
        </Banner>
      )}
      <HeldSubmit
        held={held}
        confirming={confirming}
        disabledReason={reachable ? undefined : t`No connection. Convert when you are back online.`}
      >
        {practice ? <Trans>Convert (practice)</Trans> : <Trans>Convert</Trans>}
      </HeldSubmit>
      <Button kind="text" size="s" href="#/pages/assets/transfer?tab=small">
        <Trans>Convert small balances</Trans>
      </Button>
      <ConvertConfirm
        open={confirming}
        quoted={entry.offer}
        submit={submit}
        reachable={reachable}
        practice={practice}
        onClose={entry.stopConfirming}
        onSend={entry.send}
      />
      <ConvertResult converted={entry.done} onClose={entry.forget} />
    </form>
  );
}

type CoinPairFieldProps = Pick<ConvertEntry, 'way' | 'available' | 'choose'> & Pick<ConvertFormProps, 'coins'>;

/** The coin that is given and the one that is wanted, never the same, and a button that swaps them. */
function CoinPairField({ coins, way, available, choose }: CoinPairFieldProps) {
  const { t } = useLingui();
  const names = coins.map(({ asset }) => asset);
  return (
    <div className={css['pair']}>
      <CoinField
        label={t`From`}
        value={way.from}
        coins={names}
        available={available}
        onChange={(from) => choose({ from })}
      />
      <CoinField label={t`To`} value={way.to} coins={names} available={available} onChange={(to) => choose({ to })} />
      <button
        type="button"
        className={css['swap']}
        aria-label={t`Swap the coins`}
        onClick={() => choose({ from: way.to, to: way.from })}
      >
        <Icon of={ArrowDownUp} size="inline" />
      </button>
    </div>
  );
}

interface ConvertResultProps {
  converted: Converted | null;
  onClose: () => void;
}

/** What became of what. */
function ConvertResult({ converted, onClose }: ConvertResultProps) {
  const { t } = useLingui();
  return (
    <ReceiptSheet result={converted} title={t`Converted`} onClose={onClose}>
      {(result) => <Facts {...result} />}
    </ReceiptSheet>
  );
}

function Facts({ quote, at }: Converted) {
  const { t } = useLingui();
  return (
    <>
      <ReceiptHeadline amount={`${formatNumber(quote.receives)} ${quote.to}`}>
        <Trans>In your spot wallet</Trans>
      </ReceiptHeadline>
      <FactsCard
        items={[
          { key: t`Paid`, value: `${formatNumber(quote.amount)} ${quote.from}` },
          { key: t`Rate`, value: `1 ${quote.from} = ${formatNumber(quote.rate)} ${quote.to}` },
          { key: t`Fee`, value: `${formatNumber(quote.fee)} ${quote.to}` },
          { key: t`Time`, value: `${formatTime(at, 'date')} ${formatTime(at, 'time')}` },
        ]}
      />
    </>
  );
}
