import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Layers2, LayoutGrid } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Feature } from '#protocol/app-config/features.ts';
import { launchConfig } from '#app/platform/session/launch-config.ts';
import { language } from '#app/platform/language/language.ts';
import { useObservable } from '#app/platform/observable.ts';
import { Section } from '#app/ui/layout/Section.tsx';
import { SkeletonRow } from '#app/ui/layout/Skeleton.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { configQuery } from '#app/features/contracts/queries.ts';
import { helpQuery } from '#app/features/help/queries.ts';
import { FindRow } from '#app/features/help/search-results.tsx';
import { useTextSearch } from '#app/features/help/use-text-search.ts';
import { findScreens } from './find-screens.ts';

/** Texts that are shown at most; the help has them all. */
const textsMax = 8;

interface FoundElsewhereProps {
  readonly typed: string;
  /** Whether the market has something; else `nothing` is shown where there is nothing here either. */
  readonly hasPairs: boolean;
  readonly nothing: ReactNode;
}

/** What else a query leads to: contracts and gold, screens and settings, and texts to read. */
export function FoundElsewhere({ typed, hasPairs, nothing }: FoundElsewhereProps) {
  const { t, i18n } = useLingui();
  const { data: launch } = useQuery(launchConfig);
  // On while nothing is known: each screen answers for itself.
  const isOn = (feature: Feature) => launch?.features.includes(feature) !== false;
  const contracts = useFoundContracts(typed, isOn);
  const found = findScreens(
    typed,
    (message) => i18n._(message),
    ({ feature }) => feature === undefined || isOn(feature),
  );
  useQuery(helpQuery(useObservable(language)));
  const { finds, error } = useTextSearch(typed);
  const texts = finds?.slice(0, textsMax) ?? [];
  const count = contracts.length + found.length + texts.length;
  return (
    <>
      <LiveRegion>{t`Also found: ${count}`}</LiveRegion>
      {count === 0 && !hasPairs && (finds === null && error === null ? <SkeletonRow count={3} /> : nothing)}
      {contracts.length > 0 && (
        <Section title={<Trans>Contracts</Trans>}>
          <ul>
            {contracts.map(({ id, name }) => (
              <li key={id}>
                <ListRow
                  light
                  height={56}
                  leading={<IconTile icon={Layers2} />}
                  title={name}
                  href={`#/pages/lever/lever?contract=${id}`}
                />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {found.length > 0 && (
        <Section title={<Trans>Screens and settings</Trans>}>
          <ul>
            {found.map(({ path, name, by }) => (
              <li key={path}>
                <ListRow
                  light
                  height={56}
                  leading={<IconTile icon={LayoutGrid} />}
                  title={name}
                  {...(by === null ? {} : { sub: by })}
                  href={`#${path}`}
                />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {texts.length > 0 && (
        <Section title={<Trans>To read</Trans>}>
          <ul>
            {texts.map((find) => (
              <li key={find.to}>
                <FindRow find={find} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

/** Contracts whose name or base begins as the query, and all of gold for its name. */
function useFoundContracts(typed: string, isOn: (feature: Feature) => boolean) {
  const { t } = useLingui();
  const { data } = useQuery(configQuery);
  const term = typed.trim().toLowerCase().replaceAll(/[\s/]/g, '');
  const isGold = term !== '' && t`Gold`.toLowerCase().startsWith(term);
  return (data?.contracts ?? []).filter(({ name, wallet }) => {
    if (term === '' || !isOn(wallet === 'gold' ? 'gold' : 'contracts')) return false;
    return name.toLowerCase().replaceAll(/[\s/]/g, '').startsWith(term) || (wallet === 'gold' && isGold);
  });
}
