import { CheckFailure, type Check } from '../check.ts'

/** Registered when the node stops; always fails. */
export const stoppingCheck: Check = {
  name: 'stopping',
  tags: ['application'],
  global: true,
  run: () => Promise.reject(new CheckFailure('the node stops')),
}
