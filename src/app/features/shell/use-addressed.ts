import { useState } from 'react';
import { onceLayersAreGone } from '#app/ui/overlays/useBackToClose.ts';

/**
 * What the address of a screen opens over it, as `?id=` does: opened when the screen comes, and again when a link names
 * another one. Once it is closed the address must name nothing any more, so that going back or loading again leaves it
 * closed.
 *
 * @param id as the address has it
 * @param open opens it; called while drawing
 * @param forget replaces the address by that of the screen alone
 * @returns called when it was closed
 */
export function useAddressed(id: string | undefined, open: (id: string) => void, forget: () => unknown): () => void {
  const [known, setKnown] = useState<string>();
  if (id !== known) {
    setKnown(id);
    if (id !== undefined) open(id);
  }
  return () => {
    if (id !== undefined) onceLayersAreGone(() => void forget());
  };
}
