import { expect, it } from 'vitest';
import { mutatedSource } from '../simulation/exchange.ts';
import { mutants } from '../simulation/mutants.ts';

it.each(mutants)('$name: changes one place of the code', (mutant) => {
  expect(mutatedSource(mutant)).toContain(mutant.to);
});
