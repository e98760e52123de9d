import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText, Share2 } from 'lucide-react';
import type { BackedProduct } from '../../../protocol/core/products.ts';
import { formatAmount } from '../../platform/format/number-format.ts';
import { useReachable } from '../../platform/offline/reachability.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { EmptyState } from '../../ui/layout/EmptyState.tsx';
import hero from '../../ui/layout/Hero.module.css';
import { HeroNumber } from '../../ui/layout/HeroNumber.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Skeleton, SkeletonRow } from '../../ui/layout/Skeleton.tsx';
import { PagedList } from '../../ui/lists/PagedList.tsx';
import { useShareLink } from '../../ui/overlays/sharing.ts';
import { useCoinFacts } from '../assets/holdings.ts';
import { LoadError } from '../loading/load-error.tsx';
import { Lent } from './account-list.tsx';
import { coverFrom } from './cover.ts';
import { EntryRow } from './entry-row.tsx';
import { productLabels } from './product-labels.ts';
import { entriesQuery, useBacking } from './queries.ts';

interface EntriesScreenProps {
  readonly product: BackedProduct;
  readonly asset: string;
}

/** What moved in a product's account in one coin, newest first, for everybody to add up. */
export function EntriesScreen({ product, asset }: EntriesScreenProps) {
  const { t, i18n } = useLingui();
  const share = useShareLink();
  const pages = useInfiniteQuery(entriesQuery(product, asset));
  const entries = pages.data?.pages.flatMap(({ list }) => list);
  const title = `${i18n._(productLabels[product].name)}, ${asset}`;
  return (
    <Page
      title={title}
      onRefresh={() => pages.refetch()}
      updating={pages.isFetching && entries !== undefined}
      actions={
        <IconButton
          icon={Share2}
          label={t`Share`}
          onClick={() => void share({ title, url: location.href }, t`Link copied`)}
        />
      }
    >
      <AccountHero product={product} asset={asset} />
      {entries === undefined && pages.isError && (
        <LoadError query={pages} title={<Trans>The entries did not load</Trans>} />
      )}
      {entries === undefined && !pages.isError && <SkeletonRow count={6} />}
      {entries?.length === 0 && <EmptyState icon={ReceiptText} title={<Trans>Nothing has moved here yet</Trans>} />}
      {entries !== undefined && entries.length > 0 && (
        <PagedList
          pages={pages}
          items={entries}
          keyOf={({ id }) => id}
          rowHeight={76}
          label={t`Ledger entries`}
          render={(entry) => <EntryRow entry={entry} asset={asset} />}
        />
      )}
    </Page>
  );
}

/** What the account holds now, as the page before says it. */
function AccountHero({ product, asset }: EntriesScreenProps) {
  const { backing, isOld } = useBacking();
  const isReachable = useReachable();
  const { decimals } = useCoinFacts()(asset);
  if (backing.data === undefined) {
    if (backing.isError) return null;
    return (
      <section className={hero['hero']} aria-busy>
        <Skeleton width="120px" height="14px" />
        <Skeleton width="200px" height="38px" />
        <Skeleton width="240px" height="14px" />
      </section>
    );
  }
  const account = backing.data.list.find((one) => one.product === product && one.asset === asset) ?? {
    asset,
    held: '0',
    promised: '0',
    lent: '0',
  };
  const { held, promised, free } = coverFrom(account.held, account.promised);
  const [heldText = '', asideText, freeText] = [held, promised, free].map((each) => formatAmount(each, decimals));
  return (
    <section className={hero['hero']}>
      <h2 className={hero['label']}>
        <Trans>In the account now</Trans>
      </h2>
      <HeroNumber number={heldText} old={isOld || !isReachable}>
        {heldText} <small>{asset}</small>
      </HeroNumber>
      <p className={hero['line']}>
        <Trans>
          {asideText} set aside, {freeText} free
        </Trans>
      </p>
      {account.lent !== '0' && <Lent {...account} />}
    </section>
  );
}
