import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowDownUp } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { CallOutput } from '../../../../protocol/calls.ts';
import type { ConvertibleCoin } from '../../../../protocol/entities/movement.ts';
import { usePracticeMode } from '../../../platform/session/launch-config.ts';
import { useReachable } from '../../../platform/offline/reachability.ts';
import { useFailureText } from '../../../platform/api/refusal-text.ts';
import { Banner } from '../../../ui/layout/Banner.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/layout/EmptyState.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { HeldBanner } from '../../outcomes/held-outcome.tsx';
import { amountProblem, type AmountProblem } from '../amount-check.ts';
import { AmountField } from '../amount-field.tsx';
import { useAvailable } from '../available.ts';
import { CoinField } from '../coin-field.tsx';
import { ConvertConfirm } from './confirm.tsx';
import { ConvertResult } from './result.tsx';
import { useLiveQuote } from './live-quote.ts';
import css from '../transfers.module.css';
import { useConvertSubmit } from './submit.ts';
import { QuoteFacts } from './facts.tsx';

export interface ConvertFormProps {
  coins: readonly ConvertibleCoin[];
  from: string;
}

/** The coins to begin with: the one asked for, and another one. */
function firstWay(coins: readonly ConvertibleCoin[], asked: string) {
  const has = (asset: string) => coins.some((coin) => coin.asset === asset);
  const from = has(asked) ? asked : 'USDT';
  const other = from === 'USDT' ? ['BTC', 'ETH'].find(has) : 'USDT';
  return { from, to: other ?? coins.find(({ asset }) => asset !== from)?.asset ?? from };
}

/** One coin into another, at a rate that is renewed every few seconds and holds in between. */
export function ConvertForm({ coins, from: asked }: ConvertFormProps) {
  const { t } = useLingui();
  const practice = usePracticeMode() === true;
  const reachable = useReachable();
  const submit = useConvertSubmit();
  const [way, setWay] = useState(() => firstWay(coins, asked));
  const [amount, setAmount] = useState('');
  const [tried, setTried] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const [done, setDone] = useState<CallOutput<'POST convert'> | null>(null);
  const live = useAvailable('spot', undefined);
  const coin = coins.find(({ asset }) => asset === way.from);
  const shown = new Map(coins.filter((each) => each.available !== '0').map((each) => [each.asset, each.available]));
  const available = live ?? shown;
  const bounds = { available: available.get(way.from) ?? '0', minimum: coin?.minimum, maximum: coin?.maximum };
  const problem = amountProblem(amount, bounds);
  const quoted = useLiveQuote({ ...way, amount }, problem === null || problem === 'above-available');
  const failure = useFailureText(quoted.error);
  const { held, sent } = submit;
  const offer = sent === null ? quoted : { ...quoted, quote: sent, seconds: 0 };
  if (coins.length < 2) {
    return <EmptyState icon={ArrowDownUp} title={t`Nothing can be converted now`} text={t`Try again in a minute.`} />;
  }
  const choose = (next: { from?: string; to?: string }) => {
    const { from = way.from, to = way.to } = next;
    submit.reset();
    // The other field takes what this one left, so that the two never name one coin.
    setWay(from === to ? { from: way.to, to: way.from } : { from, to });
    if (next.from !== undefined || from === to) setAmount('');
  };
  const request = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (sent === null) submit.reset();
    if (problem === null && offer.quote !== null && held === null) setConfirming(true);
  };
  const send = () => {
    if (offer.quote === null) return;
    submit.send(offer.quote, {
      onSuccess: (converted) => {
        setConfirming(false);
        setDone(converted);
        setAmount('');
        setTried(false);
      },
      // Whatever the exchange had against it, the rate on screen is not the one it would take.
      onError: () => quoted.renew(),
    });
  };
  const names = coins.map(({ asset }) => asset);
  return (
    <form className={css['form']} noValidate onSubmit={request}>
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
      <AmountField
        asset={way.from}
        value={amount}
        bounds={bounds}
        problem={shownProblem(problem, tried, amount)}
        onChange={(next) => {
          submit.reset();
          setAmount(next);
        }}
      />
      <QuoteFacts to={way.to} quoted={quoted} />
      {failure !== null && (
        <Banner inset tone="warn" live>
          {failure}
        </Banner>
      )}
      {!confirming && <HeldBanner held={held} />}
      <Button
        kind="primary"
        size="l"
        type="submit"
        busy={!confirming && held !== null}
        disabledReason={reachable ? undefined : t`No connection. Convert when it is back.`}
        {...(practice ? { detail: t`practice` } : {})}
      >
        <Trans>Convert</Trans>
      </Button>
      <ConvertConfirm
        open={confirming}
        quoted={offer}
        submit={submit}
        reachable={reachable}
        practice={practice}
        onClose={() => {
          if (!submit.waiting) setConfirming(false);
        }}
        onSend={send}
      />
      <ConvertResult converted={done} onClose={() => setDone(null)} />
    </form>
  );
}

/** What is too much or too little is said while it is typed; that nothing is there only after trying. */
function shownProblem(problem: AmountProblem | null, tried: boolean, amount: string): AmountProblem | null {
  if (tried || problem === 'above-available' || problem === 'above-maximum') return problem;
  return problem === 'below-minimum' && amount !== '' && !/^0?\.?0*$/.test(amount) ? problem : null;
}
