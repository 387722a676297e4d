import type { Check } from '../check.ts'

/** Reports whether calls use Redis. Never fails, because the node works without it. */
export function redisCheck(redis: { readonly isUp: boolean }): Check {
  return {
    name: 'redis',
    tags: ['application'],
    global: true,
    isRepeated: true,
    run: async () => ({ isUp: redis.isUp }),
  }
}
