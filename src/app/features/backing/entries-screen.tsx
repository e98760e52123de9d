import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText, Share2 } from 'lucide-react';
import { memo } from 'react';
import type { BackingEntry } from '#protocol/backing/entities.ts';
import { addDecimals, compareDecimals } from '#protocol/core/decimal.ts';
import type { BackedProduct } from '#protocol/core/products.ts';
import { formatAmount, formatNumber } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import hero from '#app/ui/layout/Hero.module.css';
import { HeroNumber } from '#app/ui/layout/HeroNumber.tsx';
import { ScreenSkeleton } from '#app/ui/layout/ScreenSkeleton.tsx';
import { IconTile } from '#app/ui/lists/ListRow.tsx';
import { useShareLink } from '#app/ui/overlays/sharing.ts';
import { useCoinFacts } from '../assets/holdings.ts';
import { kindLabels } from '../assets/records/record-labels.ts';
import { RecordsScreen } from '../loading/records-screen.tsx';
import { Lent } from './account-list.tsx';
import { coverFrom } from './cover.ts';
import css from './entries-screen.module.css';
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
  const title = `${i18n._(productLabels[product].name)}, ${asset}`;
  return (
    <RecordsScreen
      title={title}
      actions={
        <IconButton
          icon={Share2}
          label={t`Share`}
          onClick={() => void share({ title, url: location.href }, t`Link copied`)}
        />
      }
      above={<AccountHero product={product} asset={asset} />}
      label={t`Ledger entries`}
      query={pages}
      items={pages.data?.pages.flatMap(({ list }) => list)}
      failed={<Trans>The entries did not load</Trans>}
      empty={<EmptyState icon={ReceiptText} title={<Trans>Nothing has moved here yet</Trans>} />}
      keyOf={({ id }) => id}
      rowHeight={76}
      render={(entry) => <EntryRow entry={entry} asset={asset} />}
    />
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
      <ScreenSkeleton
        blocks={[
          [120, 14],
          [200, 38],
          [240, 14],
        ]}
      />
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

/** What an entry did to its account: coins came or went, or changed places within it. */
function movementOf({ free, aside }: BackingEntry): { readonly label: MessageDescriptor; readonly amount: string } {
  const total = addDecimals(free, aside);
  const sign = compareDecimals(total, '0');
  if (sign !== 0) {
    return {
      label: sign > 0 ? msg`Paid in` : msg({ message: 'Paid out', context: 'backing' }),
      amount: formatNumber(total, { sign: 'always' }),
    };
  }
  const isAside = compareDecimals(aside, '0') > 0;
  return { label: isAside ? msg`Set aside` : msg`Released`, amount: formatNumber(isAside ? aside : free) };
}

/** The house funds its own accounts, and takes free coins back. Within an account cover of a promise only changes places. */
function nameOf({ kind, free, aside }: BackingEntry): MessageDescriptor {
  const isFunding = kind === 'backing' && compareDecimals(addDecimals(free, aside), '0') !== 0;
  return isFunding ? msg`Funding by the house` : kindLabels[kind].name;
}

/** One ledger entry: why, how much, when, and what the account held after it. */
const EntryRow = memo(function EntryRow({ entry, asset }: { entry: BackingEntry; asset: string }) {
  const { i18n } = useLingui();
  const { decimals } = useCoinFacts()(asset);
  const { icon } = kindLabels[entry.kind];
  const { label, amount } = movementOf(entry);
  const [asideText, freeText] = [entry.asideAfter, entry.freeAfter].map((each) => formatAmount(each, decimals));
  return (
    <div className={css['row']}>
      <IconTile icon={icon} />
      <div className={css['body']}>
        <p className={css['line']}>
          <span className={css['name']}>{i18n._(nameOf(entry))}</span>
          <span className={css['amount']}>{amount}</span>
        </p>
        <p className={css['note']}>
          <span>{formatTime(entry.at, 'dateTime')}</span>
          <span>{i18n._(label)}</span>
        </p>
        <p className={css['note']}>
          <Trans>
            After it {asideText} set aside, {freeText} free
          </Trans>
        </p>
      </div>
    </div>
  );
});
