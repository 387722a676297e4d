import { isCalledByHttp, sampleRequest, sampleUrl } from '../codegen/sample-call.ts'
import { jsonText } from '../json/text.ts'
import type { Group } from '../model/types.ts'
import { addressOf } from './address.ts'
import type { Call, ExportInput } from './calls.ts'

/** A request to save in a collection: the first example of a method. */
export interface SavedRequest {
  readonly call: Call
  /** Name of the variable with the origin. */
  readonly variable: string
  readonly path: string
  /** The query of the URL, with its question mark. Empty if there is none. */
  readonly search: string
  readonly body: string
  /** Markdown. */
  readonly about: string
}

/** Requests by group, and the variables of their URLs. */
export interface Collection {
  readonly variables: ReadonlyMap<string, string>
  readonly folders: readonly {
    readonly group: Group
    readonly requests: readonly SavedRequest[]
  }[]
}

/** Returns a request for each method that is called over HTTP. */
export function collectionOf({ groups, calls }: ExportInput): Collection {
  const variables = new Map<string, string>()
  const variableOf = (origin: string): string => {
    const known = [...variables].find(([, value]) => value === origin)?.[0]
    const name = known ?? `baseUrl${variables.size === 0 ? '' : variables.size + 1}`
    variables.set(name, origin)
    return name
  }
  const saved = (call: Call): SavedRequest => {
    const { group, method } = call
    const { origin, pathname, search } = addressOf(sampleUrl(group, method))
    const { summary, description } = method.doc
    return {
      call,
      variable: variableOf(origin),
      path: pathname,
      search,
      body: bodyOf(call),
      about: [summary, description].filter((text) => text !== undefined).join('\n\n'),
    }
  }
  const folders = groups.map((group) => ({
    group,
    requests: calls
      .filter((call) => call.group === group && isCalledByHttp(group, call.method))
      .map(saved),
  }))
  return { variables, folders: folders.filter(({ requests }) => requests.length > 0) }
}

/** Returns the request of the first example as text, or of another example. */
export function bodyOf({ method, examples }: Call, at = 0): string {
  const example = examples[at] ?? { params: {}, positional: [] }
  return jsonText(sampleRequest(method, example), undefined, 2)
}
