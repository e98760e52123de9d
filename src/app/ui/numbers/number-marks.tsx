import { createContext, use, type ReactNode } from 'react';

/** How a language writes numbers: its decimal point and its separator of groups of three digits. */
export interface NumberSeparators {
  readonly point: string;
  readonly group: string;
}

const SeparatorsContext = createContext<NumberSeparators>({ point: '.', group: ',' });

/** Says how the language of the app writes numbers, for every number field below. */
export function NumberSeparatorsProvider({
  separators,
  children,
}: {
  separators: NumberSeparators;
  children: ReactNode;
}) {
  return <SeparatorsContext value={separators}>{children}</SeparatorsContext>;
}

/** The marks in force; English by default. */
export function useNumberSeparators(): NumberSeparators {
  return use(SeparatorsContext);
}
