import { Trans, useLingui } from '@lingui/react/macro';
import type { MerchantSettings } from '../../../../../protocol/p2p/entities/merchants.ts';
import { useReachable } from '../../../../platform/offline/reachability.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { Section, Stack } from '../../../../ui/layout/Section.tsx';
import { Avatar } from '../../../../ui/lists/CoinIcon.tsx';
import { ListRow } from '../../../../ui/lists/ListRow.tsx';
import { toast } from '../../../../ui/overlays/toast.ts';
import { useChangeSettings } from './mutations.ts';
import css from './settings.module.css';

/** Who neither sees nor takes the merchant's adverts, and the way back for them. */
export function BlockedList({ blocked }: Pick<MerchantSettings, 'blocked'>) {
  const { t } = useLingui();
  const reachable = useReachable();
  const change = useChangeSettings();
  return (
    <Section title={t`Blocked users`} band>
      {blocked.length === 0 && (
        <Stack>
          <p className={css['text']}>
            <Trans>Nobody. You can block the other side of an order from the order.</Trans>
          </p>
          <span />
        </Stack>
      )}
      <ul>
        {blocked.map(({ id, nickname }) => {
          const name = nickname ?? t`Without a nickname`;
          return (
            <li key={id}>
              <ListRow
                light
                leading={<Avatar name={name} />}
                title={name}
                trailing={
                  <Button
                    size="s"
                    label={t`Unblock ${name}`}
                    busy={change.isPending && change.variables.unblock === id}
                    disabled={!reachable}
                    onClick={() =>
                      change.mutate(
                        { unblock: id },
                        { onSuccess: () => toast.show({ type: 'success', title: t`${name} unblocked` }) },
                      )
                    }
                  >
                    <Trans>Unblock</Trans>
                  </Button>
                }
              />
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
