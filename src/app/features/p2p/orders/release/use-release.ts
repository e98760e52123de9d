import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { P2pOrder } from '#protocol/p2p/entities/trade.ts';
import { codes } from '#protocol/core/codes.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { haptic } from '#app/platform/device/haptics.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { useSubmit } from '#app/features/outcomes/use-submit.ts';
import { releaseMutation } from '../mutations.ts';
import { moneyOf } from '../order-texts.ts';
import { emptyRelease, missingOf, type ReleaseCheck } from './release-check.ts';

const calls = ['POST otcFinish'] as const;

/** The form of a release: three checks, six digits, and its sending. */
export function useRelease(order: P2pOrder) {
  const { t } = useLingui();
  const [form, setForm] = useState(emptyRelease);
  const submit = useSubmit(calls, releaseMutation(useQueryClient()), ({ asked }) => asked['id'] === order.id);
  const failure = useFailureText(submit.error);
  const isWrongPassword = submit.error instanceof ApiRefusal && submit.error.code === codes.transactionPasswordWrong;
  const { coins } = moneyOf(order);
  return {
    form,
    missing: missingOf(form),
    busy: submit.busy,
    held: submit.held,
    /** Shown at the cells, while they are empty again. */
    wrongPassword: isWrongPassword && form.password === '' ? failure : null,
    failure: isWrongPassword ? null : failure,
    check: (of: ReleaseCheck, is: boolean) =>
      setForm((before) => ({ ...before, checked: { ...before.checked, [of]: is } })),
    type: (password: string) => setForm((before) => ({ ...before, password })),
    send: () => {
      if (missingOf(form) !== null) return;
      submit.send(
        { id: order.id, password: form.password, question: { title: t`Release ${coins}` } },
        {
          onError: () => {
            haptic('refused');
            setForm((before) => ({ ...before, password: '' }));
          },
        },
      );
    },
  };
}

export type Release = ReturnType<typeof useRelease>;
