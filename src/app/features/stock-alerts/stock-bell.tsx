import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Bell, BellRing } from 'lucide-react';
import type { StockAlert } from '#protocol/stock-alerts/entities.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { alertMutation, useIsAwaited } from './queries.ts';

export interface StockBellProps extends Pick<StockAlert, 'product' | 'item'> {
  /** What the product is called, for the words around it. */
  readonly name: string;
}

/** Asks for a notice when a product that is sold out can be bought again, or takes that back. Nothing for visitors. */
export function StockBell({ product, item, name }: StockBellProps) {
  const { t } = useLingui();
  const isOn = useIsAwaited({ product, item });
  const isReachable = useReachable();
  const { mutate, isPending } = useMutation(alertMutation(useQueryClient()));
  if (isOn === undefined) return null;
  const ask = () =>
    mutate(
      { product, item, on: !isOn },
      {
        onSuccess: () =>
          toast.show({
            type: 'success',
            title: isOn ? t`You won’t be notified about ${name}` : t`We’ll notify you when ${name} is back`,
          }),
      },
    );
  return (
    <IconButton
      icon={isOn ? BellRing : Bell}
      label={t`Notify me when ${name} is back`}
      pressed={isOn}
      tone={isOn ? 'accent' : 'quiet'}
      disabled={isPending || !isReachable}
      onClick={ask}
    />
  );
}
