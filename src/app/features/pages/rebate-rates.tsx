import { Trans, useLingui } from '@lingui/react/macro';
import type { CallOutput } from '../../../protocol/calls.ts';
import { useObservable } from '../../platform/observable.ts';
import { language } from '../../platform/language/language.ts';
import { formatShare } from '../../platform/format/number-format.ts';
import { KeyValue } from '../../ui/lists/KeyValue.tsx';
import { Stack, TextLink } from '../../ui/layout/Section.tsx';
import css from './share-screen.module.css';

type Rates = CallOutput<'GET common/getInviteConfig'>['rates'];

/** What is paid for invitations now; nothing is promised that the product does not pay. */
export function RebateRates({ rates }: { rates: Rates }) {
  const { t } = useLingui();
  const locale = useObservable(language);
  if (rates.length === 0)
    return (
      <Stack>
        <p className={css['note']}>
          <Trans>Invitations are currently not rewarded, neither for you nor for those you invite.</Trans>
        </p>
        <span />
      </Stack>
    );
  const items = rates.map(({ level, rate }) => ({
    id: String(level),
    key: level === 1 ? t`Of fees paid by those you invite` : t`Of fees paid by those they invite`,
    value: formatShare(rate, 0, locale),
  }));
  return (
    <Stack>
      <KeyValue items={items} />
      <TextLink href="#/pages/member/member">{t`Your referrals and rebates`}</TextLink>
      <span />
    </Stack>
  );
}
