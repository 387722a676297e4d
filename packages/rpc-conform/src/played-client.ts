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

/** A document, and its group in findings. */
export interface PlayedDocument {
  readonly bundle: JsonObject
  readonly group: string
}

const caseName = 'calls of the client'

/**
 * Plays the client of documents. The methods of the client may have a document of their own.
 */
export function playClient(documents: readonly PlayedDocument[]): PlayedClient {
  const sides = documents.map(sideOf).toSorted((one, other) => other.known.size - one.known.size)
  return {
    take(text, send) {
      const message = jsonValue(text)
      if (!isRecord(message) || typeof message['method'] !== 'string') return false
      const { method, id } = message
      const declaring = sides.find(({ known }) => known.has(method))
      // Events of subscriptions are notifications too.
      if (!declaring && id === undefined) return false
      const side = declaring ?? sides[0]
      side?.take(text, method, send)
      return side !== undefined
    },
    outcomes: () => sides.flatMap(({ recorded }) => recorded.outcomes()),
  }
}

/** What the client of one document does. */
interface ClientSide {
  readonly known: ReadonlySet<string>
  readonly recorded: Recorded
  take(text: string, method: string, send: (text: string) => void): void
}

function sideOf({ bundle, group }: PlayedDocument): ClientSide {
  const contract = { ...readContract(bundle, { side: 'client' }), group }
  const mock = mockDocuments([bundle], {}, 'client')
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
    known,
    recorded,
    take(text, method, send) {
      recorded.add(method, findingsOf(text, method))
      void Promise.resolve(mock.handle(text)).then((response) => {
        if (response !== undefined) send(response)
      })
    },
  }
}
