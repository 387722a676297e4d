import type { Check } from '../check.ts'

/** Requests in progress. */
export class RequestsInFlight {
  readonly #started = new Set<{ readonly at: number }>()

  /** Records a request; call the returned function when its response is closed. */
  begin(): () => void {
    const request = { at: performance.now() }
    this.#started.add(request)
    return () => this.#started.delete(request)
  }

  get count(): number {
    return this.#started.size
  }

  /** Milliseconds since the oldest request started. */
  get longest(): number {
    const [oldest] = this.#started
    return oldest === undefined ? 0 : performance.now() - oldest.at
  }
}

/** Reports the number of outstanding requests and the age of the oldest. */
export function routerCheck(requests: RequestsInFlight): Check {
  return {
    name: 'router',
    tags: ['application'],
    global: true,
    async run() {
      return {
        outstandingRequests: requests.count,
        longestRunningRequest: `${(requests.longest / 1000).toFixed(3)}s`,
      }
    },
  }
}
