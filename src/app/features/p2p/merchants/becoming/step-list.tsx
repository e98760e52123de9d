import { Trans, useLingui } from '@lingui/react/macro';
import { Check, Clock } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { CallOutput } from '#protocol/calls.ts';
import type { Verification } from '#protocol/accounts/entities/verification.ts';
import { compareDecimals } from '#protocol/core/decimal.ts';
import { type PaymentMethod, paymentMethods } from '#protocol/p2p/currencies.ts';
import { formatAmount } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { moveInGroup, radioProps } from '#app/ui/controls/roving.ts';
import { Icon } from '#app/ui/icons.tsx';
import { TextLink } from '#app/ui/layout/Section.tsx';
import { VisuallyHidden } from '#app/ui/layout/VisuallyHidden.tsx';
import { formatCoins } from '#app/features/p2p/parts/fiat-money.ts';
import { MethodName } from '#app/features/p2p/parts/method-name.tsx';
import { type Becoming, type BecomingStep, becomingSteps, type StepStanding } from './steps.ts';
import css from './becoming.module.css';

interface StepListProps {
  readonly becoming: Becoming;
  readonly standing: CallOutput<'GET legalMgrPage'>;
  readonly verification: Verification | undefined;
  readonly method: PaymentMethod;
  readonly onMethod: (method: PaymentMethod) => void;
}

/** The four steps on a line: done ones in one line, the open one with what it asks for. */
export function StepList(props: StepListProps) {
  const { t } = useLingui();
  const { standings, open } = props.becoming;
  const list = useOpenInSight(open);
  const names: Readonly<Record<BecomingStep, string>> = {
    verified: t`Verified`,
    nickname: t`Nickname`,
    method: t`Collection method`,
    deposit: t({ message: 'Deposit', context: 'of a merchant' }),
  };
  return (
    <ol ref={list} className={css['steps']} aria-label={t`Steps to become a merchant`}>
      {becomingSteps.map((step, index) => (
        <li
          key={step}
          className={css['step']}
          data-state={standings[step]}
          aria-current={step === open ? 'step' : undefined}
        >
          <span className={css['circle']}>
            <Mark standing={standings[step]} place={index + 1} />
          </span>
          <div>
            <div className={css['head']}>
              <h2 className={css['name']}>{names[step]}</h2>
              <Aside step={step} {...props} />
            </div>
            <div className={css['text']}>
              <StepText step={step} {...props} />
            </div>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Brings a step that opened by itself into sight; not the one the screen began with. */
function useOpenInSight(open: BecomingStep | null) {
  const list = useRef<HTMLOListElement>(null);
  const before = useRef(open);
  useEffect(() => {
    if (open !== null && before.current !== open) {
      list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
    }
    before.current = open;
  }, [open]);
  return list;
}

function Mark({ standing, place }: { standing: StepStanding; place: number }) {
  const { t } = useLingui();
  const said: Readonly<Record<StepStanding, string>> = {
    done: t`Done`,
    review: t`Under review`,
    open: t`Next step`,
    later: t`Later`,
  };
  return (
    <>
      {standing === 'done' ? (
        <Icon of={Check} size="inline" />
      ) : standing === 'review' ? (
        <Icon of={Clock} size="inline" />
      ) : (
        <span aria-hidden>{place}</span>
      )}
      <VisuallyHidden>{said[standing]}</VisuallyHidden>
    </>
  );
}

type PartProps = StepListProps & { readonly step: BecomingStep };

/** At the right of a step's name. */
function Aside({ step, becoming, standing }: PartProps): ReactNode {
  if (step === 'nickname' && becoming.standings.nickname === 'done') {
    return (
      <TextLink href={`#/pages/business/SetNickname?to=${encodeURIComponent('/pages/business/business')}`}>
        <Trans>Change</Trans>
      </TextLink>
    );
  }
  if (step === 'method' && becoming.standings.method === 'done') {
    return (
      <TextLink href="#/pages/business/payWay">
        <Trans>Manage</Trans>
      </TextLink>
    );
  }
  if (step !== 'deposit') return null;
  return (
    <span className={css['amount']}>
      {formatAmount(standing.deposit.required)} <small>{standing.deposit.asset}</small>
    </span>
  );
}

function StepText({ step, becoming, standing, verification, method, onMethod }: PartProps): ReactNode {
  const state = becoming.standings[step];
  if (step === 'verified') return <VerifiedText state={state} verification={verification} />;
  if (step === 'nickname') {
    return state === 'done' ? standing.nickname : <Trans>The name others see on your adverts.</Trans>;
  }
  if (step === 'deposit') return <DepositText standing={standing} state={state} />;
  if (state === 'done') return standing.methods.map((each) => <MethodName key={each} method={each} />);
  return (
    <>
      <Trans>Where buyers pay you. Only an account in your verified name is accepted. One is enough.</Trans>
      {state === 'open' && <MethodChoice value={method} onChange={onMethod} />}
    </>
  );
}

function VerifiedText({ state, verification }: { state: StepStanding; verification: Verification | undefined }) {
  if (state === 'review') return <Trans>Your document is under review.</Trans>;
  if (state !== 'done') return <Trans>A document and three photos. It takes about 5 minutes.</Trans>;
  if (verification === undefined || verification.decidedAt === null) return null;
  const [name, since] = [verification.name ?? '', formatTime(verification.decidedAt, 'date')];
  return (
    <Trans>
      {name}, since {since}
    </Trans>
  );
}

interface DepositTextProps {
  readonly standing: Pick<CallOutput<'GET legalMgrPage'>, 'deposit'>;
  readonly state: StepStanding;
}

/** What the deposit is for, whether the wallet can pay it, and why it was refused before. */
function DepositText({ standing: { deposit }, state }: DepositTextProps) {
  const { t } = useLingui();
  const { asset, available, required, reason } = deposit;
  if (state === 'done') return <Trans>Paid.</Trans>;
  if (state === 'review') return <Trans>Paid, and under review. We will notify you.</Trans>;
  const shown = formatCoins(available, asset);
  const isEnough = compareDecimals(available, required) >= 0;
  return (
    <>
      {reason !== null && (
        <p className={css['warn']}>
          <Trans>Not accepted: {reason}</Trans>
        </p>
      )}
      <p>
        {t`Returned when you stop.`}{' '}
        {isEnough ? t`You have ${shown} in the fiat wallet, enough for it.` : t`You have ${shown} in the fiat wallet.`}
      </p>
    </>
  );
}

interface MethodChoiceProps {
  readonly value: PaymentMethod;
  readonly onChange: (method: PaymentMethod) => void;
}

/** Which kind of account is added first. */
function MethodChoice({ value, onChange }: MethodChoiceProps) {
  const { t } = useLingui();
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- focus roves among the choices
    <div className={css['choices']} role="radiogroup" aria-label={t`Collection method`} onKeyDown={moveInGroup}>
      {paymentMethods.map((method) => (
        <button
          key={method}
          type="button"
          {...radioProps(method === value, method === value)}
          className={css['choice']}
          onClick={() => onChange(method)}
        >
          <MethodName method={method} />
        </button>
      ))}
    </div>
  );
}
