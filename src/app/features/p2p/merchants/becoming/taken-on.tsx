import { Trans } from '@lingui/react/macro';
import { Ban, Clock, Undo2 } from 'lucide-react';
import {
  cancelPenaltyPercent,
  freeCancelsPerDay,
  paymentMinutesMax,
  paymentMinutesMin,
} from '../../../../../protocol/p2p/currencies.ts';
import { Icon } from '../../../../ui/icons.tsx';
import { Card } from '../../../../ui/layout/Section.tsx';
import css from './becoming.module.css';

/** What a merchant takes on, before the deposit is paid. */
export function TakenOn() {
  const [least, most] = [paymentMinutesMin, paymentMinutesMax];
  const [penalty, free] = [`${cancelPenaltyPercent}%`, freeCancelsPerDay];
  return (
    <>
      <Card>
        <h2 className={css['cardTitle']}>
          <Trans>What you take on</Trans>
        </h2>
        <ul className={css['duties']}>
          <li>
            <Icon of={Clock} size="row" />
            <Trans>
              Answer within the payment time, {least} to {most} min
            </Trans>
          </li>
          <li>
            <Icon of={Ban} size="row" />
            <Trans>
              After {free} orders cancelled or not paid in one day the next costs {penalty} of the deposit
            </Trans>
          </li>
          <li>
            <Icon of={Undo2} size="row" />
            <Trans>Deposit returned after a short review</Trans>
          </li>
        </ul>
      </Card>
      <div className={css['end']} />
    </>
  );
}
