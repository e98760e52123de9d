import type { RobotParameters } from '#protocol/robots/entities/parameters.ts';
import type { StrategyName } from '#protocol/robots/maths/strategy.ts';
import { parameterFields, parametersOf, textsOf } from './fields.ts';

/** Between the values: it stands in none of them, and in an address it needs no escape. */
const mark = '_';

/** Parameters in one short text, as a link carries them: `61000_72000_25_arithmetic`. Further coins stand last, where there are any. */
export function sharedText(parameters: RobotParameters): string {
  const texts = textsOf(parameters);
  return parameterFields[parameters.strategy]
    .filter(({ kind, name }) => kind !== 'coins' || texts[name] !== '')
    .map(({ name }) => texts[name])
    .join(mark);
}

/** The parameters a link carries; null for what is none of its strategy, which comes from a stranger. */
export function sharedParameters(strategy: StrategyName, text: string): RobotParameters | null {
  const values = text.split(mark);
  const fields = parameterFields[strategy];
  const least = fields.filter(({ kind }) => kind !== 'coins').length;
  if (values.length < least || values.length > fields.length) return null;
  return parametersOf(strategy, Object.fromEntries(fields.map(({ name }, nth) => [name, values[nth] ?? ''])));
}

/** The page where a strategy is tried on past prices with given parameters. */
export function tryHref(pair: string, parameters: RobotParameters): string {
  const search = new URLSearchParams({ strategy: parameters.strategy, pair, shared: sharedText(parameters) });
  return `#/pages/AI_quantification/quantification_details?${search.toString()}`;
}

/** The same as an address for others. */
export function shareLink(
  pair: string,
  parameters: RobotParameters,
  here: { readonly origin: string; readonly pathname: string },
): string {
  return `${here.origin}${here.pathname}${tryHref(pair, parameters)}`;
}
