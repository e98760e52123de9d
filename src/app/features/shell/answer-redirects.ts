import type { MessageDescriptor } from '@lingui/core';
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { type AnswerAction, onAnswerAction } from '#app/platform/api/answer-actions.ts';
import { logInPath } from '#app/platform/session/public-paths.ts';
import { followOtherTabs } from '#app/platform/session/session.ts';
import { wipeDevice } from '#app/platform/storage/wipe.ts';
import { toast } from '#app/ui/overlays/toast.ts';

/** Where each kind of answer leads (spec point 2, session redirects). */
const targets: Record<Exclude<AnswerAction, 'transaction-password'>, string> = {
  expired: logInPath,
  '999': '/pages/mine/login',
  '998': '/pages/mine/real_authentication',
  '997': '/pages/mine/collect_money',
};

const expired: MessageDescriptor = msg`Your session expired. Log in again.`;

/** Acts on what answers ask of the app, and follows log-outs of other tabs. Once per page. */
export function startAnswerRedirects(router: AnyRouter, client: QueryClient): void {
  const here = () => router.state.location.href;
  const leaveFor = (path: string) => {
    // Of the history, which has moved when the next of several answers comes; the router's own state follows later.
    if (router.history.location.pathname !== path) {
      router.history.push(`${path}?${new URLSearchParams({ to: here() }).toString()}`);
    }
  };
  let ending = false;
  const endSession = async (path: string) => {
    // Several answers say so at once; the first one acts.
    if (ending) return;
    ending = true;
    leaveFor(path);
    await wipeDevice(client);
    toast.show({ type: 'warn', title: i18n._(expired) });
    ending = false;
  };
  onAnswerAction((action) => {
    if (action === 'transaction-password') void offerTransactionPassword(router);
    else if (action === 'expired' || action === '999') void endSession(targets[action]);
    else leaveFor(targets[action]);
  });
  followOtherTabs(() => {
    client.clear();
    toast.clear();
    router.history.push('/');
  });
}

async function offerTransactionPassword(router: AnyRouter): Promise<void> {
  const { confirm } = await import('#app/ui/overlays/confirm.tsx');
  const agreed = await confirm({
    title: i18n._(msg`Set a transaction password`),
    text: i18n._(msg`Moving money requires a 6-digit transaction password. Nothing was sent.`),
    confirmLabel: i18n._(msg`Set it now`),
    cancelLabel: i18n._(msg`Not now`),
  });
  if (agreed) router.history.push('/pages/mine/resetLegalPwd');
}
