import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { LaunchpadProject } from '#protocol/launchpad/entities/projects.ts';
import type { Decimal } from '#protocol/core/decimal.ts';
import { formatAmount, formatNumber } from '#app/platform/format/number-format.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import css from './launchpad.module.css';
import { percentOf, previewOf } from './shares.ts';

interface PreviewCardProps {
  readonly project: LaunchpadProject;
  /** What the user has committed, and what the field would add. */
  readonly before: Decimal;
  readonly added: Decimal;
}

/** What everybody and the user would get if a pro-rata project closed now: two bars with the same cut. */
export function PreviewCard({ project, before, added }: PreviewCardProps) {
  const { quote, coin } = project;
  const preview = previewOf(project, before, added);
  const share = fromUnits(BigInt(preview.sharePpm), 4);
  const isEnough = preview.returned === '0';
  const others = project.people - (before === '0' ? 0 : 1);
  const cut = percentOf(preview.spent, preview.committed);
  const money = (amount: Decimal) => formatAmount(amount);
  return (
    <section className={css['card']} aria-label={coin}>
      <div className={css['line']}>
        <h2 className={css['cardTitle']}>
          <Trans>If it closed now</Trans>
        </h2>
        <span className={css['quiet']}>
          {isEnough ? (
            <Trans>everyone gets all</Trans>
          ) : (
            <Trans>
              everyone gets <b>{formatNumber(share, { decimals: 1 })}%</b>
            </Trans>
          )}
        </span>
      </div>
      <div className={css['bars']}>
        <div className={css['line']}>
          <span className={css['quiet']}>
            <Plural value={others} one="# person and you" other="# people and you" />
          </span>
          <b>
            {money(preview.committed)} {quote}
          </b>
        </div>
        <Bar
          cut={cut}
          left={<Trans>{money(preview.spent)} sold</Trans>}
          right={isEnough ? null : <Trans>{money(preview.returned)} will be refunded</Trans>}
        />
        <div className={css['line']}>
          <span className={css['quiet']}>
            <Trans>You</Trans>
          </span>
          <b>
            {money(preview.own)} {quote}
          </b>
        </div>
        <Bar
          cut={preview.own === '0' ? 0 : cut}
          rest={preview.own === '0' ? 'free' : 'back'}
          left={preview.own === '0' ? null : <Trans>{money(preview.ownSpent)} spent</Trans>}
          right={preview.ownReturned === '0' ? null : <Trans>{money(preview.ownReturned)} will be refunded</Trans>}
        />
      </div>
      <div className={css['line']}>
        <span className={css['quiet']}>
          <Trans>You would get</Trans>
        </span>
        <b className={css['gets']}>
          {formatNumber(preview.coins)} {coin}
        </b>
      </div>
    </section>
  );
}

interface BarProps {
  /** The solid part, in percent. */
  readonly cut: number;
  readonly left: ReactNode;
  readonly right: ReactNode;
  /** What the other part is: money that comes back, or free. */
  readonly rest?: 'back' | 'free';
}

/** From this part of a bar on, in percent, the words of its two sides fit into it. */
const leastInside = 42;

/** A bar of 28: solid is spent, hatched comes back. Where a part is too short for its words, both stand below. */
function Bar({ cut, left, right, rest = 'back' }: BarProps) {
  const isInside = (left === null || cut >= leastInside) && (right === null || 100 - cut >= leastInside);
  const words = (
    <>
      <span className={css['inLeft']}>{left}</span>
      <span className={css['inRight']}>{right}</span>
    </>
  );
  return (
    <>
      <div className={css['bar']} data-rest={rest}>
        <div
          className={css['spent']}
          data-uncut={cut <= 0 || cut >= 100 || undefined}
          style={{ inlineSize: `${cut}%` }}
        />
        {isInside && words}
      </div>
      {!isInside && <div className={css['below']}>{words}</div>}
    </>
  );
}

/** How much of a first-come project is sold. */
export function StockCard({ project }: { project: LaunchpadProject }) {
  const { coin, sold, remaining, issuance } = project;
  return (
    <section className={css['card']} aria-label={coin}>
      <div className={css['line']}>
        <h2 className={css['cardTitle']}>
          <Trans>Left</Trans>
        </h2>
        <b className={css['gets']}>
          {formatNumber(remaining)} {coin}
        </b>
      </div>
      <div className={css['bars']}>
        <Bar cut={percentOf(sold, issuance)} left={<Trans>{formatNumber(sold)} sold</Trans>} right={null} rest="free" />
      </div>
    </section>
  );
}
