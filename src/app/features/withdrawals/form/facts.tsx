import { Trans, useLingui } from '@lingui/react/macro';
import type { ChainOfCoin } from '#protocol/chains/entities.ts';
import { formatAmount, formatNumber } from '#app/platform/format/number-format.ts';
import { KeyValue } from '#app/ui/lists/KeyValue.tsx';
import { TextLink } from '#app/ui/layout/Section.tsx';
import { coinText } from '#app/features/deposits/chain-labels.ts';
import css from './facts.module.css';
import { arrives, leftToday, type WithdrawTerms } from './check.ts';

interface WithdrawFactsProps {
  terms: WithdrawTerms;
  chain: ChainOfCoin;
  /** As typed: a decimal, or empty. */
  amount: string;
}

/** What a withdrawal costs, what arrives of it, and what the day leaves. */
export function WithdrawFacts({ terms, chain, amount }: WithdrawFactsProps) {
  const { t } = useLingui();
  const { asset } = terms;
  const receives = arrives(amount, chain.withdrawFee);
  return (
    <div className={css['facts']}>
      <KeyValue
        items={[
          { key: t`Minimum withdrawal`, value: coinText(chain.withdrawMinimum, asset) },
          { key: t`Fee`, value: coinText(chain.withdrawFee, asset) },
          {
            key: t`Left today`,
            value: (
              <Trans>
                {formatAmount(leftToday(terms))} of {formatNumber(terms.dailyLimit)} USDT
              </Trans>
            ),
          },
          {
            id: 'receives',
            key: <b className={css['receives']}>{t`You receive`}</b>,
            value: <b className={css['receives']}>{receives === null ? '–' : coinText(receives, asset)}</b>,
          },
        ]}
      />
      {!terms.verified && (
        <p className={css['more']}>
          <Trans>
            <TextLink href="#/pages/mine/real_authentication">Verify your identity</TextLink> for{' '}
            {formatNumber(terms.dailyLimitVerified)} USDT a day.
          </Trans>
        </p>
      )}
    </div>
  );
}
