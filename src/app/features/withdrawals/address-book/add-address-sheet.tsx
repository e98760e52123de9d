import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { codes } from '#protocol/core/codes.ts';
import { addressLabelMaxLength } from '#protocol/core/limits.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { SubmitButton } from '#app/ui/forms/SubmitButton.tsx';
import { PickerField } from '#app/ui/controls/PickerField.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { focusFirstInvalid } from '#app/ui/controls/focus-first-invalid.ts';
import { toast } from '#app/ui/overlays/toast.ts';
import { chainsQuery } from '#app/features/deposits/queries.ts';
import css from './address-book-screen.module.css';
import { AddressField } from './address-field.tsx';
import { addAddressMutation } from '../mutations.ts';
import { useKeptState } from '#app/platform/storage/form-drafts.ts';

interface AddAddressSheetProps {
  open: boolean;
  onClose: () => void;
  /** New addresses wait before money may go there. */
  wait: boolean;
}

/** Keeps an address in the book. */
export function AddAddressSheet({ open, onClose, wait }: AddAddressSheetProps) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={t`Add an address`}>
      {open && <AddAddress wait={wait} onAdded={onClose} />}
    </Sheet>
  );
}

/** Networks that pay out, each once. */
function useNetworks() {
  const { data } = useQuery(chainsQuery);
  const names = new Map(
    data?.chains.filter(({ withdrawOpen }) => withdrawOpen).map(({ chain, name }) => [chain, name]),
  );
  return [...names].map(([value, label]) => ({ value, label }));
}

type Field = 'address' | 'label';

/** Which field a refusal is about; null for the book as a whole. */
function fieldOf(error: unknown): Field | null {
  if (!(error instanceof ApiRefusal)) return null;
  if (error.code === codes.enterName) return 'label';
  const { enterAddress, addressWrong, ownAddress } = codes;
  return error.code === enterAddress || error.code === addressWrong || error.code === ownAddress ? 'address' : null;
}

/** The fields of a new address, what is wrong with each, and its sending. */
function useNewAddress(onAdded: () => void) {
  const { t } = useLingui();
  const networks = useNetworks();
  const add = useMutation(addAddressMutation(useQueryClient()));
  const message = useFailureText(add.error);
  const [chosen, setChosen] = useKeptState<string | null>('address.network', null);
  const [address, setAddress] = useKeptState('address.text', '');
  const [label, setLabel] = useKeptState('address.label', '');
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const chain = chosen ?? networks[0]?.value ?? null;
  const field = fieldOf(add.error);
  const twice = add.error instanceof ApiRefusal && add.error.code === codes.alreadyProcessed;
  const failure = twice ? t`This address is in your book already.` : message;
  const errorOf = (of: Field, missing: string | null) => {
    if (tried && missing !== null) return missing;
    return field === of ? (failure ?? undefined) : undefined;
  };
  /** A change takes the last refusal away. */
  const changing = (set: (next: string) => void) => (next: string) => {
    add.reset();
    set(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    setTried(true);
    add.reset();
    if (chain === null || address === '' || label.trim() === '') {
      focusFirstInvalid(form);
      return;
    }
    add.mutate(
      {
        entry: { chain, address, label: label.trim() },
        question: { title: t`Add ${label.trim()} to the address book` },
      },
      {
        onSuccess: (added) => {
          if (added === null) return;
          toast.show({ type: 'success', title: t`${label.trim()} added` });
          onAdded();
        },
      },
    );
  };
  return {
    form,
    network: { chain, networks, change: changing(setChosen) },
    address: {
      value: address,
      error: errorOf('address', address === '' ? t`Enter an address.` : null),
      onChange: changing(setAddress),
    },
    label: {
      value: label,
      error: errorOf('label', label.trim() === '' ? t`Enter a label.` : null),
      onChange: changing(setLabel),
    },
    failure,
    isOfField: field !== null,
    busy: add.isPending,
    submit,
  };
}

function AddAddress({ wait, onAdded }: { wait: boolean; onAdded: () => void }) {
  const { t } = useLingui();
  const { form, network, address, label, failure, isOfField, busy, submit } = useNewAddress(onAdded);
  const reachable = useReachable();
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Stack gap={4} inset>
        {network.chain !== null && (
          <PickerField label={t`Network`} value={network.chain} options={network.networks} onChange={network.change} />
        )}
        <AddressField {...address} />
        <TextField
          kind="text"
          {...label}
          label={t`Label`}
          limit={addressLabelMaxLength}
          required
          autoCapitalize="sentences"
          enterKeyHint="go"
          hint={t`A name you will recognise, such as "Cold wallet".`}
        />
        {wait && (
          <p className={css['note']}>
            <Trans>Money can go there 24 hours after you added it.</Trans>
          </p>
        )}
        {!isOfField && failure !== null && (
          <div className={css['warning']}>
            <Banner tone="danger" inset>
              {failure}
            </Banner>
          </div>
        )}
        <LiveRegion urgent>{failure}</LiveRegion>
        <SubmitButton
          busy={busy}
          busyLabel={t`Adding…`}
          disabledReason={reachable ? undefined : <Trans>No connection now.</Trans>}
        >
          <Trans>Add address</Trans>
        </SubmitButton>
      </Stack>
    </form>
  );
}
