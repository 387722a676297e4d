import { isRecord } from '@rpcloom/rpc'
import { baseRequestParams } from './cases/params.ts'
import { jsonValue } from './judge/json.ts'
import { Recorded } from './recorded.ts'
import { judgeTraffic } from './traffic.ts'
import type { CallExchange, CallMessage, Contract, Outcome } from './types.ts'

/** What is sent over each connection before the cases, such as the handshake of a protocol. */
export interface Before {
  readonly messages: readonly CallMessage[]
  /** Checks the response to a call. Returns why no cases can be sent; undefined if they can. */
  check(call: CallMessage, exchange: CallExchange): string | undefined
  /** Returns an outcome for each called method of the document. */
  outcomes(): readonly Outcome[]
}

/**
 * Prepares the messages before the cases of a contract. Omitted params are those of the first example in the document, or
 * else generated. Without a contract, they stay omitted.
 */
export function beforeCases(messages: readonly CallMessage[], contract?: Contract): Before {
  const name = 'before the cases'
  const recorded = contract && new Recorded(contract, name)
  return {
    messages: messages.map((message) => (contract ? withParams(message, contract) : message)),
    check(call, exchange) {
      const { method } = call
      if (contract?.methods.some((one) => one.name === method)) {
        const traffic = { verb: 'WS', path: contract.path, body: JSON.stringify(call), exchange }
        const { findings } = judgeTraffic(contract, traffic, { name })
        // The params are those of the user.
        const ofServer = findings.filter(({ code }) => code !== 'request')
        recorded?.add(method, ofServer)
      }
      const reason = failure(exchange)
      return reason && `${method} failed: ${reason}`
    },
    outcomes: () => recorded?.outcomes() ?? [],
  }
}

function withParams(message: CallMessage, contract: Contract): CallMessage {
  const method = contract.methods.find(({ name }) => name === message.method)
  if (!method || message.params !== undefined) return message
  const params = baseRequestParams(contract, method)
  return params === undefined ? message : { ...message, params }
}

function failure(exchange: CallExchange): string | undefined {
  if (exchange.kind === 'failed') return exchange.reason
  if (exchange.kind === 'timeout') return `no response within ${exchange.milliseconds} ms`
  const text = exchange.kind === 'messages' ? (exchange.texts[0] ?? '') : exchange.body
  const response = jsonValue(text)
  if (isRecord(response) && 'result' in response) return undefined
  const error = isRecord(response) ? response['error'] : undefined
  return JSON.stringify(error ?? text.slice(0, 200))
}
