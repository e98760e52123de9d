import type { Recipient } from '../mutations.ts';
import { useLingui } from '@lingui/react/macro';
import type { KeyValueItem } from '#app/ui/lists/KeyValue.tsx';

/** A recipient who was found, with the masked name and the id that the payer compares. */
export interface FoundRecipient {
  readonly to: Recipient;
  readonly name: string;
  readonly id: string;
}

/** Whether a user goes by more than their id: the exchange shows `ID 100042` of one without a nickname. */
export function hasName(name: string, id: string): boolean {
  return !name.endsWith(id);
}

/** All that a payer can compare with what the recipient gave them: name, id, and the email or phone they typed. */
export function useRecipientRows({ to, name, id }: FoundRecipient): readonly KeyValueItem[] {
  const { t } = useLingui();
  return [
    ...(hasName(name, id) ? [{ key: t`Recipient`, value: name }] : []),
    { key: t`User ID`, value: id },
    ...(to.by === 'email' ? [{ key: t`Email`, value: to.email }] : []),
    ...(to.by === 'phone' ? [{ key: t`Phone`, value: to.phone }] : []),
  ];
}
