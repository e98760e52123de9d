import type { ReactNode } from 'react';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { FailureBanner } from '#app/ui/layout/FailureBanner.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { downloadFile } from './records-export.ts';
import css from './records-screen.module.css';

interface FileOfferProps {
  /** What the file will hold. */
  readonly children: ReactNode;
  /** Why the last attempt made none. */
  readonly failure: string | null;
  /** What the button says, and why it cannot be used without a connection. */
  readonly label: string;
  readonly offline: string;
  readonly onStart: () => void;
}

/** The first step of an export: what the file will hold, and the button that has it made. */
export function FileOffer({ children, failure, label, offline, onStart }: FileOfferProps) {
  const reachable = useReachable();
  return (
    <Stack gap={4} inset>
      <p className={css['note']}>{children}</p>
      <FailureBanner text={failure} />
      <Button kind="primary" size="l" disabledReason={reachable ? undefined : offline} onClick={onStart}>
        {label}
      </Button>
    </Stack>
  );
}

interface FileReadyProps {
  /** What the file holds. */
  readonly children: ReactNode;
  readonly label: string;
  readonly file: File;
}

/** The last step of an export: what the file holds, and the button that hands it over. */
export function FileReady({ children, label, file }: FileReadyProps) {
  return (
    <Stack gap={4} inset>
      <p className={css['note']} aria-live="polite">
        {children}
      </p>
      <Button kind="primary" size="l" onClick={() => void downloadFile(file)}>
        {label}
      </Button>
    </Stack>
  );
}
