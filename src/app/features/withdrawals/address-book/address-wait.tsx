import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useReachable } from '../../../platform/offline/reachability.ts';
import { Switch } from '../../../ui/controls/CheckBox.tsx';
import { confirm } from '../../../ui/overlays/confirm.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import css from './address-book-screen.module.css';
import { addressWaitMutation } from '../mutations.ts';

/** The switch of the wait: who takes the phone for a moment can then add no address and empty the account. */
export function AddressWait({ on, hasPassword }: { on: boolean; hasPassword: boolean }) {
  const { t } = useLingui();
  const reachable = useReachable();
  const change = useMutation(addressWaitMutation(useQueryClient()));
  const question = { title: t`Switch off the 24-hour wait` };
  const onChange = async (next: boolean) => {
    if (!next) {
      const agreed = await confirm({
        title: t`Switch off the wait?`,
        text: t`New addresses can then be used immediately. Switching it off puts all withdrawals on hold for 24 hours.`,
        confirmLabel: t`Switch it off`,
        kind: 'danger',
      });
      if (!agreed) return;
    }
    change.mutate(
      { on: next, question },
      {
        onSuccess: (answer) => {
          if (answer !== null) {
            toast.show({ type: 'success', title: next ? t`New addresses wait 24 hours` : t`The wait is off` });
          }
        },
      },
    );
  };
  return (
    <div className={css['wait']}>
      <div className={css['words']}>
        <p className={css['title']}>
          <Trans>24-hour wait for new addresses</Trans>
        </p>
        <p className={css['note']}>
          {on ? (
            <Trans>Money can only go to addresses in this book, 24 hours after they were added.</Trans>
          ) : (
            <Trans>When on, money can only go to addresses in this book, 24 hours after they were added.</Trans>
          )}
        </p>
      </div>
      <Switch
        label={t`24-hour wait for new addresses`}
        checked={on}
        busy={change.isPending}
        disabled={!reachable || (on && !hasPassword)}
        onChange={(next) => void onChange(next)}
      />
    </div>
  );
}
