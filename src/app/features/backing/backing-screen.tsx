import { Trans, useLingui } from '@lingui/react/macro';
import { Clock, Download, Share2, ShieldCheck, Copy } from 'lucide-react';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { BackingAccount } from '#protocol/backing/entities.ts';
import { addDecimals, compareDecimals, subtractDecimals } from '#protocol/core/decimal.ts';
import { dayMs } from '#protocol/core/durations.ts';
import { formatTime, timeZone, formatDay } from '#app/platform/format/time-format.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { classNames } from '#app/ui/class-names.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Segmented } from '#app/ui/controls/Segmented.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import hero from '#app/ui/layout/Hero.module.css';
import { HeroNumber } from '#app/ui/layout/HeroNumber.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { ScreenSkeleton } from '#app/ui/layout/ScreenSkeleton.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { useShareLink } from '#app/ui/overlays/sharing.ts';
import { useCopy } from '#app/ui/controls/copying.ts';
import { Section } from '#app/ui/layout/Section.tsx';
import { exportFile, isoWithOffset } from '../assets/records/records-csv.ts';
import { NotLoaded } from '../loading/not-loaded.tsx';
import { downloadFile } from '../assets/records/records-export.ts';
import { AccountsByCoin, AccountsByProduct } from './account-list.tsx';
import css from './backing-screen.module.css';
import { coverText } from './cover-text.ts';
import { coverFrom } from './cover.ts';
import { productLabels } from './product-labels.ts';
import { recordHeadQuery, type ShownBacking, useBacking } from './queries.ts';
import { weakest } from './weakest.ts';

/** Makes a file of the figures on the page for a spreadsheet: exact, a line for each product and coin. */
function useBackingFile() {
  const { t, i18n } = useLingui();
  return ({ at, list }: ShownBacking): File => {
    const heads = [t`Time`, t`Product`, t`Coin`, t`Held`, t`Promised`, t`Free`, t`Lent out`, t`Funded`];
    const time = isoWithOffset(at, timeZone.get().hoursAt);
    const rows = list.map(({ product, asset, held, promised, lent }) => [
      time,
      i18n._(productLabels[product].name),
      asset,
      held,
      promised,
      subtractDecimals(held, promised),
      lent,
      addDecimals(held, lent),
    ]);
    return exportFile('backing', at, [heads, ...rows]);
  };
}

/** What stands behind the products, for everybody to see: the weakest account first, then each by product or coin. */
export function BackingScreen() {
  const { t } = useLingui();
  const { backing, isOld } = useBacking();
  const isReachable = useReachable();
  const share = useShareLink();
  const fileOf = useBackingFile();
  const title = t`Backing`;
  return (
    <Page
      title={title}
      onRefresh={() => backing.refetch()}
      updating={backing.isFetching && backing.data !== undefined}
      actions={
        <>
          <IconButton
            icon={Download}
            label={t`Download as CSV`}
            disabled={backing.data === undefined || backing.data.list.length === 0}
            onClick={() => backing.data !== undefined && void downloadFile(fileOf(backing.data))}
          />
          <IconButton
            icon={Share2}
            label={t`Share`}
            onClick={() => void share({ title, url: location.href }, t`Link copied`)}
          />
        </>
      }
    >
      {backing.data !== undefined ? (
        <>
          <Accounts backing={backing.data} isOld={isOld || !isReachable} />
          <RecordHead />
        </>
      ) : (
        <NotLoaded query={backing} title={<Trans>The accounts did not load</Trans>}>
          <ScreenSkeleton blocks={[[160, 14], [200, 38], [260, 14], 48, 34, 34, 34]} />
        </NotLoaded>
      )}
    </Page>
  );
}

type Grouping = 'product' | 'coin';

