import type { LucideIcon } from 'lucide-react';
import { CircleAlert, Inbox } from 'lucide-react';
import { useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { Icon } from '../icons.tsx';
import { LiveRegion } from './VisuallyHidden.tsx';
import css from './EmptyState.module.css';

interface EmptyStateProps {
  icon?: LucideIcon;
  title: ReactNode;
  /** One line: what will stand here. */
  text?: ReactNode;
  /** One `Button`, not wide. */
  action?: ReactNode;
}

/** Nothing here yet: a tile, one title, one line, one action. */
export function EmptyState({ icon = Inbox, title, text, action }: EmptyStateProps) {
  return (
    <div className={css['empty']}>
      <span className={css['tile']}>
        <Icon of={icon} size="bar" />
      </span>
      <p className={css['title']}>{title}</p>
      {text !== undefined && <p className={css['text']}>{text}</p>}
      {action !== undefined && <div className={css['action']}>{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  /** What happened: "Orders did not load". */
  title: ReactNode;
  /** What is safe, and what to do. */
  text?: ReactNode;
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
  /** What "Copy details" puts on the clipboard: a code, a request id. No secrets. */
  details?: string | undefined;
}

/** Something did not load: what happened, what is safe, what to do. */
export function ErrorState({ title, text, onRetry, retrying = false, details }: ErrorStateProps) {
  const { t } = useLingui();
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(details ?? '');
      setCopied('yes');
    } catch {
      // The browser forbids it, or has no clipboard on an origin that is not secure: the text is shown instead.
      setCopied('failed');
    }
  };
  return (
    <div className={css['error']}>
      <div className={css['what']} role="alert">
        <Icon of={CircleAlert} size="bar" className={css['bad']} />
        <div>
          <p className={css['errorTitle']}>{title}</p>
          {text !== undefined && <p className={css['errorText']}>{text}</p>}
        </div>
      </div>
      {copied === 'failed' && <p className={css['details']}>{details}</p>}
      <LiveRegion>{copied === 'yes' ? t`Copied` : null}</LiveRegion>
      {(details !== undefined || onRetry) && (
        <div className={css['buttons']}>
          {details !== undefined && (
            <Button kind="outline" onClick={() => void copy()}>
              {copied === 'yes' ? t`Copied` : t`Copy details`}
            </Button>
          )}
          {onRetry && (
            <Button busy={retrying} onClick={onRetry}>
              {t`Try again`}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
