import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Download, RefreshCw } from 'lucide-react';
import type { LaunchpadOrder, LaunchpadProject } from '#protocol/launchpad/entities/projects.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { formatAmount, formatNumber } from '#app/platform/format/number-format.ts';
import { fromUnits, toUnits } from '#protocol/core/decimal.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { KeyValue } from '#app/ui/lists/KeyValue.tsx';
import { saveFile } from '#app/ui/overlays/share-file.ts';
import css from './launchpad.module.css';
import { fetchPublishedList } from './queries.ts';
import { recompute } from './recompute.ts';
import { exactShare } from './shares.ts';

/** How the share came about, the published list, and a button that recomputes all of it on this device. */
export function CheckCard({ project, own }: { project: LaunchpadProject; own: LaunchpadOrder | null }) {
  const { t } = useLingui();
  const check = useMutation({
    mutationFn: async () => recompute(await fetchPublishedList(project.id)),
    meta: { quiet: true },
  });
  const save = useMutation({
    mutationFn: () => fetchPublishedList(project.id).then(fileOf(project)),
    meta: { quiet: true },
  });
  const failure = useFailureText(check.error ?? save.error);
  const { data } = check;
  const ownFacts = useOwnFacts(project, own);
  const listFacts = useListFacts(project, own);
  return (
    <section>
      <div className={css['line']}>
        <h2 className={css['title']}>
          <Trans>Check it yourself</Trans>
        </h2>
        <span className={css['verdict']} data-off={data?.addsUp === false || undefined}>
          {data?.addsUp === true && (
            <>
              <Icon of={CircleCheck} size="inline" /> <Trans>adds up</Trans>
            </>
          )}
          {data?.addsUp === false && (
            <>
              <Icon of={CircleAlert} size="inline" /> <Trans>does not add up, contact us</Trans>
            </>
          )}
        </span>
      </div>
      <LiveRegion>
        {data === undefined ? null : data.addsUp ? t`The allocation adds up.` : t`The allocation does not add up.`}
      </LiveRegion>
      <KeyValue items={[...ownFacts, ...listFacts]} />
      {failure !== null && (
        <Banner tone="danger" inset>
          {failure}
        </Banner>
      )}
      <div className={css['pair']}>
        <Button
          kind="outline"
          icon={<Icon of={Download} size="inline" />}
          busy={save.isPending}
          onClick={() => save.mutate(undefined, { onSuccess: saveFile })}
        >
          <Trans>Get the list</Trans>
        </Button>
        <Button
          kind="outline"
          icon={<Icon of={RefreshCw} size="inline" />}
          busy={check.isPending}
          disabledReason={isSecureContext ? undefined : t`Recomputing needs HTTPS. This connection is not encrypted.`}
          onClick={() => check.mutate()}
        >
          <Trans>Recompute here</Trans>
        </Button>
      </div>
    </section>
  );
}

const fileOf =
  ({ id, coin }: LaunchpadProject) =>
  ({ header, lines }: { readonly header: string; readonly lines: readonly string[] }) =>
    new File([[header, ...lines].map((line) => `${line}\n`).join('')], `${coin}-${id}.txt`, { type: 'text/plain' });

function useOwnFacts(project: LaunchpadProject, own: LaunchpadOrder | null) {
  const { t } = useLingui();
  const { quote, coin, committed, sold, manner } = project;
  if (own === null || manner === 'first-come') return [];
  const { exact, whole } = exactShare(project, own.committed);
  const allotted = own.allotted ?? '0';
  const more = fromUnits(toUnits(allotted, 18) - toUnits(whole, 18), 18);
  return [
    { key: t`Your share of ${formatAmount(committed)} ${quote}`, value: formatAmount(own.committed) },
    { key: t`Of ${formatNumber(sold)} ${coin}`, value: formatNumber(exact) },
    { key: t`Whole pieces`, value: formatNumber(whole) },
    {
      key: t`From the remainder, largest fraction first`,
      value: <span className={css['figures']}>{formatNumber(more, { sign: 'always' })}</span>,
    },
  ];
}

function useListFacts({ people, listHash }: LaunchpadProject, own: LaunchpadOrder | null) {
  const { t } = useLingui();
  const short = listHash === null ? '–' : `${listHash.slice(0, 4)}…${listHash.slice(-4)}`;
  const lines = formatNumber(`${people}`);
  const line = own === null ? null : formatNumber(`${own.line}`);
  return [
    {
      key: line === null ? t`Hash of the list of ${lines} lines` : t`List of ${lines} lines, yours is ${line}`,
      value: (
        <span className={css['mono']} title={listHash ?? undefined}>
          {short}
        </span>
      ),
    },
  ];
}
