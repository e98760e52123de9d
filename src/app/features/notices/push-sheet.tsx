import { Trans, useLingui } from '@lingui/react/macro';
import {
  mutationOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Notice } from '#protocol/content/entities.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Switch } from '#app/ui/controls/CheckBox.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import {
  isBlocked,
  type PushChoice,
  type PushInput,
  PushNotAllowed,
  readPushChoice,
  setPushChoice,
  takesMessages,
} from './push.ts';
import css from './push-sheet.module.css';
import { NotLoaded } from '../loading/not-loaded.tsx';

/** What is switched on for this device. It is asked for each time: the exchange may have lost the device meanwhile. */
const pushChoiceQuery = queryOptions<PushChoice>({
  queryKey: ['push-choice'],
  queryFn: readPushChoice,
  staleTime: 0,
  gcTime: 0,
});

/** Switches kinds of messages on or off. */
function pushChoiceMutation(client: QueryClient, key: string) {
  return mutationOptions({
    mutationFn: (input: PushInput) => setPushChoice(key, input),
    onSuccess: (choice) => client.setQueryData(pushChoiceQuery.queryKey, choice),
  });
}

/** Which notices reach this device while the app is closed. All of it is off before the user switches it on. */
export function PushSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Sheet open={open} onClose={onClose} title={<Trans>Push notifications on this phone</Trans>}>
      {takesMessages() ? (
        open && <Choice />
      ) : (
        <p className={css['text']}>
          {isSecureContext ? (
            <Trans>
              This browser does not support push notifications. On an iPhone, add Dunlin to the home screen and open it
              there.
            </Trans>
          ) : (
            <Trans>Push notifications need HTTPS. This connection is not encrypted.</Trans>
          )}
        </p>
      )}
    </Sheet>
  );
}

function Choice() {
  const choice = useQuery(pushChoiceQuery);
  if (choice.data !== undefined) return <Switches choice={choice.data} />;
  return <NotLoaded query={choice} title={<Trans>The settings did not load</Trans>} rows={4} />;
}

function Switches({ choice }: { choice: PushChoice }) {
  const { t } = useLingui();
  const reachable = useReachable();
  const [blocked, setBlocked] = useState(isBlocked);
  const change = useMutation(pushChoiceMutation(useQueryClient(), choice.key ?? ''));
  const set = (input: PushInput) =>
    change.mutate(input, {
      onError: (error) => {
        const isNowBlocked = isBlocked();
        setBlocked(isNowBlocked);
        // The banner says what to do about a browser that blocks notifications.
        if (isNowBlocked) return;
        const title =
          error instanceof PushNotAllowed
            ? t`The browser blocked notifications`
            : t`Push notifications were not changed`;
        toast.show({ type: 'error', title });
      },
    });
  const shown: PushInput = change.isPending ? change.variables : choice;
  const row = (kind: Notice['kind'], label: string, note: ReactNode) => (
    <SwitchRow
      label={label}
      note={note}
      checked={shown.kinds.includes(kind)}
      busy={change.isPending}
      disabled={!reachable || blocked}
      onChange={(on) =>
        set({
          kinds: on ? [...choice.kinds, kind] : choice.kinds.filter((one) => one !== kind),
          amounts: choice.amounts,
        })
      }
    />
  );
  return (
    <div className={css['rows']}>
      <p className={css['text']}>
        <Trans>They arrive even while Dunlin is closed. Nothing is sent until you switch this on.</Trans>
      </p>
      {blocked && (
        <Banner tone="warn">
          <Trans>Notifications are blocked for Dunlin. Allow them in the settings of the browser.</Trans>
        </Banner>
      )}
      {!reachable && (
        <Banner tone="warn">
          <Trans>No connection. You can change this when you are back online.</Trans>
        </Banner>
      )}
      {row('account', t`Account`, <Trans>Logins, passwords, deposits and withdrawals</Trans>)}
      {row(
        'trading',
        t`Trading`,
        <Trans>Filled orders, stop-loss and take-profit, liquidations, margin warnings, option results</Trans>,
      )}
      {row('system', t`System`, <Trans>Maintenance and updates</Trans>)}
      <SwitchRow
        label={t`Show amounts and names`}
        note={<Trans>Others may read them on a locked screen.</Trans>}
        checked={shown.amounts}
        busy={change.isPending}
        disabled={!reachable || blocked || choice.kinds.length === 0}
        onChange={(amounts) => set({ kinds: choice.kinds, amounts })}
      />
    </div>
  );
}

interface SwitchRowProps {
  readonly label: string;
  readonly note: ReactNode;
  readonly checked: boolean;
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly onChange: (on: boolean) => void;
}

function SwitchRow({ label, note, ...state }: SwitchRowProps) {
  return (
    <div className={css['row']}>
      <div className={css['words']}>
        <p className={css['label']}>{label}</p>
        <p className={css['note']}>{note}</p>
      </div>
      <Switch label={label} {...state} />
    </div>
  );
}
