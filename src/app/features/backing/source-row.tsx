import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronRight, Landmark, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BackedProduct } from '#protocol/core/products.ts';
import { formatAmount } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { StaleTag } from '#app/ui/layout/Banner.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { IconTile } from '#app/ui/lists/ListRow.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { useCoinFacts } from '../assets/holdings.ts';
import { type Cover, coverOf } from './cover.ts';
import { productLabels } from './product-labels.ts';
import { useBacking } from './queries.ts';
import css from './source-row.module.css';

interface SourceRowProps {
  readonly product: BackedProduct;
  /** The coin that is promised or lent. */
  readonly asset: string;
  /** Says where the money comes from in place of the product's own sentence: "4.80 USDT is set aside when you buy". */
  readonly children?: ReactNode;
  /** What of the account matters: everything promised beside what is held (the default), or what is still free. */
  readonly show?: 'promised' | 'free';
  /** An icon of 20 in place of the tile: among rows of a form. */
  readonly small?: boolean;
}

/**
 * Where the money of a product comes from, and whether it is there; leads to the page that shows all of it. The
 * catalogue `backing` must be loaded.
 */
export function SourceRow({ product, asset, children, show, small = false }: SourceRowProps) {
  const { i18n } = useLingui();
  const { backing, at, isOld } = useBacking();
  const icon = product === 'loans' ? Landmark : ShieldCheck;
  const cover = backing.data === undefined ? null : coverOf(backing.data.list, product, asset);
  return (
    <a className={css['row']} href="#/pages/Whiteskin/backing">
      {small ? <Icon of={icon} className={css['small']} /> : <IconTile icon={icon} />}
      <span className={css['words']}>
        <span className={css['title']}>{children ?? i18n._(productLabels[product].source)}</span>
        <span className={css['figures']} aria-live="off">
          {cover !== null ? (
            <Figures
              product={product}
              asset={asset}
              cover={cover}
              show={show ?? (product === 'loans' ? 'free' : 'promised')}
            />
          ) : backing.isError ? (
            <Trans>Reserves did not load</Trans>
          ) : (
            <Skeleton width="168px" height="12px" />
          )}
          {isOld && at !== null && (
            <StaleTag>
              <Trans>as of {formatTime(at, 'time')}</Trans>
            </StaleTag>
          )}
        </span>
      </span>
      <Icon of={ChevronRight} className={css['chevron']} />
    </a>
  );
}

interface FiguresProps {
  readonly product: BackedProduct;
  readonly asset: string;
  readonly cover: Cover;
  readonly show: 'promised' | 'free';
}

function Figures({ product, asset, cover, show }: FiguresProps) {
  const { decimals } = useCoinFacts()(asset);
  const [held, promised, free] = [cover.held, cover.promised, cover.free].map((each) => formatAmount(each, decimals));
  if (cover.held === '0')
    return product === 'loans' ? <Trans>The account is empty</Trans> : <Trans>Nothing held</Trans>;
  if (show === 'free') {
    return (
      <span>
        <Trans>
          {free} of {held} free
        </Trans>
      </span>
    );
  }
  return (
    <span>
      <Trans>
        {promised} promised, {held} held
      </Trans>
    </span>
  );
}
