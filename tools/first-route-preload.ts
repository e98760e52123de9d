import type { Plugin } from 'vite';

/** The route people see first: its chunk is asked for beside the entry. */
const firstRoute = /routes\/index\.tsx/;

/** The words it is shown in, one list per language; the inline script of index.html asks for those of the reader. */
const firstWords = /locales\/(?:shell|home)\/(\w+)\.po$/;

/** Stands in the inline script of index.html where the lists go. */
const placeholder = "{ en: ['first-words'] }";

const styleLink = /\s*<link rel="stylesheet"[^>]*>/g;

/**
 * Moves the style sheets behind the skeleton, which has its few rules inline: it is painted while they are fetched.
 * Module scripts still wait for them, so no screen is drawn without its styles.
 */
export function stylesAfterSkeleton(html: string): string {
  const links = (html.match(styleLink) ?? []).map((link) => link.trim());
  const early = links.map((link) => link.replace('rel="stylesheet"', 'rel="preload" as="style"'));
  return html
    .replace(styleLink, '')
    .replace('</head>', `${early.map((link) => `  ${link}\n  `).join('')}</head>`)
    .replace('</body>', `${links.map((link) => `  ${link}\n  `).join('')}</body>`);
}

/**
 * Lets the first route's chunk and its words load beside the entry instead of after it ran: `modulepreload` links for
 * the chunks, and a list of word files per language in the inline script.
 */
export function firstRoutePreload(): Plugin {
  return {
    name: 'first-route-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, context) {
        if (!html.includes(placeholder)) throw new Error('index.html has no place for the lists of first words');
        const chunks = Object.values(context.bundle ?? {}).filter((output) => output.type === 'chunk');
        const words: Record<string, string[]> = {};
        const early = new Set<string>();
        for (const chunk of chunks) {
          const source = chunk.facadeModuleId ?? '';
          const language = firstWords.exec(source)?.[1];
          if (language !== undefined) (words[language] ??= []).push(`/${chunk.fileName}`);
          if (firstRoute.test(source) && !chunk.isEntry)
            for (const name of [chunk.fileName, ...chunk.imports]) early.add(name);
        }
        // What the entry imports has its link from Vite already.
        for (const entry of chunks.filter((chunk) => chunk.isEntry)) {
          for (const name of [entry.fileName, ...entry.imports]) early.delete(name);
        }
        return {
          html: stylesAfterSkeleton(html.replace(placeholder, JSON.stringify(words))),
          tags: [...early].map((fileName) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
            injectTo: 'head' as const,
          })),
        };
      },
    },
  };
}
