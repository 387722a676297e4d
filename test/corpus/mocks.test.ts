import { mockDocuments, trySample } from '@rpcloom/mock'
import { dereference } from '@rpcloom/schema/internal'
import { atPointer, pointerResolver } from '@rpcloom/schema'
import { groups } from '@native-node/server'
import { load } from 'rpcloom/load'
import { buildApi, type JsonObject } from 'rpcloom/model'
import { describe, expect, test } from 'vitest'
import { ajvOracle } from './ajv-oracle.ts'
import { chosenDocuments } from './chosen.ts'
import { corpus, isLong } from './folder.ts'

type Members = Readonly<Record<string, unknown>>

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Calls every method of a mock with and without optional params. Returns the responses and their
 * errors.
 */
async function askedOf(
  document: JsonObject,
  verdictAt = ajvOracle(document),
): Promise<{ texts: string[]; faults: unknown[] }> {
  const resolve = pointerResolver(document)
  const mock = mockDocuments([document], { seed: 'x', log: () => undefined })
  const texts: string[] = []
  const faults: unknown[] = []
  const methods = Array.isArray(document['methods']) ? document['methods'] : []
  for (const [index, entry] of methods.entries()) {
    const method = dereference(entry, resolve)
    if (!isMembers(method) || typeof method['name'] !== 'string') continue
    const name = method['name']
    for (const isFull of [false, true]) {
      const params = paramsOf(method, isFull)
      if (params === undefined) continue
      const message = { jsonrpc: '2.0', id: 1, method: name, params }
      const { path } = mock.groups[0] ?? { path: '/' }
      const transport = 'memory'
      const text = await mock.handle(JSON.stringify(message), { path, transport })
      texts.push(text ?? '')
      const notification = JSON.stringify({ ...message, id: undefined })
      const silent = isFull ? undefined : await mock.handle(notification, { path })
      if (silent !== undefined) faults.push([name, 'answered a notification', silent])
      faults.push(...faultsOf({ name, text, index, method }))
    }
  }
  return { texts, faults }

  function paramsOf(method: Members, isFull: boolean): unknown {
    const listed = Array.isArray(method['params']) ? method['params'] : []
    const given: [string, unknown][] = []
    for (const reference of listed) {
      const param = dereference(reference, resolve)
      if (!isMembers(param) || (!isFull && param['required'] !== true)) continue
      const sampled = trySample(param['schema'] ?? {}, { resolve, seed: 1 })
      // No valid value can be generated, so the method cannot be called this way.
      if (sampled.kind !== 'value') return undefined
      given.push([String(param['name']), sampled.value])
    }
    const isListed = method['paramStructure'] === 'by-position'
    return isListed ? given.map(([, value]) => value) : Object.fromEntries(given)
  }

  function faultsOf(asked: {
    readonly name: string
    readonly text: string | undefined
    readonly index: number
    readonly method: Members
  }): readonly unknown[] {
    const { name, text, index, method } = asked
    const answer = JSON.parse(text ?? 'null') as Members
    const known = new Set(
      (Array.isArray(method['errors']) ? method['errors'] : []).map((error) =>
        Reflect.get(Object(dereference(error, resolve)), 'code'),
      ),
    )
    const { error } = answer
    // An error that the document declares is a valid response, too.
    if (isMembers(error)) return known.has(error['code']) ? [] : [[name, error]]
    const pointer = resultPointer(index)
    if (pointer === undefined) {
      // A server answers this method itself, with its document, whether or not the document declares it.
      const isFine =
        name === 'rpc.discover' ? isMembers(answer['result']) : answer['result'] === null
      return isFine ? [] : [[name, 'a result']]
    }
    const verdict = verdictAt(pointer)
    // Another test counts the schemas that ajv cannot compile.
    if (typeof verdict === 'string' || verdict(answer['result'])) return []
    return isPossible(pointer) ? [[name, answer['result']]] : []
  }

  function resultPointer(index: number): string | undefined {
    const method = followed(`/methods/${index}`)
    const result = followed(`${method}/result`)
    return atPointer(document, `${result}/schema`) === undefined ? undefined : `${result}/schema`
  }

  function followed(pointer: string): string {
    let here = pointer
    for (let hops = 0; hops < 20; hops++) {
      const value = atPointer(document, here)
      const reference = isMembers(value) ? value['$ref'] : undefined
      if (typeof reference !== 'string' || !reference.startsWith('#')) break
      here = decodeURIComponent(reference.slice(1))
    }
    return here
  }

  function isPossible(pointer: string): boolean {
    return trySample(atPointer(document, pointer), { resolve, seed: 1 }).kind === 'value'
  }
}

describe('every method of our documents', () => {
  test.each(groups.map((group) => [group.key, group] as const))(
    '%s',
    async (_key, group) => {
      const document = await group.document()
      const verdictAt = ajvOracle(document)
      const { texts, faults } = await askedOf(document, verdictAt)
      expect(faults).toEqual([])
      expect(texts.length).toBeGreaterThanOrEqual(group.methods.length)
      expect((await askedOf(document, verdictAt)).texts).toEqual(texts)
    },
    120_000,
  )
})

describe('every method of real documents', () => {
  if (corpus === undefined) {
    test.skip('is skipped: RPCLOOM_SHARED is not a folder with a corpus', () => undefined)
    return
  }
  const folder = corpus
  const files = chosenDocuments(folder, isLong ? Infinity : 6)
  test.each(files)(
    '%s',
    async (file) => {
      const { loaded } = await load({ root: folder, inputs: [file] })
      // Documents that cannot be loaded are tested elsewhere.
      if (loaded === undefined) return
      for (const { bundle } of buildApi(loaded, { scope: '@test' }).api.groups) {
        const { faults } = await askedOf(bundle)
        expect(faults).toEqual([])
      }
    },
    300_000,
  )
})
