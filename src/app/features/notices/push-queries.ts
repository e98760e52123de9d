import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type PushChoice, type PushInput, readPushChoice, setPushChoice } from './push.ts';

/** What is switched on for this device. It is asked for each time: the exchange may have lost the device meanwhile. */
export const pushChoiceQuery = queryOptions<PushChoice>({
  queryKey: ['push-choice'],
  queryFn: readPushChoice,
  staleTime: 0,
  gcTime: 0,
});

/** Switches kinds of messages on or off. */
export function pushChoiceMutation(client: QueryClient, key: string) {
  return mutationOptions({
    mutationFn: (input: PushInput) => setPushChoice(key, input),
    onSuccess: (choice) => client.setQueryData(pushChoiceQuery.queryKey, choice),
  });
}
