import { createContext, use, type ReactNode } from 'react';

/** How a language writes numbers: its decimal point and what stands between groups of three digits. */
export interface NumberMarks {
  readonly point: string;
  readonly group: string;
}

const MarksContext = createContext<NumberMarks>({ point: '.', group: ',' });

/** Says how the language of the app writes numbers, for every number field below. */
export function NumberMarksProvider({ marks, children }: { marks: NumberMarks; children: ReactNode }) {
  return <MarksContext value={marks}>{children}</MarksContext>;
}

/** The marks in force; English ones where nobody said. */
export function useNumberMarks(): NumberMarks {
  return use(MarksContext);
}
