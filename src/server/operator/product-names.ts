import { productFormerly } from '#protocol/core/products.ts';
import { say } from './command.ts';

/** Reads a product among those a command knows. A name of the version before warns and works; the next version removes it. */
export function productNamed<Name extends string>(text: string | undefined, known: readonly Name[]): Name | undefined {
  const name = text === undefined ? undefined : (productFormerly(text) ?? text);
  const found = known.find((one) => one === name);
  if (found !== undefined && found !== text) {
    say(`Warning: ${text} is now ${found}; the next version removes the old name.`);
  }
  return found;
}
