import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { LucideIcon } from 'lucide-react';
import { ArrowLeftRight, HandCoins, LockKeyhole, LockKeyholeOpen, Percent } from 'lucide-react';
import type { EntryKind } from '../../../contract/entities/wallet.ts';

/** What each kind of ledger entry is called, and its picture. */
export const kindFaces: Readonly<Record<EntryKind, { readonly name: MessageDescriptor; readonly icon: LucideIcon }>> = {
  practice: { name: msg`Practice coins`, icon: HandCoins },
  'order-freeze': { name: msg`Frozen for an order`, icon: LockKeyhole },
  'order-release': { name: msg`Released from an order`, icon: LockKeyholeOpen },
  trade: { name: msg`Trade`, icon: ArrowLeftRight },
  fee: { name: msg`Fee`, icon: Percent },
};

/** All kinds, in the order filters show them. */
export const entryKinds = Object.keys(kindFaces) as readonly EntryKind[];
