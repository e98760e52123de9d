import { useLingui } from '@lingui/react/macro';
import type { StrategyName, ParameterProblem } from '#protocol/robots/maths/strategy.ts';
import { parameterFields } from '../parameters/fields.ts';

/** Says why parameters cannot start at the price of now. */
export function useProblemText(): (strategy: StrategyName, problem: ParameterProblem) => string {
  const { t, i18n } = useLingui();
  return (strategy, { field, problem }) => {
    const known = parameterFields[strategy].find(({ name }) => name === field)?.label;
    const name = known === undefined ? t({ message: 'Put in', context: 'robot' }) : i18n._(known);
    if (field === 'leverage')
      return t`Positions would be liquidated within these lines: less leverage, or closer lines.`;
    switch (problem) {
      case 'too-little-money':
        return t`This is too little for the orders of these parameters.`;
      case 'too-many':
        return t`These lines lie too close: a pair would not pay its fees.`;
      case 'wrong-order':
        return strategy === 'grid' || strategy === 'contract-grid'
          ? t`The highest line must be above the lowest.`
          : t`The fast average must be shorter than the slow one.`;
      case 'too-low':
        return t`${name}: too low for the price now.`;
      case 'too-high':
        return t`${name}: too high for the price now.`;
    }
  };
}
