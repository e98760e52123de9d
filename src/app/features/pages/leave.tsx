import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { loadCatalog } from '#app/platform/language/language.ts';
import { confirm } from '#app/ui/overlays/confirm.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { judgeHere } from './judge-here.ts';
import { faultText } from './fault-labels.ts';
import css from './leave.module.css';

/**
 * Opens an address outside of the app: asks first, naming the host it truly leads to. What may never be opened is
 * refused with its reason. The page that opens learns neither where the user came from nor anything about them.
 *
 * @param text the address as it was written, for instance in a message of another user
 * @returns whether it was opened
 */
export async function leave(text: string): Promise<boolean> {
  await loadCatalog('pages').catch(() => undefined);
  const judged = judgeHere(text);
  if (!judged.opens) {
    toast.show({ type: 'warn', title: t`This link is not opened`, detail: i18n._(faultText(judged.fault)) });
    return false;
  }
  const { url, host } = judged.address;
  const sure = await confirm({
    title: t`Leave Dunlin?`,
    text: <LeaveText host={host} url={url} />,
    confirmLabel: t`Open outside`,
    cancelLabel: t`Stay`,
  });
  if (sure) openOutside(url);
  return sure;
}

/** Opens a judged address in the browser; it gets no opener and no referrer. */
function openOutside(url: string): void {
  window.open(url, '_blank', 'noopener,noreferrer');
}

/** Where a link leads, its host first and in full, and what that means. */
function LeaveText({ host, url }: { host: string; url: string }) {
  return (
    <span className={css['text']}>
      <span className={css['host']} dir="ltr">
        {host}
      </span>
      <span className={css['address']} dir="ltr">
        {url}
      </span>
      <span>
        <Trans>
          This page is not part of Dunlin. Dunlin never asks for a password, a code or coins there, and cannot undo what
          you do.
        </Trans>
      </span>
    </span>
  );
}
