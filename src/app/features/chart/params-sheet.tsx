import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import {
  areParams,
  type IndicatorName,
  indicatorNames,
  type IndicatorParams,
  isParam,
  paramLimit,
  paramsOf,
} from '#app/chart/indicators/indicator-params.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { NumberField } from '#app/ui/controls/NumberField.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { changeParams } from './chart-choice.ts';
import css from './params-sheet.module.css';

type Drafts = Readonly<Partial<Record<IndicatorName, readonly string[]>>>;

interface ParamsSheetProps {
  open: boolean;
  onClose: () => void;
  chosen: IndicatorParams | undefined;
}

/** The figures that indicators are computed with. What can be computed with applies at once and is remembered. */
export function ParamsSheet({ open, onClose, chosen }: ParamsSheetProps) {
  const { t } = useLingui();
  const [drafts, setDrafts] = useState<Drafts>({});
  const close = () => {
    onClose();
    setDrafts({});
  };
  const change = (name: IndicatorName, values: readonly string[]) => {
    setDrafts({ ...drafts, [name]: values });
    const figures = values.map(Number);
    if (areParams(name, figures)) changeParams({ ...chosen, [name]: figures });
  };
  const reset = () => {
    setDrafts({});
    changeParams({});
  };
  return (
    <Sheet
      open={open}
      onClose={close}
      title={t`Indicator parameters`}
      tall
      footer={
        <Button kind="outline" onClick={reset}>
          <Trans>Reset parameters</Trans>
        </Button>
      }
    >
      <div className={css['groups']}>
        {indicatorNames.map((name) => (
          <Figures
            key={name}
            name={name}
            values={drafts[name] ?? paramsOf(chosen, name).map(String)}
            onChange={(values) => change(name, values)}
          />
        ))}
      </div>
    </Sheet>
  );
}

interface FiguresProps {
  name: IndicatorName;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
}

function Figures({ name, values, onChange }: FiguresProps) {
  const { t } = useLingui();
  const labels = useFigureLabels(name);
  const wrong = values.findIndex((value, at) => !isParam(name, at, value === '' ? null : Number(value)));
  const inOrder = wrong >= 0 || areParams(name, values.map(Number));
  return (
    <fieldset className={css['group']}>
      <legend className={css['name']}>{name}</legend>
      {values.map((value, at) => {
        const { min, max, places } = paramLimit(name, at);
        const [least, most] = [formatNumber(String(min)), formatNumber(String(max))];
        return (
          <NumberField
            key={at}
            label={labels[at] ?? name}
            value={value}
            places={places}
            error={
              at === wrong ? t`From ${least} to ${most}` : at === 0 && !inOrder ? t`Must be less than slow` : undefined
            }
            onChange={(next) => onChange(values.with(at, next))}
          />
        );
      })}
    </fieldset>
  );
}

/** What the figures of an indicator are. */
function useFigureLabels(name: IndicatorName): readonly string[] {
  const { t } = useLingui();
  switch (name) {
    case 'BOLL':
      return [t`Period`, t`Width`];
    case 'MACD':
      return [t`Fast`, t`Slow`, t`Signal`];
    case 'KDJ':
      return [t`Period`, 'K', 'D'];
    case 'WR':
      return [t`Period`];
    default:
      return [1, 2, 3].map((number) => t`Period ${number}`);
  }
}