function Accounts({ backing: { at, list }, isOld }: { backing: ShownBacking; isOld: boolean }) {
  const { t } = useLingui();
  const [grouping, setGrouping] = useState<Grouping>('product');
  if (list.length === 0) {
    return (
      <EmptyState
        icon={ShieldCheck}
        title={<Trans>Nothing is promised yet</Trans>}
        text={<Trans>Each product’s reserve appears here before it makes a commitment.</Trans>}
      />
    );
  }
  const Listed = grouping === 'product' ? AccountsByProduct : AccountsByCoin;
  return (
    <div>
      <BackingHero accounts={list} old={isOld} />
      <div className={css['choice']}>
        <Segmented
          label={t`Grouped`}
          items={[
            { id: 'product', label: t`By product` },
            { id: 'coin', label: t`By coin` },
          ]}
          value={grouping}
          onChange={setGrouping}
        />
      </div>
      <p className={css['legend']}>
        <span className={css['key']} data-part="promised">
          <Trans>promised</Trans>
        </span>
        <span className={css['key']} data-part="free">
          <Trans>free</Trans>
        </span>
        {list.some(({ lent }) => lent !== '0') && (
          <span className={css['key']} data-part="lent">
            <Trans>lent out</Trans>
          </span>
        )}
        <span className={css['updated']} data-old={isOld}>
          <Icon of={Clock} size="note" />
          {isOld ? (
            <Trans>as of {formatTime(at, 'seconds')}</Trans>
          ) : (
            <Trans>Updated {formatTime(at, 'seconds')}</Trans>
          )}
        </span>
      </p>
      <Listed accounts={list} />
    </div>
  );
}

interface BackingHeroProps {
  accounts: readonly BackingAccount[];
  /** The figures are not of now. */
  old: boolean;
}

/** The lowest cover of all accounts, whose it is, and what it means for what is sold. */
function BackingHero({ accounts, old }: BackingHeroProps) {
  const { i18n } = useLingui();
  const lowest = weakest(accounts);
  if (lowest === null) {
    return (
      <section className={hero['hero']}>
        <h2 className={hero['nothing']}>
          <Trans>Nothing is promised at the moment</Trans>
        </h2>
        <p className={hero['line']}>
          <Trans>Everything the accounts hold is available for new commitments.</Trans>
        </p>
      </section>
    );
  }
  const { product, asset, share } = lowest;
  const { name, sold, stopped } = productLabels[product];
  const isShort = compareDecimals(share, '1') < 0;
  const figure = coverText(share);
  return (
    <section className={hero['hero']}>
      <h2 className={classNames(hero['label'], css['label'])}>
        <Trans>Lowest reserve ratio</Trans>
      </h2>
      <HeroNumber number={figure} old={old} danger={isShort}>
        {figure}{' '}
        <small className={css['whose']}>
          {i18n._(name)}, {asset}
        </small>
      </HeroNumber>
      <p className={classNames(hero['line'], isShort && css['short'])} role={isShort ? 'alert' : undefined}>
        {isShort ? (
          i18n._(stopped)
        ) : isSpent(lowest) ? (
          i18n._(sold)
        ) : (
          <Trans>Every promise of every account is held in full</Trans>
        )}
      </p>
    </section>
  );
}

/** Less than a thousandth of what was promised is free: in effect nothing more can be. */
function isSpent({ held, promised }: BackingAccount): boolean {
  const { share } = coverFrom(held, promised);
  return share !== null && compareDecimals(share, '1.001') < 0;
}

/** The newest head of the records, to be kept by whoever wants to prove something with it later; nothing without one. */
function RecordHead() {
  const { t } = useLingui();
  const copy = useCopy();
  const { data } = useQuery(recordHeadQuery);
  const head = data?.list[0];
  if (head === undefined) return null;
  const { date, hash } = head;
  const day = formatDay(Date.parse(date) / dayMs);
  return (
    <Section
      band
      title={<Trans>Fingerprint of the records</Trans>}
      action={
        <IconButton icon={Copy} tone="quiet" label={t`Copy the fingerprint`} onClick={() => copy(`${date}: ${hash}`)} />
      }
    >
      <div className={css['words']}>
        <p>
          <Trans>Up to the end of {day} (UTC)</Trans>
        </p>
        <p className={css['hash']} translate="no">
          {hash}
        </p>
        <p className={css['note']}>
          <Trans>
            Keep it: it lets you prove later that the operators’ log and the evidence of P2P orders up to that day were
            not changed.
          </Trans>
        </p>
      </div>
    </Section>
  );
}
