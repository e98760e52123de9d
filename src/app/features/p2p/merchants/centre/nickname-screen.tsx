import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Page } from '#app/ui/layout/Page.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { NicknameForm } from '#app/features/account/profile/nickname-form.tsx';
import { profileQuery } from '#app/features/account/queries.ts';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';
import { useLeaveTo } from '../leave-to.ts';
import type { ToSearch } from '#app/platform/search-params.ts';

/** Sets the nickname that others see on adverts, and leads back to who asked for it. */
export function NicknameScreen({ to }: ToSearch) {
  const { t } = useLingui();
  const profile = useQuery(profileQuery);
  const leave = useLeaveTo(to);
  const { data } = profile;
  return (
    <Page title={t`Nickname`}>
      {data === undefined && (
        <NotLoaded query={profile} title={t`Your account did not load`} rows={2} leading={false} />
      )}
      {data !== undefined && (
        <Stack gap={3}>
          <p>{t`Others see it on your adverts and orders. Your verified name is shown to the other side of an order alone.`}</p>
          <NicknameForm
            nickname={data.nickname ?? ''}
            onDone={() => {
              toast.show({ type: 'success', title: t`Nickname saved` });
              leave();
            }}
          />
        </Stack>
      )}
    </Page>
  );
}
