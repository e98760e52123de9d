import { Trans, useLingui } from '@lingui/react/macro';
import type { CSSProperties } from 'react';
import type { ShownLoanLevels } from '#protocol/loans/entities.ts';
import { levelPpm, levelText, ratioText } from './health.ts';
import css from './ltv-bar.module.css';

/** The scale ends at 90 %, or above where a sale begins late. */
const endPpm = 900_000;
const roomPpm = 50_000;

interface LtvBarProps {
  readonly levels: ShownLoanLevels;
  /** Loan-to-value now and after what is entered, in millionths; null while it is not known. */
  readonly now: number | null;
  readonly after?: number | null;
}

/** Loan-to-value on one bar: what is used, where warnings come, and where collateral is sold. */
export function LtvBar({ levels, now, after = null }: LtvBarProps) {
  const { t } = useLingui();
  const [initial, first, second, sale] = [levels.initial, levels.first, levels.second, levels.sale].map(levelPpm);
  const end = Math.max(endPpm, (sale ?? 0) + roomPpm);
  const at = (ppm: number | undefined) => `${((Math.min(ppm ?? 0, end) * 100) / end).toFixed(2)}%`;
  const used = after === null ? now : Math.min(after, now ?? after);
  const [nowText, afterText] = [ratioText(now), ratioText(after)];
  const label = after === null ? t`Loan-to-value ${nowText}` : t`Loan-to-value ${nowText} now, ${afterText} after`;
  const between = now !== null && after !== null && after < now;
  return (
    <figure className={css['box']} aria-label={label}>
      <div className={css['tags']} aria-hidden>
        {after !== null && (
          <span
            className={css['tag']}
            data-of="after"
            data-side={between ? 'left' : 'right'}
            style={{ '--at': at(after) } as CSSProperties}
          >
            <Trans>After {afterText}</Trans>
          </span>
        )}
        {now !== null && (
          <span
            className={css['tag']}
            data-of="now"
            data-side={after === null ? 'middle' : between ? 'right' : 'left'}
            style={{ '--at': at(now) } as CSSProperties}
          >
            <Trans>Now {nowText}</Trans>
          </span>
        )}
      </div>
      <div className={css['bar']}>
        <span
          className={css['part']}
          data-part="first"
          style={{ left: at(first), right: `calc(100% - ${at(second)})` }}
        />
        <span
          className={css['part']}
          data-part="second"
          style={{ left: at(second), right: `calc(100% - ${at(sale)})` }}
        />
        <span className={css['part']} data-part="sale" style={{ left: at(sale), right: 0 }} />
        {used !== null && <span className={css['used']} style={{ width: at(used) }} />}
        {between && (
          <span className={css['back']} style={{ left: at(after), width: `calc(${at(now)} - ${at(after)})` }} />
        )}
        {[initial, first, second, sale].map((ppm) => (
          <span key={ppm} className={css['gap']} style={{ left: at(ppm) }} />
        ))}
        {now !== null && <span className={css['marker']} style={{ left: at(now) }} />}
        {after !== null && <span className={css['marker']} data-of="after" style={{ left: at(after) }} />}
      </div>
      <div className={css['scale']} aria-hidden>
        <span style={{ left: 0 }}>0</span>
        <span style={{ left: at(initial) }}>{levelText(levels.initial)}</span>
        <span style={{ left: at(sale) }}>{levelText(levels.sale)}</span>
      </div>
    </figure>
  );
}
