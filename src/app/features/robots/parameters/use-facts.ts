import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { RobotParameters } from '#protocol/robots/entities/parameters.ts';
import { pairOf, pairsQuery } from '#app/features/pairs/queries.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import type { KeyValueItem } from '#app/ui/lists/KeyValue.tsx';
import { coinsOf } from './basket-coins.ts';
import { choiceText, parameterFields, textsOf } from './fields.ts';

/** Writes the parameters of a robot as facts, name and value. */
export function useParameterFacts(): (parameters: RobotParameters, quote: string) => readonly KeyValueItem[] {
  const { i18n } = useLingui();
  const pairs = useQuery(pairsQuery).data;
  const baseOf = (pair: string) => (pairs === undefined ? null : pairOf(pairs, pair))?.base ?? pair;
  return (parameters, quote) => {
    const texts = textsOf(parameters);
    const shown = parameterFields[parameters.strategy].filter(
      ({ kind, name }) => kind !== 'coins' || texts[name] !== '',
    );
    return shown.map((field) => {
      const { name, label, kind } = field;
      const text = texts[name] ?? '';
      const written = {
        price: () => `${formatNumber(text)} ${quote}`,
        count: () => (name === 'share' ? `${text}%` : text),
        percent: () => `${formatNumber(text)}%`,
        factor: () => `${formatNumber(text)}×`,
        choice: () => choiceText(field, text, i18n),
        coins: () => (coinsOf(text) ?? []).map(({ pair, share }) => `${baseOf(pair)} ${share}%`).join(', '),
      }[kind]();
      return { id: name, key: i18n._(label), value: written };
    });
  };
}
