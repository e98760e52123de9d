import { useLingui } from '@lingui/react/macro';
import { NumberField } from '#app/ui/controls/NumberField.tsx';
import css from './parameter-form.module.css';

/** Prices at which a robot ends by itself, as a form has them: empty for none. */
interface BoundTexts {
  readonly stopLoss: string;
  readonly takeProfit: string;
}

interface BoundsFieldsProps {
  readonly bounds: BoundTexts;
  readonly onChange: (bounds: BoundTexts) => void;
  readonly quote: string;
  /** Digits behind the point of a price. */
  readonly places: number;
  /** It trades a contract, so that its end closes positions and sells nothing. */
  readonly isOnContract: boolean;
}

/** The prices at which a robot ends by itself. */
export function BoundsFields({ bounds, onChange, quote, places, isOnContract }: BoundsFieldsProps) {
  const { t } = useLingui();
  const { stopLoss, takeProfit } = bounds;
  return (
    <>
      <h3 className={css['bounds']}>{t`Bounds, empty for none`}</h3>
      <NumberField
        label={t`Stop-loss (${quote})`}
        hint={
          isOnContract
            ? t`At or below this price everything is closed and the robot ends.`
            : t`At or below this price everything is sold and the robot ends.`
        }
        value={stopLoss}
        onChange={(next) => onChange({ stopLoss: next, takeProfit })}
        places={places}
      />
      <NumberField
        label={t`Take-profit (${quote})`}
        hint={
          isOnContract
            ? t`At or above this price everything is closed and the robot ends.`
            : t`At or above this price everything is sold and the robot ends.`
        }
        value={takeProfit}
        onChange={(next) => onChange({ stopLoss, takeProfit: next })}
        places={places}
      />
    </>
  );
}
