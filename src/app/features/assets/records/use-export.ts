import { useEffect, useRef, useState } from 'react';

/** A file that was made of what was fetched. */
interface ExportedFile {
  readonly file: File;
  /** Its lines, without the heading. */
  readonly rows: number;
  /** There is more than a file takes. */
  readonly truncated: boolean;
}

type ExportStep =
  | { readonly is: 'ready' }
  | { readonly is: 'fetching'; readonly rows: number }
  | ({ readonly is: 'done' } & ExportedFile)
  | { readonly is: 'failed'; readonly error: unknown };

/**
 * Makes a file on this device, when it is started. Leaving the screen ends it.
 *
 * @param make fetches what belongs into the file and makes it; reports how many rows it has fetched so far
 */
export function useExport(make: (signal: AbortSignal, onProgress: (rows: number) => void) => Promise<ExportedFile>) {
  const [step, setStep] = useState<ExportStep>({ is: 'ready' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async () => {
    const ending = new AbortController();
    running.current = ending;
    setStep({ is: 'fetching', rows: 0 });
    try {
      const made = await make(ending.signal, (rows) => setStep({ is: 'fetching', rows }));
      setStep({ is: 'done', ...made });
    } catch (error) {
      if (!ending.signal.aborted) setStep({ is: 'failed', error });
    }
  };
  const cancel = () => {
    running.current?.abort();
    setStep({ is: 'ready' });
  };
  return { step, start, cancel };
}
