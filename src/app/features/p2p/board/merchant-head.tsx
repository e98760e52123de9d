import { Trans, useLingui } from '@lingui/react/macro';
import type { MerchantCard } from '../../../../protocol/p2p/entities/trade.ts';
import { formatNumber } from '../../../platform/format/number-format.ts';
import { FactsCard } from '../../../ui/lists/FactsCard.tsx';
import { Joined } from '../parts/joined.tsx';
import { averageTime, ratingsText, shareText } from '../parts/merchant-figures.ts';
import { MerchantName } from '../parts/merchant-name.tsx';
import { PersonMark } from '../parts/person-mark.tsx';
import css from './merchant-head.module.css';

/** A merchant with all the figures of 30 days. */
export function MerchantHead({ merchant }: { readonly merchant: MerchantCard }) {
  const { t } = useLingui();
  const { nickname, online, joinedAt, figures } = merchant;
  return (
    <div className={css['head']}>
      <div className={css['person']}>
        <PersonMark name={nickname} large />
        <div>
          <p className={css['name']}>
            <MerchantName nickname={nickname} />
          </p>
          <p className={css['online']}>
            {online ? <Trans>Online now</Trans> : <Trans>Not online</Trans>} · <Joined at={joinedAt} />
          </p>
        </div>
      </div>
      <FactsCard
        items={[
          { key: t`Orders completed in 30 days`, value: formatNumber(String(figures.finished)) },
          { key: t`Completion rate`, value: shareText(figures.completion) },
          { key: t`Positive ratings`, value: ratingsText(figures) },
          { key: t`Average time to release`, value: averageTime(figures.releaseMs) },
          { key: t`Average time to pay`, value: averageTime(figures.payMs) },
          { key: t`Appeals lost`, value: formatNumber(String(figures.appealsLost)) },
        ]}
      />
    </div>
  );
}
