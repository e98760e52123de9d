import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Banner } from '../layout/Banner.tsx';
import { Button } from '../controls/Button.tsx';
import css from './RiskSheet.module.css';
import { Sheet } from './Sheet.tsx';

/** When it is shown, and what happens then. */
export interface RiskNoticeProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onAccept: () => void;
}

interface RiskSheetProps extends RiskNoticeProps {
  title: ReactNode;
  /** The worst that can happen, in one sentence. */
  warning: ReactNode;
  /** What else there is to know, as list items. */
  children: ReactNode;
  /** What the button says. */
  acceptLabel: ReactNode;
}

/** What can be lost, shown before it is risked for the first time. */
export function RiskSheet({ open, onClose, title, warning, children, acceptLabel, onAccept }: RiskSheetProps) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <Button kind="primary" size="l" onClick={onAccept}>
          {acceptLabel}
        </Button>
      }
    >
      <Banner inset tone="warn" icon={TriangleAlert}>
        {warning}
      </Banner>
      <ul className={css['rules']}>{children}</ul>
    </Sheet>
  );
}
