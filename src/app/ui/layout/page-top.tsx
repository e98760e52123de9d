import { createContext, useContext, type ReactNode } from 'react';

const PageTopContext = createContext<ReactNode>(null);

/** Gives every page the content above its nav bar: the practice strip, the offline banner. */
export function PageTopProvider({ top, children }: { top: ReactNode; children: ReactNode }) {
  return <PageTopContext value={top}>{children}</PageTopContext>;
}

export function usePageTop(): ReactNode {
  return useContext(PageTopContext);
}
