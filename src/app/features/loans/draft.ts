import type { CollateralWallet } from '#protocol/loans/entities.ts';
import { collateralWallets } from '#protocol/loans/maths/bounds.ts';
import { observable } from '#app/platform/observable.ts';
import { session } from '#app/platform/session/session.ts';
import { readStored, removeStored, writeStored } from '#app/platform/storage/storage.ts';

const storageKey = 'dunlin.loan-draft';

/** What was entered and not sent yet. */
export interface LoanDraft {
  readonly coin: string;
  readonly wallet: CollateralWallet;
  readonly collateral: string;
  readonly amount: string;
  /** Null until a length is chosen. */
  readonly hours: number | null;
  readonly contact: string;
  /** Held while the page lives: a document number is not written to the device. */
  readonly document: string;
  readonly note: string;
}

const emptyDraft: LoanDraft = {
  coin: 'BTC',
  wallet: 'spot',
  collateral: '',
  amount: '',
  hours: null,
  contact: '',
  document: '',
  note: '',
};

function textOf(value: object, name: keyof LoanDraft): string {
  const found: unknown = Reflect.get(value, name);
  return typeof found === 'string' ? found : (emptyDraft[name]?.toString() ?? '');
}

function stored(): LoanDraft {
  try {
    const value: unknown = JSON.parse(readStored(storageKey) ?? 'null');
    if (typeof value !== 'object' || value === null) return emptyDraft;
    if (Reflect.get(value, 'account') !== session.get()?.account) return emptyDraft;
    const hours: unknown = Reflect.get(value, 'hours');
    const wallet: unknown = Reflect.get(value, 'wallet');
    return {
      coin: textOf(value, 'coin'),
      wallet: collateralWallets.find((each) => each === wallet) ?? 'spot',
      collateral: textOf(value, 'collateral'),
      amount: textOf(value, 'amount'),
      hours: typeof hours === 'number' ? hours : null,
      contact: textOf(value, 'contact'),
      document: '',
      note: textOf(value, 'note'),
    };
  } catch {
    return emptyDraft;
  }
}

/** The unsent application of the signed-in user, on this device. */
export const loanDraft = observable<LoanDraft>(stored());

export function changeLoanDraft(change: Partial<LoanDraft>): void {
  const next = { ...loanDraft.get(), ...change };
  loanDraft.set(next);
  const { document: _document, ...kept } = next;
  writeStored(storageKey, JSON.stringify({ ...kept, account: session.get()?.account ?? null }));
}

/** It was sent. */
export function clearLoanDraft(): void {
  removeStored(storageKey);
  loanDraft.set(emptyDraft);
}

session.subscribe(() => loanDraft.set(stored()));
