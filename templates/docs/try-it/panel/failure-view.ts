import { isLocalNetwork, isLoopback } from '../call/endpoint.ts'
import type { Failure } from '../call/outcome.ts'
import { element } from '../dom.ts'

export interface FailureText {
  readonly title: string
  /** Possible causes and remedies, with code in backticks. */
  readonly points: readonly string[]
}

/**
 * Explains a failed call with its possible causes, because browsers hide the actual cause from
 * scripts.
 */
export function failureText(failure: Failure, url: URL): FailureText {
  // Browsers send the origin `null` for pages opened from a folder.
  const here = location.protocol === 'file:' ? 'null' : location.origin
  switch (failure.kind) {
    case 'cancelled':
      return { title: 'Cancelled', points: ['The server may still process the request.'] }
    case 'timeout':
      return {
        title: `No response within ${failure.seconds} seconds`,
        points: [`\`${url.origin}\` accepted the connection but did not respond.`],
      }
    case 'policy':
      return {
        title: 'The policy of this site blocks connections to this address',
        points: url.hostname.startsWith('[')
          ? [
              'A policy cannot contain IPv6 addresses. Use `localhost` for `[::1]`, or a host name that resolves to the address.',
            ]
          : [
              `The policy (\`connect-src\` of the Content-Security-Policy) does not allow \`${url.origin}\`.`,
              `To allow it, start the package’s server with \`--connect ${url.origin}\`, or open the site from its folder, where no policy applies.`,
            ],
      }
    case 'mixed':
      return {
        title: 'This page uses https, but the server uses http',
        points: [
          'Browsers block such requests. Use an https address of the server, or serve this site over http from your own machine.',
        ],
      }
    case 'cors':
      return {
        title: 'The server responds, but CORS does not allow this page to read the response',
        points: [
          `It must send CORS headers that allow the origin \`${here}\`${here === 'null' ? '(that of pages opened from a folder)' : ''}, also for the \`OPTIONS\` request before a \`POST\`.`,
          'If the server serves this site itself, it needs no CORS headers: open the site at its address.',
        ],
      }
    case 'unreachable':
      return { title: 'Could not reach the server', points: unreachable(url, here) }
    case 'redirect':
      return {
        title: 'The server redirects to another address',
        points: [
          'Redirects are not followed, because the params would be sent there. Enter the other address.',
        ],
      }
    case 'size':
      return {
        title: `The response exceeds ${failure.mebibytes} MiB`,
        points: ['Request less, or use curl.'],
      }
    case 'socket':
      return {
        title: `The WebSocket was closed (${failure.text})`,
        points: [
          ...unreachable(url, here),
          'The server may not support WebSockets, or may not accept them from this origin.',
        ],
      }
    default:
      return failure satisfies never
  }
}

function unreachable(url: URL, here: string): readonly string[] {
  const asks =
    isLocalNetwork(url) && !isLoopback(new URL(location.href)) && location.protocol !== 'file:'
  return [
    `Is a server running at \`${url.origin}\`? Browsers do not distinguish a refused connection, an unknown host name and an invalid certificate.`,
    ...(asks
      ? [
          'If the browser asks whether this site may access devices on your network, allow it and send again.',
        ]
      : []),
    `A server that does not allow the origin \`${here}\` (CORS) can cause this, too.`,
  ]
}

export function statusText(status: number): string | undefined {
  if (status >= 200 && status < 300) return undefined
  switch (status) {
    case 401:
    case 403:
      return 'The server requires authentication, or does not allow this caller.'
    case 404:
      return 'Nothing is served at this path: check the address.'
    case 405:
      return 'The path does not accept this HTTP method.'
    case 413:
      return 'The request exceeds the size limit of the server.'
    case 429:
      return 'Too many requests: try again later.'
    case 503:
      return 'The server is temporarily unavailable.'
    default:
      return status >= 500
        ? 'The server, or a proxy in front of it, failed.'
        : 'The server rejected the request.'
  }
}

/** Returns a line with its parts in backticks as code. */
export function codeLine(text: string): HTMLElement {
  const line = element('p')
  for (const [index, part] of text.split('`').entries()) {
    line.append(index % 2 === 1 ? element('code', {}, part) : part)
  }
  return line
}
