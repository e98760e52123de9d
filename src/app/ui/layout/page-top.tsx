import { createContext, useContext, type ReactNode } from 'react';

const PageTopContext = createContext<ReactNode>(null);
const PageMarkContext = createContext<ReactNode>(null);

interface PageTopProps {
  top: ReactNode;
  /** A word beside the title of every page, such as that this is practice. */
  mark: ReactNode;
  children: ReactNode;
}

/** Gives every page the content above its nav bar: the practice strip, the offline banner. */
export function PageTopProvider({ top, mark, children }: PageTopProps) {
  return (
    <PageTopContext value={top}>
      <PageMarkContext value={mark}>{children}</PageMarkContext>
    </PageTopContext>
  );
}

export function usePageTop(): ReactNode {
  return useContext(PageTopContext);
}

export function usePageMark(): ReactNode {
  return useContext(PageMarkContext);
}
