import type { methodsOf } from './amplification-requests.mjs'

type Methods = Awaited<ReturnType<typeof methodsOf>>

export function measuredMethods(): Promise<Methods>
export function largeRequests(
  method: Methods[number],
  callsIn?: () => number,
): Generator<{ readonly kind: 'example' | 'single' | 'batch'; readonly body: string }>
