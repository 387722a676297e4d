import type { RequestListener } from 'node:http'
import { metricsText, metricsType, type MetricFamily, type Metrics } from '@rpcloom/rpc/metrics'

export const metricsPath = '/ext/metrics'

export interface MetricsParts {
  /** Counts of calls. */
  readonly calls: Metrics
  /** Reads the metrics of the node. */
  readonly families: () => Promise<readonly MetricFamily[]>
  readonly onFailure: (error: unknown) => void
}

/** Serves the metrics, by GET, and by POST for clients that send only these. */
export function metricsListener(
  { calls, families, onFailure }: MetricsParts,
  next: RequestListener,
): RequestListener {
  return (request, response) => {
    const { url = '', method = '' } = request
    if (url.split('?', 1)[0] !== metricsPath) return next(request, response)
    if (!['GET', 'HEAD', 'POST'].includes(method)) {
      response.writeHead(405, { allow: 'GET, HEAD, POST' }).end()
      return
    }
    request.resume()
    families().then(
      (read) => {
        const text = metricsText(read) + calls.text()
        response.writeHead(200, { 'content-type': metricsType })
        response.end(method === 'HEAD' ? undefined : text)
      },
      (error: unknown) => {
        onFailure(error)
        response.writeHead(500).end()
      },
    )
  }
}
