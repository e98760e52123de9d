import { concat, keccak256, numberToHex, size, toBytes, toFunctionSelector, type Hex } from 'viem';

/**
 * A minimal ERC-20 for tests: `transfer`, `balanceOf` and `decimals` (6), the whole supply with whoever deploys it.
 * Written in the machine's own words and put together here, so that no compiler has to be fetched. A balance lies in
 * the storage slot that has the number of its owner's address.
 */
export const tokenDecimals = 6;
const supply = 10n ** 24n;

const op = {
  add: '0x01',
  sub: '0x03',
  lt: '0x10',
  eq: '0x14',
  shr: '0x1c',
  caller: '0x33',
  load: '0x35',
  codeCopy: '0x39',
  store: '0x52',
  read: '0x54',
  write: '0x55',
  jumpIf: '0x57',
  label: '0x5b',
  copy1: '0x80',
  copy2: '0x81',
  swap: '0x90',
  log3: '0xa3',
  return: '0xf3',
  revert: '0xfd',
} as const satisfies Readonly<Record<string, Hex>>;

/** Puts a constant on the stack; its width is what the words after it are counted by. */
function push(value: bigint | number | Hex, bytes = 1): Hex {
  const digits = typeof value === 'string' ? value : numberToHex(value, { size: bytes });
  return concat([numberToHex(0x5f + size(digits)), digits]);
}

const returnWord = [push(0), op.store, push(32), push(0), op.return];

const transfer = [
  [op.label],
  [push(36), op.load, op.caller, op.read],
  // Nobody pays more than they have: then nothing happened.
  [op.copy2, op.copy2, op.lt, push(0), op.jumpIf],
  [op.copy2, op.swap, op.sub, op.caller, op.write],
  [push(4), op.load, op.copy2, op.copy2, op.read, op.add, op.copy2, op.write],
  [op.copy2, push(0), op.store, op.caller],
  [push(keccak256(toBytes('Transfer(address,address,uint256)'))), push(32), push(0), op.log3],
  [push(1), ...returnWord],
].flat();
const balanceOf = [op.label, push(4), op.load, op.read, ...returnWord];
const decimals = [op.label, push(tokenDecimals), ...returnWord];

const selectors = ['transfer(address,uint256)', 'balanceOf(address)', 'decimals()'].map((name) =>
  toFunctionSelector(name),
);

/** Jumps to the function that is asked for, and gives up when there is none. */
function entrance(targets: readonly number[]): Hex[] {
  return [
    [push(0), op.load, push(0xe0), op.shr],
    ...selectors.map((selector, nth) => [op.copy1, push(selector), op.eq, push(targets[nth] ?? 0, 2), op.jumpIf]),
    [push(0), op.copy1, op.revert],
  ].flat();
}

const bodies = [transfer, balanceOf, decimals].map((words) => concat(words));
const entranceSize = size(concat(entrance([0, 0, 0])));
const targets = bodies.map((_, nth) => bodies.slice(0, nth).reduce((sum, body) => sum + size(body), entranceSize));
const runtime = concat([...entrance(targets), ...bodies]);
const before = (offset: number): Hex =>
  concat(
    [
      [push(supply, 32), op.caller, op.write],
      [push(size(runtime), 2), op.copy1, push(offset, 2), push(0), op.codeCopy, push(0), op.return],
    ].flat(),
  );

/** What a transaction without a receiver sends to deploy it. */
export const tokenCode: Hex = concat([before(size(before(0))), runtime]);
