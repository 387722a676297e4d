import { isLocalNetwork, isLoopback } from '../call/endpoint.ts'
import type { Failure } from '../call/outcome.ts'
import { element } from '../dom.ts'

/** Explanation of a call without a response. */
export interface FailureText {
  readonly title: string
  /** Possible causes and what to do, with code in backticks. */
  readonly points: readonly string[]
}

/** Explains a failure as far as a page can know: browsers tell scripts very little. */
export function failureText(failure: Failure, url: URL): FailureText {
  // The origin that browsers send for pages opened from a folder.
  const here = location.protocol === 'file:' ? 'null' : location.origin
  switch (failure.kind) {
    case 'cancelled':
      return { title: 'Cancelled', points: ['What was sent before may still be carried out.'] }
    case 'timeout':
      return {
        title: `No answer within ${failure.seconds} seconds`,
        points: [`\`${url.origin}\` took the connection and did not answer.`],
      }
    case 'policy':
      return {
        title: 'This site does not let its pages connect there',
        points: url.hostname.startsWith('[')
          ? [
              'A policy cannot name IPv6 addresses. Write `localhost` for `[::1]`, or a name that leads to the address.',
            ]
          : [
              `Its policy (the \`connect-src\` of its Content-Security-Policy) names the addresses that pages may connect to, and \`${url.origin}\` is not among them.`,
              `Whoever serves the site can add it; the package’s own server takes \`--connect ${url.origin}\`. The site also opens from its folder, without a server and without that policy.`,
            ],
      }
    case 'mixed':
      return {
        title: 'This page came over https, the node is reached over http',
        points: [
          'Browsers stop that before anything is sent. Use an https address of the node, or serve this site over http from your own machine.',
        ],
      }
    case 'cors':
      return {
        title: 'The node answers, but does not allow this page to read it',
        points: [
          `It has to send CORS headers that allow the origin \`${here}\`${here === 'null' ? ' (a page opened from a folder has no other)' : ''}, also for the \`OPTIONS\` request before a \`POST\`.`,
          'A node that serves this site itself needs none: open the site at its address.',
        ],
      }
    case 'unreachable':
      return { title: 'Nobody answers there', points: unreachable(url, here) }
    case 'redirect':
      return {
        title: 'The address leads on to another one',
        points: [
          'Redirects are not followed, since the params would go with them. Enter the address that it leads to.',
        ],
      }
    case 'size':
      return {
        title: `The answer is larger than ${failure.mebibytes} MiB`,
        points: ['Ask for less, or use curl.'],
      }
    case 'socket':
      return {
        title: `The WebSocket was closed (${failure.text})`,
        points: [
          ...unreachable(url, here),
          'Not every node takes WebSockets, and not from pages of every origin.',
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
    `Is a node running at \`${url.origin}\`? A refused connection, a wrong name and a wrong certificate all look the same from here.`,
    ...(asks
      ? [
          'The browser may have asked whether this site may reach devices of your network: allow that, and send again.',
        ]
      : []),
    `A node that does not allow the origin \`${here}\` (CORS) can look like this, too.`,
  ]
}

/** Explains an HTTP status other than success. */
export function statusText(status: number): string | undefined {
  if (status >= 200 && status < 300) return undefined
  switch (status) {
    case 401:
    case 403:
      return 'The node wants to know who asks, or does not let this caller in.'
    case 404:
      return 'Nothing is served at this path: check the address.'
    case 405:
      return 'The path is there, but takes another kind of request.'
    case 413:
      return 'The request is larger than the node takes.'
    case 429:
      return 'Too many requests: wait a while.'
    case 503:
      return 'The node is there, but not able to serve this now.'
    default:
      return status >= 500
        ? 'The node, or something in front of it, failed.'
        : 'The node refused the request.'
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
