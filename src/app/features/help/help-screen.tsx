import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { BookText, Building2, EyeOff, FileText, type LucideIcon } from 'lucide-react';
import { type Ref, useCallback, useEffect, useRef, useState } from 'react';
import type { Article } from '#protocol/content/entities.ts';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { SearchField } from '#app/ui/controls/SearchField.tsx';
import { Section } from '#app/ui/layout/Section.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { articleHref } from '../news/article-href.ts';
import { isCategory, useCategories } from './categories.ts';
import { ContactSection } from './contact-section.tsx';
import css from './help-screen.module.css';
import { OfflineRow } from './offline-row.tsx';
import { usePageNames } from './page-names.ts';
import { type PageKey, pageKeys, pagePaths } from './page-paths.ts';
import { useHelp } from './queries.ts';
import { SearchResults } from './search-results.tsx';
import { NotLoaded } from '../loading/not-loaded.tsx';

const path = '/pages/Whiteskin/contact';
const typedMax = 60;
/** What is typed goes into the address so long after, so that coming back from a text finds it again. */
const rememberMs = 300;

/** Asked most, as customer service knows it; what a build's content lacks is made up from the beginning. */
const popularKeys = ['help/deposit', 'help/withdraw', 'help/fees', 'help/cannot-log-in', 'help/deposit-missing'];

interface HelpScreenProps {
  /** What was searched for, from the address. */
  readonly query: string;
  readonly category: string | undefined;
  /** The user came to search: the field takes the focus. */
  readonly isFinding: boolean;
}

/** Help and contact: search, topics, FAQ and contact options. */
export function HelpScreen({ query, category, isFinding }: HelpScreenProps) {
  const { t } = useLingui();
  const help = useHelp();
  const { typed, setTyped, clear, remember, field } = useTyped(query, isFinding);
  const chosen = useCategories().find(({ id }) => id === category);
  const isSearching = typed.trim() !== '';
  return (
    <Page
      title={chosen?.name ?? t`Help and contact`}
      under={<SearchBar typed={typed} onType={setTyped} onClear={clear} field={field} />}
      onRefresh={help.refetch}
      updating={help.isFetching && help.articles !== undefined}
    >
      {isSearching ? (
        <SearchResults query={typed} onClear={clear} onOpen={remember} />
      ) : chosen !== undefined ? (
        <HelpArticles help={help} show={(articles) => articles.filter(({ tag }) => tag === chosen.id)} />
      ) : (
        <>
          <Section title={<Trans>FAQ</Trans>}>
            <HelpArticles help={help} show={popular} />
          </Section>
          <Topics articles={help.articles ?? []} />
          <ContactSection />
          <PagesSection />
          <OfflineRow />
        </>
      )}
    </Page>
  );
}

function popular(articles: readonly Article[]): Article[] {
  const named = popularKeys.flatMap((key) => articles.filter((article) => article.key === key));
  return [...named, ...articles.filter((article) => !named.includes(article))].slice(0, popularKeys.length);
}

/** The query as it is typed, in the address. */
function useTyped(query: string, isFinding: boolean) {
  const router = useRouter();
  const [typed, setTyped] = useState(query);
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isFinding) field.current?.focus();
  }, [isFinding]);
  const written = useRef(query);
  useEffect(() => {
    // Another address of this screen, not what was typed here a moment ago.
    if (query !== written.current) setTyped(query);
    written.current = query;
  }, [query]);
  const remember = useCallback(() => {
    // A find was tapped meanwhile, and its screen is on the way.
    if (typed === query || router.history.location.pathname !== path) return;
    const asked = typed.trim() === '' ? '' : `?${new URLSearchParams({ q: typed }).toString()}`;
    written.current = asked === '' ? '' : typed;
    router.history.replace(`${path}${asked}`);
  }, [typed, query, router]);
  useEffect(() => {
    const timer = setTimeout(remember, rememberMs);
    return () => clearTimeout(timer);
  }, [remember]);
  const clear = () => {
    setTyped('');
    field.current?.focus();
  };
  return { typed, setTyped, clear, remember, field };
}

interface SearchBarProps {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly onClear: () => void;
  readonly field: Ref<HTMLInputElement & HTMLTextAreaElement>;
}

function SearchBar({ typed, onType, onClear, field }: SearchBarProps) {
  const { t } = useLingui();
  return (
    <search className={css['bar']}>
      <SearchField
        ref={field}
        label={t`Search help, news and notices`}
        limit={typedMax}
        value={typed}
        onChange={onType}
        onClear={onClear}
      />
    </search>
  );
}

interface HelpArticlesProps {
  readonly help: ReturnType<typeof useHelp>;
  readonly show: (articles: readonly Article[]) => readonly Article[];
}

function HelpArticles({ help, show }: HelpArticlesProps) {
  if (help.articles === undefined) {
    return <NotLoaded query={help} title={<Trans>The help did not load</Trans>} rows={5} height={56} />;
  }
  return (
    <ul>
      {show(help.articles).map(({ key, title, summary }) => (
        <li key={key}>
          <ListRow light title={title} sub={summary} href={articleHref(key)} />
        </li>
      ))}
    </ul>
  );
}

/** The categories that have articles. */
function Topics({ articles }: { articles: readonly Article[] }) {
  const counts = new Map<string, number>();
  for (const { tag } of articles) if (isCategory(tag)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const shown = useCategories().filter(({ id }) => counts.has(id));
  if (shown.length === 0) return null;
  return (
    <Section title={<Trans>Topics</Trans>} band>
      <ul className={css['topics']}>
        {shown.map(({ id, name, icon }) => (
          <li key={id}>
            <a className={css['topic']} href={`#${path}?category=${id}`}>
              <Icon of={icon} size="bar" />
              <span className={css['topicName']}>{name}</span>
              <span className={css['count']}>{counts.get(id)}</span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const pictures: Readonly<Record<PageKey, LucideIcon>> = {
  'page/about': Building2,
  'page/white-paper': BookText,
  'page/agreement': FileText,
  'page/privacy': EyeOff,
};

/** The pages about Dunlin and its agreements. */
function PagesSection() {
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
