import { Plural, useLingui } from '@lingui/react/macro';
import { ArrowDownLeft, ArrowUpRight, QrCode, ShieldCheck } from 'lucide-react';
import type { CallOutput } from '../../../../../protocol/calls.ts';
import { Icon } from '../../../../ui/icons.tsx';
import { formatCoins } from '../../parts/fiat-money.ts';
import { depositStateNames } from '../deposit/deposit-states.ts';
import css from './centre.module.css';

/** The deposit with its state, how many collection methods there are, and the orders of each side. */
export function CentreTiles({ standing: { deposit, methods } }: { standing: CallOutput<'GET legalMgrPage'> }) {
  const { t, i18n } = useLingui();
  const state = i18n._(depositStateNames[deposit.state]);
  return (
    <div className={css['tiles']}>
      <a className={css['tile']} href="#/pages/business/bzj">
        <Icon of={ShieldCheck} size="bar" />
        <span>
          <b>{formatCoins(deposit.held, deposit.asset)}</b>
          <small>{t`Deposit: ${state}`}</small>
        </span>
      </a>
      <a className={css['tile']} href="#/pages/business/payWay">
        <Icon of={QrCode} size="bar" />
        <span>
          <b>
            <Plural value={methods.length} one="# method" other="# methods" />
          </b>
          <small>{t`Where buyers pay`}</small>
        </span>
      </a>
      <a className={css['tile']} href="#/pages/business/Sellingrecord">
        <Icon of={ArrowUpRight} size="bar" />
        <b>{t`Sell orders`}</b>
      </a>
      <a className={css['tile']} href="#/pages/business/Purchaserecord">
        <Icon of={ArrowDownLeft} size="bar" />
        <b>{t`Buy orders`}</b>
      </a>
    </div>
  );
}
