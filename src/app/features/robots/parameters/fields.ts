import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { RobotParameters } from '#protocol/robots/entities/parameters.ts';
import type { StrategyName } from '#protocol/robots/maths/strategy.ts';
import { type BasketCoin, coinsOf, coinsText, shareLeft } from './basket-coins.ts';
import type { SliderBounds } from './slider-scale.ts';

const slider = (least: string, most: string, step: string): SliderBounds => ({ least, most, step });

/** A parameter of a strategy as a form has it: what it is called, and what may stand in it. */
export interface ParameterField {
  readonly name: string;
  readonly label: MessageDescriptor;
  /** A price in quote, a whole number, percent or a factor with at most two places, one of a few, or the further coins of a basket. */
  readonly kind: 'price' | 'count' | 'percent' | 'factor' | 'choice' | 'coins';
  readonly least?: number;
  readonly most?: number;
  /** From where to where its slider reaches, and its step; those of a count are its bounds. */
  readonly slider?: SliderBounds;
  /** The values that can be chosen; how each reads is with `choiceLabels`. */
  readonly choices?: readonly string[];
}

const bounds: readonly ParameterField[] = [
  { name: 'lower', label: msg`Lowest line`, kind: 'price' },
  { name: 'upper', label: msg`Highest line`, kind: 'price' },
];
const spacing: ParameterField = {
  name: 'spacing',
  label: msg`Spacing`,
  kind: 'choice',
  choices: ['arithmetic', 'geometric'],
};

const minutes = (choices: readonly string[], label: MessageDescriptor): ParameterField => ({
  name: 'minutes',
  label,
  kind: 'choice',
  choices,
});

/** The parameters of each strategy, in the order of its form; the bounds are those of the protocol's schemas. */
export const parameterFields: Readonly<Record<StrategyName, readonly ParameterField[]>> = {
  grid: [...bounds, { name: 'lines', label: msg`Lines`, kind: 'count', least: 2, most: 100 }, spacing],
  averaging: [
    { name: 'takeProfit', label: msg`Take-profit above average`, kind: 'percent', slider: slider('0.1', '10', '0.1') },
    { name: 'safetyOrders', label: msg`Safety orders`, kind: 'count', least: 0, most: 20 },
    { name: 'step', label: msg`Step between purchases`, kind: 'percent', slider: slider('0.1', '10', '0.1') },
    { name: 'scale', label: msg`Each larger by`, kind: 'factor', slider: slider('1', '3', '0.05') },
  ],
  trend: [
    minutes(['1', '5', '15', '60', '240'], msg({ message: 'Candles', context: 'robot' })),
    { name: 'fast', label: msg`Fast average`, kind: 'count', least: 2, most: 100 },
    { name: 'slow', label: msg`Slow average`, kind: 'count', least: 3, most: 200 },
    { name: 'trailing', label: msg`Trailing stop`, kind: 'percent', slider: slider('0.5', '20', '0.5') },
  ],
  rebalance: [
    minutes(['5', '15', '60', '240'], msg`Looks every`),
    { name: 'share', label: msg`Share of the coin`, kind: 'count', least: 5, most: 95 },
    { name: 'drift', label: msg`May be off by`, kind: 'percent', slider: slider('0.5', '20', '0.5') },
    { name: 'others', label: msg`Further coins`, kind: 'coins' },
  ],
  'contract-grid': [
    {
      name: 'direction',
      label: msg({ message: 'Direction', context: 'robot' }),
      kind: 'choice',
      choices: ['long', 'short', 'neutral'],
    },
    { name: 'leverage', label: msg`Leverage`, kind: 'choice', choices: ['1', '2', '3', '5'] },
    ...bounds,
    { name: 'lines', label: msg`Lines`, kind: 'count', least: 3, most: 60 },
    spacing,
  ],
};

const choiceLabels: Readonly<Record<string, MessageDescriptor>> = {
  long: msg`Long`,
  short: msg`Short`,
  neutral: msg`Neutral`,
  arithmetic: msg`Equal distances`,
  geometric: msg`Equal percentages`,
  '1': msg`1 min`,
  '5': msg`5 min`,
  '15': msg`15 min`,
  '60': msg`1 h`,
  '240': msg`4 h`,
};

/** How a choice of a field reads; as it is written where it has no words. */
export function choiceText({ name }: Pick<ParameterField, 'name'>, choice: string, i18n: I18n): string {
  if (name === 'leverage') return `${choice}×`;
  const label = choiceLabels[choice];
  return label === undefined ? choice : i18n._(label);
}

/** Choices that are numbers. */
const numbers: ReadonlySet<string> = new Set(['minutes', 'leverage']);

/** Values of a form by the names of its fields, all of them texts. */
export type ParameterTexts = Readonly<Record<string, string>>;

/** The parameters as a form shows them. */
export function textsOf({ strategy, ...values }: RobotParameters): ParameterTexts {
  const given: Readonly<Record<string, unknown>> = values;
  const textOf = (value: unknown) => {
    if (Array.isArray(value)) return coinsText(value as readonly BasketCoin[]);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  return Object.fromEntries(parameterFields[strategy].map(({ name }) => [name, textOf(given[name])]));
}

const forms = {
  price: /^(?=.*[1-9])\d{1,18}(\.\d{1,18})?$/,
  count: /^\d{1,3}$/,
  percent: /^(?=.*[1-9])\d{1,3}(\.\d{1,2})?$/,
  factor: /^[1-3](\.\d{1,2})?$/,
} as const;

/** Whether what stands in a field can be sent. */
export function isAllowed({ kind, least, most, choices }: ParameterField, text: string): boolean {
  if (kind === 'choice') return choices?.includes(text) ?? false;
  if (kind === 'coins') return coinsOf(text) !== null;
  if (!forms[kind].test(text)) return false;
  return kind !== 'count' || (Number(text) >= (least ?? 0) && Number(text) <= (most ?? Number.MAX_SAFE_INTEGER));
}

/** What a form says as the exchange wants it; null while a field cannot be sent. */
export function parametersOf(strategy: StrategyName, texts: ParameterTexts): RobotParameters | null {
  const fields = parameterFields[strategy];
  if (!fields.every((field) => isAllowed(field, texts[field.name] ?? ''))) return null;
  const values = fields.map(({ name, kind }) => {
    const text = texts[name] ?? '';
    if (kind === 'coins') return [name, coinsOf(text) ?? []];
    return [name, kind === 'count' || numbers.has(name) ? Number(text) : text];
  });
  const parameters = { strategy, ...Object.fromEntries(values) } as RobotParameters;
  return shareLeft(parameters) < 0 ? null : parameters;
}
