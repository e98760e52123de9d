import { useLingui } from '@lingui/react/macro';
import type { RobotParameters } from '../../../../protocol/entities/quant/robot-parameters.ts';
import { formatNumber } from '../../../platform/format/number-format.ts';
import type { KeyValueItem } from '../../../ui/lists/KeyValue.tsx';
import { choiceText, parameterFields, textsOf } from './fields.ts';

/** Writes the parameters of a robot as facts, name and value. */
export function useParameterFacts(): (parameters: RobotParameters, quote: string) => readonly KeyValueItem[] {
  const { i18n } = useLingui();
  return (parameters, quote) => {
    const texts = textsOf(parameters);
    return parameterFields[parameters.strategy].map((field) => {
      const { name, label, kind } = field;
      const text = texts[name] ?? '';
      const written = {
        price: () => `${formatNumber(text)} ${quote}`,
        count: () => (name === 'share' ? `${text}%` : text),
        percent: () => `${formatNumber(text)}%`,
        factor: () => `${formatNumber(text)}×`,
        choice: () => choiceText(field, text, i18n),
      }[kind]();
      return { id: name, key: i18n._(label), value: written };
    });
  };
}
