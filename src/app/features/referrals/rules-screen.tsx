import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '#protocol/calls.ts';
import { Page } from '#app/ui/layout/Page.tsx';
import { RiskLine } from '#app/ui/layout/RiskLine.tsx';
import { Section } from '#app/ui/layout/Section.tsx';
import { SourceRow } from '../backing/source-row.tsx';
import { NotLoaded } from '../loading/not-loaded.tsx';
import { useCreditText } from './credit-text.ts';
import { levelsQuery, referralsQuery } from './queries.ts';
import { shareText } from './share-text.ts';
import { ReferralActions } from './referral-actions.tsx';
import css from './referrals.module.css';

type Rules = CallOutput<'GET common/teamRewardsList'>;

/** The levels with their shares, and what counts. */
export function RulesScreen() {
  const { t } = useLingui();
  const rules = useQuery(levelsQuery);
  return (
    <Page
      title={t`Rules and levels`}
      actions={<ReferralActions />}
      onRefresh={() => rules.refetch()}
      updating={rules.isFetching && rules.data !== undefined}
    >
      {rules.data !== undefined ? (
        <Levels rules={rules.data} />
      ) : (
        <NotLoaded query={rules} title={<Trans>The levels did not load</Trans>} rows={4} leading={false} />
      )}
    </Page>
  );
}

function Levels({ rules }: { readonly rules: Rules }) {
  const { t } = useLingui();
  const team = useQuery(referralsQuery);
  const credited = useCreditText(rules.cycle);
  const own = team.data?.level.level;
  const most = rules.household;
  return (
    <>
      <table className={css['levels']} aria-label={t`Levels`}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Level</Trans>
            </th>
            <th scope="col">
              <Trans>Direct members who traded</Trans>
            </th>
            <th scope="col">
              <Trans>Direct</Trans>
            </th>
            <th scope="col">
              <Trans>Indirect</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {rules.list.map(({ level, members, direct, indirect }) => (
            <tr key={level} data-own={level === own || undefined} aria-current={level === own ? 'true' : undefined}>
              <th scope="row">{level === own ? t`${level} (yours)` : level}</th>
              <td data-name={t`Direct members who traded`}>{members}</td>
              <td data-name={t`Direct`}>{shareText(direct)}</td>
              <td data-name={t`Indirect`}>{shareText(indirect)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Section title={t`What counts`}>
        <div className={css['rules']}>
          <p>
            <Trans>
              A rebate is a share of the trading fees your members paid, in the coin they paid them in. Direct members
              joined by your invitation, indirect members by theirs.
            </Trans>
          </p>
          <p>{credited}</p>
          <p>
            <Trans>
              People with your identity document, on your device and network, or more than {most} from your own networks
              trade as usual but earn you no rebate.
            </Trans>
          </p>
        </div>
      </Section>
      <SourceRow product="rewards" asset="USDT">
        <Trans>Rebates are paid from fees and set aside when they are credited</Trans>
      </SourceRow>
      <div className={css['rules']}>
        <RiskLine>
          <Trans>When a trading fee is refunded, its rebate is reversed, even after you moved it.</Trans>
        </RiskLine>
      </div>
    </>
  );
}
