import type { Clock } from '#server/core/clock/clock.ts';
import type { Router } from '#server/cluster/placement/router.ts';
import { NoAnswer, NotRun } from '#server/cluster/placement/remote-worker.ts';
import type { ContractExecution } from '../contracts.ts';
import type { ContractFamily } from './messages.ts';
import type { ContractReplica } from './contract-replica.ts';
import type { AnswerTo, ContractRequest, StepContract } from '../requests/request.ts';
import { stepContract } from '../prices/step.ts';
import type { ContractWriter } from '../writer.ts';

/** Executes in this process, which runs every contract. */
export function executeHere(writer: ContractWriter, clock: Clock): ContractExecution {
  const submit: ContractExecution['submit'] = (request, key) => writer.submit(request, key);
  return { submit, step: (step) => stepHere(writer, clock, step, submit) };
}

/** @returns whether this process runs the contract */
async function stepHere(
  writer: ContractWriter,
  clock: Clock,
  step: StepContract,
  submit: (request: ContractRequest, key: null) => Promise<unknown>,
): Promise<boolean> {
  const market = writer.markets.get(step.contract);
  if (market === undefined) return false;
  await stepContract(market, step, clock(), (request) => submit(request, null));
  return true;
}

/** Executes wherever a contract is run. */
export interface SharedExecution extends ContractExecution {
  /** The first step of a contract where it has just moved to, before any of its commands goes on. */
  stepMoved(step: StepContract): Promise<void>;
}

interface SharedDeps {
  readonly writer: ContractWriter;
  readonly router: Router<ContractFamily, ContractReplica>;
  readonly clock: Clock;
  /** Called for a step that failed where the contract is run. */
  readonly failed: (error: unknown, what: string) => void;
}

/** Executes in this process or in the engine that runs a contract. */
export function executeAnywhere({ writer, router, clock, failed }: SharedDeps): SharedExecution {
  const here = executeHere(writer, clock);
  /** Contracts whose last step is not answered: an engine that is silent must hold up nobody else's prices. */
  const underWay = new Set<string>();
  const stepThere = async (step: StepContract): Promise<void> => {
    const { contract } = step;
    const remote = router.remote(contract);
    if (remote === undefined || underWay.has(contract)) return;
    underWay.add(contract);
    try {
      await remote.submit(step, null);
    } catch (error) {
      // The next step says what this one would have said.
      if (error instanceof NotRun || error instanceof NoAnswer) return;
      failed(error, `a step of the prices of ${contract} failed where it is run`);
    } finally {
      underWay.delete(contract);
    }
  };
  return {
    submit: async (request, key) => (await router.submit(request, key)) as AnswerTo<typeof request>,
    async step(step) {
      const { contract } = step;
      // Where it has moved to, its first step is another one.
      if (router.isMoving(contract)) return false;
      if (router.remote(contract) === undefined) {
        return stepHere(writer, clock, step, (request, key) => router.submit(request, key));
      }
      void stepThere(step);
      return false;
    },
    async stepMoved(step) {
      if (router.remote(step.contract) === undefined) await here.step(step);
      else await stepThere(step);
    },
  };
}
