import { mockDocuments } from '@rpcloom/mock'
import { isRecord, type JsonObject } from '@rpcloom/rpc'
import { jsonValue } from './judge/json.ts'
import { readContract } from './read.ts'
import { Recorded } from './recorded.ts'
import { judgeTraffic } from './traffic.ts'
import type { ContractFinding, Outcome } from './types.ts'

/** Plays the client of a server: answers its calls by the examples of the document, and checks them. */
export interface PlayedClient {
  /** Processes a message of the server. Returns false for a message that is no call of the client. */
  take(text: string, send: (text: string) => void): boolean
  /** Returns an outcome for each method that the server called. */
  outcomes(): readonly Outcome[]
}

const caseName = 'calls of the client'

/** Plays the client of a document. `group` is the group in findings. */
export function playClient(json: JsonObject, group: string): PlayedClient {
  const contract = { ...readContract(json, { side: 'client' }), group }
  const mock = mockDocuments([json], {}, 'client')
  const known = new Set(contract.methods.map(({ name }) => name))
  const recorded = new Recorded(contract, caseName)
  const findingsOf = (text: string, method: string): readonly ContractFinding[] => {
    const common = { severity: 'error', fault: 'server', case: caseName } as const
    if (!known.has(method)) {
      const expected = 'a method that the client implements'
      const got = JSON.stringify(method)
      return [{ code: 'undocumented', group, method, pointer: '/method', expected, got, ...common }]
    }
    const exchange = { kind: 'messages', texts: [] } as const
    const traffic = { verb: 'WS', path: contract.path, body: text, exchange }
    const { findings } = judgeTraffic(contract, traffic, { name: caseName })
    return findings
      .filter(({ code }) => code === 'request')
      .map((finding) => ({ ...finding, ...common }))
  }
  return {
    take(text, send) {
      const message = jsonValue(text)
      if (!isRecord(message) || typeof message['method'] !== 'string') return false
      const { method } = message
      // Events of subscriptions are notifications too.
      if (!known.has(method) && message['id'] === undefined) return false
      recorded.add(method, findingsOf(text, method))
      void Promise.resolve(mock.handle(text)).then((response) => {
        if (response !== undefined) send(response)
      })
      return true
    },
    outcomes: () => recorded.outcomes(),
  }
}
