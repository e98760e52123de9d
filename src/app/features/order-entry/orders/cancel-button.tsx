import { Trans, useLingui } from '@lingui/react/macro';
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { Button } from '#app/ui/controls/Button.tsx';
import { toast } from '#app/ui/overlays/toast.ts';

interface CancelButtonProps<Order> {
  readonly order: { readonly id: string; readonly status: string };
  readonly name: string;
  /** Why it cannot be cancelled is shown above the list. */
  readonly possible: boolean;
  /** Cancels an order by its id. */
  readonly mutation: UseMutationOptions<Order, Error, string>;
  /** Of the toasts of this kind of order: a newer one replaces the one before. */
  readonly toastKey: string;
  readonly wide?: boolean;
}

/** Cancels one order at once; what was filled stays. */
export function CancelButton<Order>(props: CancelButtonProps<Order>) {
  const { order, name, possible, mutation, toastKey, wide = false } = props;
  const { t } = useLingui();
  const cancel = useMutation({
    ...mutation,
    // Also shown when the stream removed the row before the answer came.
    onSuccess: () =>
      toast.show({
        type: 'success',
        title: t`Order cancelled`,
        detail: t`${name}. The frozen amount is available again.`,
        key: toastKey,
      }),
  });
  return (
    <Button
      size={wide ? 'm' : 's'}
      wide={wide}
      busy={cancel.isPending || (cancel.isSuccess && order.status === 'open')}
      disabled={!possible}
      label={t`Cancel ${name}`}
      onClick={() => cancel.mutate(order.id)}
    >
      {wide ? <Trans>Cancel order</Trans> : <Trans>Cancel</Trans>}
    </Button>
  );
}
