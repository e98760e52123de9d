import { Trans } from '@lingui/react/macro';
import { BookText, Building2, EyeOff, FileText, type LucideIcon } from 'lucide-react';
import { IconTile, ListRow } from '../../ui/lists/ListRow.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { usePageNames } from './page-names.ts';
import { type PageKey, pageKeys, pagePaths } from './page-paths.ts';

const pictures: Readonly<Record<PageKey, LucideIcon>> = {
  'page/about': Building2,
  'page/white-paper': BookText,
  'page/agreement': FileText,
  'page/privacy': EyeOff,
};

/** The pages about Dunlin and its agreements. */
export function PagesSection() {
  const names = usePageNames();
  return (
    <Section title={<Trans>About Dunlin</Trans>} band>
      <ul>
        {pageKeys.map((key) => (
          <li key={key}>
            <ListRow
              light
              height={56}
              leading={<IconTile icon={pictures[key]} />}
              title={names[key]}
              href={`#${pagePaths[key]}`}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}
