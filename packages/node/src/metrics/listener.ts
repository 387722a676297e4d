import type { RequestListener } from 'node:http'
import { metricsType, type Metrics } from '@rpcloom/rpc/metrics'

const path = '/ext/metrics'

export function metricsListener(metrics: Metrics, next: RequestListener): RequestListener {
  return (request, response) => {
    const { url = '', method } = request
    if (url.split('?', 1)[0] !== path) return next(request, response)
    if (method !== 'GET' && method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end()
      return
    }
    response.writeHead(200, { 'content-type': metricsType }).end(metrics.text())
  }
}
