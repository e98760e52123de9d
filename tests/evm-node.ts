import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createTestClient,
  http,
  parseAbi,
  publicActions,
  walletActions,
  type Address,
  type Hash,
  type Hex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { hardhat } from 'viem/chains';
import { connectionGate } from './evm/connection-door.ts';
import { tokenCode, tokenDecimals } from './evm/token.ts';

const packages = path.resolve(import.meta.dirname, '../node_modules');
const hardhatCli = path.join(packages, 'hardhat/dist/src/cli.js');
const readyWithinMs = 60_000;
/** The first account of every development node: it holds 10,000 ETH there and nothing anywhere else. */
const funder = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
const erc20 = parseAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
]);

/** A real EVM node in a process of its own, with a token. It mines only on request. */
export interface EvmNode {
  /** For `EVM_RPC_URL`. */
  readonly url: string;
  /** For `EVM_TOKENS`: USDT at the token's contract. */
  readonly tokens: string;
  readonly token: Address;
  mine(blocks?: number): Promise<void>;
  /** Mines every so often by itself, as a chain does; 0 stops it. */
  mineEvery(milliseconds: number): Promise<void>;
  height(): Promise<number>;
  /** Hands over a payment, not mined yet. @param amount in wei */
  sendNative(to: string, amount: bigint): Promise<Hash>;
  /** @param amount in the token's smallest unit, a millionth */
  sendToken(to: string, amount: bigint): Promise<Hash>;
  /** In wei. */
  balance(address: string): Promise<bigint>;
  /** In millionths. */
  tokenBalance(address: string): Promise<bigint>;
  /** Gives an address ETH out of nothing, at once. */
  setBalance(address: string, amount: bigint): Promise<void>;
  /** Puts a contract on the chain, mined at once. @param code that gives back what the contract is */
  deploy(code: Hex): Promise<Address>;
  /** Calls a contract with nothing; not mined yet. */
  call(contract: Address): Promise<Hash>;
  /** The node forgets a transaction that waits. */
  drop(hash: string): Promise<void>;
  /** What the next block asks for each unit of gas, in wei. */
  setNextBaseFee(fee: bigint): Promise<void>;
  /** Remembers the chain as it is; `revert` goes back there: other blocks mined then are a reorganisation. */
  snapshot(): Promise<string>;
  revert(snapshot: string): Promise<void>;
  /** The node goes away: connections break and are refused. */
  goAway(): Promise<void>;
  /** It is back, with the chain as it was. */
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a node on free ports of this machine, offline. Close it when done. */
export async function startEvmNode(): Promise<EvmNode> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dunlin-evm-'));
  const port = await freePort();
  const child = await startHardhat(folder, port);
  const guard = await connectionGate(port);
  // The test talks to the node itself: its way does not lead through the door.
  const client = createTestClient({
    mode: 'hardhat',
    chain: hardhat,
    account: funder,
    cacheTime: 0,
    transport: http(`http://127.0.0.1:${port}`),
  })
    .extend(publicActions)
    .extend(walletActions);

  const deployed = await client.deployContract({ abi: [], bytecode: tokenCode });
  const { contractAddress } = await client.waitForTransactionReceipt({ hash: deployed, pollingInterval: 50 });
  if (contractAddress === null || contractAddress === undefined) throw new Error('the token was not deployed');
  const token = contractAddress;
  await client.setAutomine(false);

  return {
    url: `http://127.0.0.1:${guard.port}`,
    tokens: `USDT:${token}:${tokenDecimals}`,
    token,
    async mine(blocks = 1) {
      // One by one: of many at once the node makes up those in between, and they do not hang together.
      for (let mined = 0; mined < blocks; mined += 1) await client.mine({ blocks: 1 });
    },
    mineEvery: (milliseconds) =>
      client.request({ method: 'evm_setIntervalMining', params: [milliseconds] }).then(() => undefined),
    height: async () => Number(await client.getBlockNumber()),
    sendNative: (to, amount) => client.sendTransaction({ to: to as Address, value: amount, gas: 100_000n }),
    sendToken: (to, amount) =>
      client.writeContract({
        address: token,
        abi: erc20,
        functionName: 'transfer',
        args: [to as Address, amount],
        gas: 200_000n,
      }),
    balance: (address) => client.getBalance({ address: address as Address }),
    tokenBalance: (address) =>
      client.readContract({ address: token, abi: erc20, functionName: 'balanceOf', args: [address as Address] }),
    setBalance: (address, amount) => client.setBalance({ address: address as Address, value: amount }),
    async deploy(bytecode) {
      const hash = await client.deployContract({ abi: [], bytecode, gas: 1_000_000n });
      await client.mine({ blocks: 1 });
      const { contractAddress: made } = await client.getTransactionReceipt({ hash });
      if (made === null || made === undefined) throw new Error('the contract was not deployed');
      return made;
    },
    call: (contract) => client.sendTransaction({ to: contract, gas: 100_000n }),
    drop: (hash) => client.dropTransaction({ hash: hash as Hash }),
    setNextBaseFee: (baseFeePerGas) => client.setNextBlockBaseFeePerGas({ baseFeePerGas }),
    snapshot: () => client.snapshot(),
    revert: (snapshot) => client.revert({ id: snapshot as Hash }),
    goAway: () => guard.shut(),
    comeBack: () => guard.open(),
    async close() {
      await guard.shut();
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Its configuration lies in a folder of its own, because the node writes beside it and wants its package there. */
async function startHardhat(folder: string, port: number): Promise<ChildProcess> {
  await symlink(packages, path.join(folder, 'node_modules'), 'dir');
  const config = path.join(folder, 'hardhat.config.mjs');
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  const network = { type: 'edr-simulated', chainType: 'l1', chainId: hardhat.id };
  await writeFile(config, `export default ${JSON.stringify({ networks: { node: network } })};\n`);
  const child = spawn(
    process.execPath,
    [hardhatCli, 'node', '--hostname', '127.0.0.1', '--port', String(port), '--config', config],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true' },
    },
  );
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no node within ${readyWithinMs} ms:\n${output}`)), readyWithinMs);
    const read = (chunk: Buffer) => {
      if (output.length < 10_000) output += chunk.toString();
      if (!output.includes('Started HTTP')) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`the node ended with ${code}:\n${output}`)));
  });
  return child;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const closed = once(server, 'close');
  server.close();
  await closed;
  return port;
}
