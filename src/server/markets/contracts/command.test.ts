import { expect, it } from 'vitest';
import { answerKey } from './command.ts';
import { ContractCommits } from './commits.ts';
import { ContractMarket } from './market.ts';
import type { ContractRequest } from './requests/request.ts';
import { listContracts } from './listed-contracts.ts';
import { pairs } from '../pairs.ts';

/** A command says what it is, and under which key it is answered, without being executed. */
const overnight: ContractRequest = { kind: 'overnight', contract: 'BTCPERP', day: 20_000 };
const cancel: ContractRequest = { kind: 'cancel', owner: 100_001n, contract: 'BTCPERP', id: 7 };
const idempotencyKey = { call: 'POST cancelContract', key: 'a key', bodyHash: 'its body' };

it('is answered under the key of its owner; what follows prices and time has none', () => {
  expect(answerKey({ request: cancel, idempotencyKey })).toEqual([
    { userId: 100_001n, call: 'POST cancelContract', key: 'a key' },
  ]);
  expect(answerKey({ request: cancel, idempotencyKey: null })).toEqual([]);
  expect(answerKey({ request: overnight, idempotencyKey })).toEqual([]);
});

it('is its kind in traces, and its contract only when that is listed', () => {
  const [listed] = listContracts(pairs).map((one) => new ContractMarket(one));
  const unused = () => {
    throw new Error('nothing is executed');
  };
  const commits = new ContractCommits({
    name: { writer: 'contracts', holder: null },
    markets: new Map(listed === undefined ? [] : [[listed.listed.id, listed]]),
    ledger: { changed: unused } as never,
    nextId: unused,
    lastId: unused,
    isHouse: () => false,
    execute: unused,
    committed: unused,
    failed: unused,
  });
  const labelOf = (request: ContractRequest) => commits.label({ request, idempotencyKey: null });
  expect(labelOf(overnight)).toEqual({ command: 'overnight', pair: 'BTCPERP' });
  expect(labelOf({ ...cancel, contract: 'no such contract' })).toEqual({ command: 'cancel', pair: null });
});
