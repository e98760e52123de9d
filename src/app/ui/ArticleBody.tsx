import type { Block } from '../../contract/entities/content.ts';
import css from './ArticleBody.module.css';
import { KeyValue } from './KeyValue.tsx';
import { Card } from './Section.tsx';

/** The text of an article. Blocks are plain text, so nothing in them can run or load. */
export function ArticleBody({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className={css['body']}>
      {blocks.map((block, at) => (
        <ArticleBlock key={at} block={block} />
      ))}
    </div>
  );
}

function ArticleBlock({ block }: { block: Block }) {
  switch (block.type) {
    case 'heading':
      return <h2 className={css['heading']}>{block.text}</h2>;
    case 'paragraph':
      return <p className={css['paragraph']}>{block.text}</p>;
    case 'list':
      return (
        <ul className={css['list']}>
          {block.items.map((item, at) => (
            <li key={at}>{item}</li>
          ))}
        </ul>
      );
    case 'facts':
      return (
        <Card bare>
          <KeyValue roomy items={block.rows.map(([key, value], at) => ({ key, value, id: String(at) }))} />
        </Card>
      );
  }
}
