import { priceOfTicks, ticksOfPrice } from '#protocol/core/ticks.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ContractPosition, ListedContract } from '#protocol/contracts/entities.ts';
import { amountsHidden } from '#app/platform/format/hidden-amounts.ts';
import { useObservable } from '#app/platform/observable.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import css from './contract-chart.module.css';
import { priceText } from '../contract-labels.ts';
import { ContractFailure } from '../form/failure.tsx';
import { specFor } from './snapshot.ts';
import { lineProblem, outcomeText } from './position-line-labels.ts';
import type { ProtectionKind } from '../form/protection-field.tsx';
import { useContract } from '../use-contract.ts';

interface LineConfirmProps {
  /** Id of the button that sends. */
  readonly sendId: string;
  readonly contract: ListedContract;
  readonly position: ContractPosition;
  readonly kind: ProtectionKind;
  /** Where the line was dropped. */
  readonly ticks: number;
  /** Which edge of the chart it covers: not the one its line is near to. */
  readonly atTop: boolean;
  readonly busy: boolean;
  readonly possible: boolean;
  readonly reason: ReactNode;
  /** Why it was refused; the line is back then. */
  readonly error: unknown;
  readonly onCancel: () => void;
  readonly onSend: () => void;
}

/** Asks once more before a moved line is sent: its price, what it comes to, or what is wrong with it. */
export function LineConfirm(props: LineConfirmProps) {
  const { sendId, contract, position, kind, ticks, atTop, busy, possible, reason, error, onCancel, onSend } = props;
  const { t } = useLingui();
  const spec = specFor(contract);
  // The result is shown in percent of the margin while amounts are hidden.
  useObservable(amountsHidden);
  const shown = useContract(contract.id, ({ mark }) => {
    const problem = lineProblem(contract, position, kind, ticks, mark === null ? null : ticksOfPrice(spec, mark));
    return `${problem === null ? '' : '!'}${outcomeText(contract, position, kind, ticks, problem)}`;
  });
  const wrong = shown?.startsWith('!') === true;
  const outcome = shown?.replace(/^!/, '') ?? '';
  const price = priceText(contract, priceOfTicks(spec, ticks));
  const bar = useEscape(onCancel);
  return (
    <section
      ref={bar}
      className={css['bar']}
      data-edge={atTop ? 'top' : 'bottom'}
      aria-label={kind === 'takeProfit' ? t`Move take-profit` : t`Move stop-loss`}
    >
      {error === null ? (
        <output className={css['outcome']}>
          <b>{kind === 'takeProfit' ? <Trans>Take-profit {price}</Trans> : <Trans>Stop-loss {price}</Trans>}</b>
          <span className={wrong ? css['wrong'] : undefined}>{possible ? outcome : reason}</span>
        </output>
      ) : (
        <div className={css['failure']}>
          <ContractFailure error={error} />
        </div>
      )}
      <Button size="s" wide={false} disabled={busy} onClick={onCancel}>
        {error === null ? <Trans context="take back">Cancel</Trans> : <Trans context="dismiss">Close</Trans>}
      </Button>
      {error === null && (
        <Button
          id={sendId}
          size="s"
          wide={false}
          kind="primary"
          busy={busy}
          disabled={wrong || !possible}
          label={kind === 'takeProfit' ? t`Set take-profit ${price}` : t`Set stop-loss ${price}`}
          onClick={onSend}
        >
          <Trans>Set</Trans>
        </Button>
      )}
    </section>
  );
}

/** Escape within the bar takes the line back, as it does on the line. */
function useEscape(onCancel: () => void) {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = bar.current;
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onCancel();
    };
    element?.addEventListener('keydown', press);
    return () => element?.removeEventListener('keydown', press);
  }, [onCancel]);
  return bar;
}
