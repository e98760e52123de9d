import { useLingui } from '@lingui/react/macro';
import { BadgeCheck, CircleAlert, CircleCheck } from 'lucide-react';
import type { CallOutput } from '../../../../../protocol/calls.ts';
import { formatNumber } from '../../../../platform/format/number-format.ts';
import { Icon } from '../../../../ui/icons.tsx';
import { Avatar } from '../../../../ui/lists/CoinIcon.tsx';
import { type TickName, ticksOf } from './ticks.ts';
import css from './centre.module.css';

/** Who the merchant is, and the four things that have to hold. */
export function CentreHead({ standing }: { standing: CallOutput<'GET legalMgrPage'> }) {
  const { t } = useLingui();
  const { nickname, figures } = standing;
  const { finished, completion } = figures;
  const names: Readonly<Record<TickName, string>> = {
    verified: t`Verified`,
    nickname: t`Nickname`,
    methods: t({ message: 'Collection', context: 'merchant tick' }),
    deposit: t({ message: 'Deposit', context: 'of a merchant' }),
  };
  const share = completion === null ? null : `${formatNumber(completion, { decimals: 2 })}%`;
  return (
    <>
      <div className={css['identity']}>
        <Avatar name={nickname ?? '?'} size={44} />
        <div className={css['names']}>
          <p className={css['name']}>
            <span>{nickname}</span>
            <Icon of={BadgeCheck} size="row" />
          </p>
          <p className={css['sub']}>
            {share === null ? t`No finished orders in 30 days` : t`${finished} finished in 30 days, ${share} completed`}
          </p>
        </div>
      </div>
      <ul className={css['ticks']} aria-label={t`What a merchant keeps up`}>
        {ticksOf(standing).map(({ name, holds, href }) => (
          <li key={name}>
            <a className={css['tick']} href={href} data-holds={holds || undefined}>
              <Icon of={holds ? CircleCheck : CircleAlert} size="inline" />
              {holds ? names[name] : t`${names[name]}: missing`}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
