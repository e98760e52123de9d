import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { CallInput } from '#protocol/calls.ts';
import type { Robot } from '#protocol/robots/entities/robots.ts';
import { moneyCall } from '#app/platform/api/api.ts';
import { refreshRobots } from './queries.ts';

/** Starts a new robot. */
export function createMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (input: CallInput<'POST quant/create'>) =>
      moneyCall('POST quant/create', input, { about: { facts: input.name } }),
    meta: { quiet: true },
    onSettled: () => void refreshRobots(client),
  });
}

/** Pauses a robot, or starts it again. */
export function actMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({ robot, act }: { readonly robot: Robot } & Pick<CallInput<'POST quant/startIncome'>, 'act'>) =>
      moneyCall('POST quant/startIncome', { id: robot.id, act }, { about: { facts: robot.name } }),
    meta: { quiet: true },
    onSettled: () => void refreshRobots(client),
  });
}

/** Changes the name, the parameters and the bounds of a robot. */
export function changeMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (input: CallInput<'PUT quant/create'>) =>
      moneyCall('PUT quant/create', input, { about: { facts: input.name } }),
    meta: { quiet: true },
    onSettled: () => void refreshRobots(client),
  });
}

/** Stops a robot for good and returns what it holds. */
export function redeemMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({ robot, coins }: { readonly robot: Robot } & Pick<CallInput<'POST quant/redeem'>, 'coins'>) =>
      moneyCall('POST quant/redeem', { id: robot.id, coins }, { about: { facts: robot.name } }),
    meta: { quiet: true },
    onSettled: () => void refreshRobots(client),
  });
}
