import { Trans } from '@lingui/react/macro';
import {
  optionFeePerMille,
  optionLockMs,
  optionStakeMaximum,
  optionStakeMinimum,
  optionTickToleranceMs,
} from '#protocol/core/limits.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import css from './rules-sheet.module.css';

/** The rules of a round, in the order in which they matter. */
export function RulesSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const fee = `${optionFeePerMille / 10}%`;
  const lock = optionLockMs / 1_000;
  const late = optionTickToleranceMs / 1_000;
  const least = formatNumber(optionStakeMinimum);
  const most = formatNumber(optionStakeMaximum);
  return (
    <Sheet open={open} onClose={onClose} title={<Trans>How it works</Trans>}>
      <ul className={css['rules']}>
        <li>
          <Trans>
            You stake {least} to {most} USDT from the options wallet on up, down or flat, once per round.
          </Trans>
        </li>
        <li>
          <Trans>Entries lock {lock} s before the strike, by the clock of the exchange.</Trans>
        </li>
        <li>
          <Trans>
            Strike and close are the first index ticks at or after times known before the first entry. The coin’s index
            is the median of several price sources.
          </Trans>
        </li>
        <li>
          <Trans>
            A correct prediction returns your stake plus a share of the losing stakes, in proportion to your stake, less{' '}
            {fee} of those winnings. A wrong prediction loses your stake.
          </Trans>
        </li>
        <li>
          <Trans>
            The return shown on each button is calculated from the current pools. It changes with each entry until the
            lock.
          </Trans>
        </li>
        <li>
          <Trans>
            If there is no winner or no loser, or a deciding tick is more than {late} s late, every stake is refunded.
          </Trans>
        </li>
        <li>
          <Trans>Each round has a page with its ticks, and your browser recomputes the result there.</Trans>
        </li>
      </ul>
    </Sheet>
  );
}
