import { stringify } from '@rpcloom/schema/internal'
import type { CaseRequest } from './types.ts'

/** Returns the body of a request; undefined for a GET. */
export function requestText(request: CaseRequest): string | undefined {
  switch (request.kind) {
    case 'call':
    case 'subscription':
      return stringify(request.call)
    case 'batch':
      return stringify(request.calls)
    case 'text':
      return request.text
    case 'get':
      return undefined
  }
}
