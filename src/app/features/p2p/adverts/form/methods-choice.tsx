import { Trans, useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import type { CollectionMethod } from '#protocol/p2p/entities/collection-methods.ts';
import { paymentMethods } from '#protocol/p2p/currencies.ts';
import { Icon } from '#app/ui/icons.tsx';
import { TextLink } from '#app/ui/layout/Section.tsx';
import { methodNames } from '#app/features/p2p/parts/p2p-labels.ts';
import { MethodName } from '#app/features/p2p/parts/method-name.tsx';
import type { AdvertForm } from './form-state.ts';
import css from './advertise.module.css';

interface MethodsChoiceProps {
  readonly form: AdvertForm;
  readonly own: readonly CollectionMethod[];
  readonly change: (change: Partial<AdvertForm>) => void;
  readonly error: string | undefined;
}

/** How buyers pay: a seller chooses among own accounts, a buyer among kinds of payment. */
export function MethodsChoice({ form, own, change, error }: MethodsChoiceProps) {
  const { t, i18n } = useLingui();
  const { side, methods, currency } = form;
  const choices =
    side === 'sell'
      ? own.map(({ id, method, account }) => ({ id, method, detail: account }))
      : paymentMethods.map((method) => ({ id: method, method, detail: null }));
  const toggle = (id: string) =>
    change({ methods: methods.includes(id) ? methods.filter((each) => each !== id) : [...methods, id] });
  const [count, all] = [methods.length, choices.length];
  return (
    <fieldset className={css['group']} aria-invalid={error === undefined ? undefined : true} tabIndex={-1}>
      <legend className={css['legend']}>
        <span>{side === 'sell' ? t`Buyers pay to your` : t`You pay by`}</span>
        <span>
          <Trans>
            {count} of {all}
          </Trans>
        </span>
      </legend>
      {all === 0 && (
        <p className={css['note']}>
          <Trans>None of your accounts can receive {currency}.</Trans>
        </p>
      )}
      <div className={css['methods']}>
        {choices.map(({ id, method, detail }) => (
          <button
            key={id}
            type="button"
            className={css['method']}
            aria-pressed={methods.includes(id)}
            aria-label={detail === null ? i18n._(methodNames[method]) : `${i18n._(methodNames[method])} ${detail}`}
            onClick={() => toggle(id)}
          >
            {methods.includes(id) && <Icon of={Check} size="inline" />}
            <span>
              <MethodName method={method} />
              {detail !== null && <small>{detail}</small>}
            </span>
          </button>
        ))}
      </div>
      {side === 'sell' && (
        <TextLink href="#/pages/business/payWay">
          <Trans>Manage collection methods</Trans>
        </TextLink>
      )}
      {error !== undefined && <p className={css['error']}>{error}</p>}
    </fieldset>
  );
}
