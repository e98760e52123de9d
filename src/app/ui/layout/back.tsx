import { createContext, useContext, type ReactNode } from 'react';

const BackContext = createContext<() => void>(() => globalThis.history.back());

/** Says how "back" goes in this app, such as home when there is no history. The browser's own back otherwise. */
export function BackProvider({ onBack, children }: { onBack: () => void; children: ReactNode }) {
  return <BackContext value={onBack}>{children}</BackContext>;
}

export function useBack(): () => void {
  return useContext(BackContext);
}
