import type { Plugin } from 'vite';

/** The route people see first, and the words it is shown in by default: both are asked for beside the entry. */
const firstRoute = /routes\/index\.tsx/;
const firstWords = /locales\/(?:shell|home)\/en\.po$/;

/** Adds `modulepreload` links for the chunks the first route needs, so that they do not wait for the entry to run. */
export function firstRoutePreload(): Plugin {
  return {
    name: 'first-route-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        const found = new Set<string>();
        for (const chunk of Object.values(context.bundle ?? {})) {
          if (chunk.type !== 'chunk' || chunk.isEntry) continue;
          const source = chunk.facadeModuleId ?? '';
          if (firstRoute.test(source)) for (const name of [chunk.fileName, ...chunk.imports]) found.add(name);
          if (firstWords.test(source)) found.add(chunk.fileName);
        }
        const entries = Object.values(context.bundle ?? {}).filter((chunk) => chunk.type === 'chunk' && chunk.isEntry);
        for (const entry of entries) {
          if (entry.type !== 'chunk') continue;
          found.delete(entry.fileName);
          for (const name of entry.imports) found.delete(name);
        }
        return [...found].map((fileName) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}
