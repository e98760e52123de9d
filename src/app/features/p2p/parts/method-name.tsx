import { useLingui } from '@lingui/react/macro';
import type { PaymentMethod } from '#protocol/p2p/currencies.ts';
import { methodNames } from './p2p-labels.ts';
import css from './method-name.module.css';

/** A payment method: a word with a coloured mark; brands' logos are not used. */
export function MethodName({ method }: { method: PaymentMethod }) {
  const { i18n } = useLingui();
  return (
    <span className={css['method']} data-method={method}>
      {i18n._(methodNames[method])}
    </span>
  );
}

/** All the methods of an advert, on as many lines as they need. */
export function MethodNames({ methods }: { methods: readonly PaymentMethod[] }) {
  const { t } = useLingui();
  return (
    <ul className={css['methods']} aria-label={t`Payment methods`}>
      {methods.map((method) => (
        <li key={method}>
          <MethodName method={method} />
        </li>
      ))}
    </ul>
  );
}
