import type { Check } from '../check.ts'

/** Requests that are being answered right now. */
export class RequestsInFlight {
  readonly #started = new Set<{ readonly at: number }>()

  /** Notes a request; call the result when it was answered. */
  begin(): () => void {
    const request = { at: performance.now() }
    this.#started.add(request)
    return () => this.#started.delete(request)
  }

  get count(): number {
    return this.#started.size
  }

  /** Milliseconds since the oldest of them began; a set keeps the order in which they came. */
  get longest(): number {
    const [oldest] = this.#started
    return oldest === undefined ? 0 : performance.now() - oldest.at
  }
}

/** How many requests are outstanding, and since when. */
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
