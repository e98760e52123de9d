import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '../../../../../protocol/calls.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { Page } from '../../../../ui/layout/Page.tsx';
import { Section, Stack } from '../../../../ui/layout/Section.tsx';
import { SkeletonRow } from '../../../../ui/layout/Skeleton.tsx';
import { Badge } from '../../../../ui/lists/Badge.tsx';
import { ListRow } from '../../../../ui/lists/ListRow.tsx';
import { LoadError } from '../../../loading/load-error.tsx';
import { OfflineAge } from '../../../loading/offline-age.tsx';
import { refundQuery, useMerchantCentre } from '../queries.ts';
import { DepositHero } from './deposit-hero.tsx';
import { RefundForm } from './refund-form.tsx';

type RefundPage = CallOutput<'GET backDepositPage'>;

/** Refund of the deposit: what has to end before it, the request, and its states. */
export function RefundScreen() {
  const { t } = useLingui();
  // Decisions and orders that end come through it.
  useMerchantCentre();
  const page = useQuery({ ...refundQuery, staleTime: 0, refetchOnMount: 'always' });
  const { data } = page;
  return (
    <Page title={t`Deposit refund`} onRefresh={() => page.refetch()}>
      {data === undefined && page.error !== null && (
        <LoadError query={page} title={t`Your deposit did not load`} coins />
      )}
      {data === undefined && page.error === null && (
        <div aria-busy="true">
          <SkeletonRow count={4} leading={false} />
        </div>
      )}
      {data !== undefined && (
        <>
          <OfflineAge at={page.dataUpdatedAt} />
          <DepositHero deposit={data.deposit} />
          <RefundState page={data} />
        </>
      )}
    </Page>
  );
}

function RefundState({ page }: { page: RefundPage }) {
  const { state } = page.deposit;
  if (state === 'refund-review' || state === 'processing') return null;
  if (state !== 'paid') {
    return (
      <Stack>
        <Button kind="primary" size="l" href="#/pages/business/bzj">
          <Trans>Pay the deposit</Trans>
        </Button>
      </Stack>
    );
  }
  return (
    <>
      <Before page={page} />
      <RefundForm page={page} />
    </>
  );
}

/** What has to end before the deposit is returned (code 4009). */
function Before({ page: { listedAdverts, openOrders } }: { page: RefundPage }) {
  const { t } = useLingui();
  const mark = (count: number) =>
    count === 0 ? <Badge tone="accent">{t`Nothing open`}</Badge> : <Badge tone="warn">{count}</Badge>;
  return (
    <Section title={t`What has to end first`} band>
      <ul>
        <li>
          <ListRow
            light
            title={t`Listed adverts`}
            sub={t`Withdraw them yourself`}
            trailing={mark(listedAdverts)}
            href="#/pages/business/Selladvertising"
          />
        </li>
        <li>
          <ListRow
            light
            title={t`Open orders`}
            sub={t`They end by themselves or by you`}
            trailing={mark(openOrders)}
            href="#/pages/otc/Orderrecord"
          />
        </li>
      </ul>
    </Section>
  );
}
