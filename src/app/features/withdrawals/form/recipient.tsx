import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { ChainOfCoin } from '#protocol/chains/entities.ts';
import { AddressField } from '../address-book/address-field.tsx';
import { BookSheet } from '../address-book/book-sheet.tsx';
import type { WithdrawalEntry } from './state.ts';
import { bookedAs, type WithdrawalField, type WithdrawTerms } from './check.ts';

interface AddressPartProps {
  terms: WithdrawTerms;
  chain: ChainOfCoin;
  now: number;
  entry: WithdrawalEntry;
  error: string | undefined;
  onChange: (field: WithdrawalField, value: string) => void;
}

export function AddressPart({ terms, chain, now, entry, error, onChange }: AddressPartProps) {
  const [picking, setPicking] = useState(false);
  const booked = bookedAs(terms.addresses, chain.chain, entry.draft.address);
  return (
    <>
      <AddressField
        value={entry.draft.address}
        error={error}
        {...(booked === null ? {} : { hint: <Trans>In your address book: {booked.label}</Trans> })}
        onChange={(address) => onChange('address', address)}
        onBlur={() => entry.leave('address')}
        onBook={() => setPicking(true)}
      />
      <BookSheet
        open={picking}
        onClose={() => setPicking(false)}
        addresses={terms.addresses.filter((each) => each.chain === chain.chain)}
        network={chain.name}
        now={now}
        onPick={(address) => {
          setPicking(false);
          onChange('address', address);
          entry.leave('address');
        }}
      />
    </>
  );
}
