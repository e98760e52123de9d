import { useLingui } from '@lingui/react/macro';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { choiceText } from './parameters/fields.ts';

/**
 * Cycles as texts: from one decision of a robot to the next (product specification point 3).
 *
 * @returns a text of the minutes a cycle may have, the shortest first; none where a robot acts at any price
 */
export function useCycleText(): (choices: readonly number[]) => string {
  const { t, i18n } = useLingui();
  const span = (minutes: number) => choiceText({ name: 'minutes' }, `${minutes}`, i18n);
  return (choices) => {
    const [first] = choices;
    const last = choices.at(-1);
    if (first === undefined || last === undefined) return t`Continuous`;
    const [shortest, longest] = [span(first), span(last)];
    return first === last ? t`Every ${shortest}` : t`Every ${shortest} to ${longest}`;
  };
}

/** Usage counts as texts: robots that were started of a product (product specification point 3). */
export function useUsageText() {
  const { t } = useLingui();
  return {
    /** By all users, short, for a row. */
    inRow(uses: number): string {
      const count = formatNumber(`${uses}`);
      return uses === 1 ? t`1 use` : t`${count} uses`;
    },
    /** By all users, under the name of the figure. */
    ofAll(uses: number): string {
      const count = formatNumber(`${uses}`);
      return uses === 1 ? t`1 time` : t`${count} times`;
    },
    /** By the user, under the name of the figure. */
    own(uses: number): string {
      const count = formatNumber(`${uses}`);
      return uses === 1 ? t`1 time by you` : t`${count} times by you`;
    },
  };
}
