import extractMessages from '@lingui/babel-plugin-extract-messages';
import type { Plugin } from 'vite';
import { catalogueFaults } from './words.ts';

/** Parts of these files are transformed one by one, or never: what was seen of them is not all they say. */
const inParts = /[\\/]src[\\/]app[\\/]routes[\\/]|\?/;

/** What files of the page say, by path: ids of messages. */
const said = new Map<string, Set<string>>();

/** A plugin of Babel and its options: notes, while the macros of a file are expanded anyway, what it says. */
export const notedMessages: [plugin: typeof extractMessages, options: object] = [
  extractMessages,
  {
    onMessageExtracted({
      id,
      origin,
    }: {
      readonly id: string;
      readonly origin?: readonly [file: string, ...unknown[]];
    }) {
      const [file = ''] = origin ?? [];
      if (inParts.test(file)) return;
      const ids = said.get(file) ?? new Set();
      said.set(file, ids.add(id));
    },
  },
];

/**
 * Ends a build when a message lacks words in some language, or says two things, before anything is written.
 *
 * @param isDraft whether that is fine: see `WORDS` in tools/app-build.ts
 */
export function checkedWords(isDraft: boolean): Plugin {
  return {
    name: 'checked-words',
    apply: 'build',
    async buildStart() {
      if (isDraft || (await catalogueFaults(said)).length === 0) return;
      // With the English text of each, which the page leaves out.
      throw new Error(`Words are missing or clash:\n${(await catalogueFaults()).join('\n')}`);
    },
  };
}
