import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { keccak256, type Hex } from 'viem';

/** A node of a practice network, as far as tests need one. */
export interface NodeOfTest {
  readonly url: string;
  chainId: number;
  readonly sent: string[];
  close(): Promise<void>;
}

const hex = (value: number | bigint) => `0x${value.toString(16)}`;

/** Answers all payout queries with a funded paying account; nothing is ever mined. */
export async function nodeOfTest(chainId: number): Promise<NodeOfTest> {
  const sent: string[] = [];
  const answers: Readonly<Record<string, (params: readonly string[]) => unknown>> = {
    eth_chainId: () => hex(node.chainId),
    eth_blockNumber: () => hex(7),
    eth_getBlockByNumber: () => ({
      number: hex(7),
      hash: `0x${'1'.repeat(64)}`,
      parentHash: `0x${'2'.repeat(64)}`,
      timestamp: hex(1_790_000_000),
      baseFeePerGas: hex(1_000_000_000),
      transactions: [],
    }),
    eth_maxPriorityFeePerGas: () => hex(1_000_000_000),
    eth_getBalance: () => hex(10n ** 21n),
    eth_estimateGas: () => hex(21_000),
    eth_getTransactionCount: () => hex(0),
    eth_getTransactionByHash: () => null,
    eth_getTransactionReceipt: () => null,
    eth_sendRawTransaction: ([raw = '']) => {
      sent.push(raw);
      return keccak256(raw as Hex);
    },
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { id, method, params } = JSON.parse(await text(request)) as { id: number; method: string; params: string[] };
    const result = answers[method]?.(params ?? []) ?? null;
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  };
  const server = createServer((request, response) => {
    void answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const node = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    chainId,
    sent,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return node;
}
