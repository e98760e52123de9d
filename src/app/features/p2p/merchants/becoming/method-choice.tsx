import { useLingui } from '@lingui/react/macro';
import { paymentMethods, type PaymentMethod } from '../../../../../protocol/p2p/currencies.ts';
import { moveInGroup, radioProps } from '../../../../ui/controls/roving.ts';
import { MethodName } from '../../parts/method-name.tsx';
import css from './becoming.module.css';

interface MethodChoiceProps {
  readonly value: PaymentMethod;
  readonly onChange: (method: PaymentMethod) => void;
}

/** Which kind of account is added first. */
export function MethodChoice({ value, onChange }: MethodChoiceProps) {
  const { t } = useLingui();
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- focus roves among the choices
    <div className={css['choices']} role="radiogroup" aria-label={t`Collection method`} onKeyDown={moveInGroup}>
      {paymentMethods.map((method) => (
        <button
          key={method}
          type="button"
          {...radioProps(method === value, method === value)}
          className={css['choice']}
          onClick={() => onChange(method)}
        >
          <MethodName method={method} />
        </button>
      ))}
    </div>
  );
}
