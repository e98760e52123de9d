import { Trans, useLingui } from '@lingui/react/macro';
import type { RefObject } from 'react';
import type { Block } from '../../../protocol/content/entities.ts';
import { Disclosure } from '../../ui/layout/Disclosure.tsx';
import css from './reader.module.css';
import { goToBlock } from './use-reading-place.ts';

/** From so many headings on a text has a list of contents. */
const headingsLeast = 4;

/** The headings of a long text; a tap leads there, and the focus with it. */
export function ContentsList({
  blocks,
  bodyRef,
}: {
  blocks: readonly Block[];
  bodyRef: RefObject<HTMLElement | null>;
}) {
  const { t } = useLingui();
  const headings = blocks.flatMap((block, at) => (block.type === 'heading' ? [{ at, text: block.text }] : []));
  if (headings.length < headingsLeast) return null;
  return (
    <nav className={css['contentsCard']} aria-label={t`Contents`}>
      <Disclosure title={<Trans>Contents</Trans>}>
        <ol className={css['contents']}>
          {headings.map(({ at, text }) => (
            <li key={at}>
              <button type="button" onClick={() => goToBlock(bodyRef.current, at)}>
                {text}
              </button>
            </li>
          ))}
        </ol>
      </Disclosure>
    </nav>
  );
}
