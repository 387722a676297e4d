import { randomUUID } from 'node:crypto'
import type { JsonObject } from '@rpcloom/rpc'
import { visibleJson } from '@rpcloom/schema/internal'
import { isRecord, stringify } from '@rpcloom/schema/json'
import { argumentsSchema, type Tool, ToolError, type ToolResult } from './tool.ts'

/** Number of characters of the results that are kept, all together. */
const KEPT = 64 * 1024 * 1024

/** Maximum number of characters of the files of a result, all together. */
const MAX_FILES = 1_000_000

/** The result of a tool as the protocol sends it. */
export interface Content {
  readonly content: readonly JsonObject[]
  readonly structuredContent?: unknown
  readonly isError?: true
}

/** Returns results in parts of limited size, and keeps long results for further parts. */
export class Results {
  readonly #most: number
  readonly #kept = new Map<string, string>()

  /** `most` is the number of characters of a part. */
  constructor(most: number) {
    this.#most = most
  }

  content({ value, blocks = [], isPart }: ToolResult): Content {
    const json = stringify(value ?? null)
    let size = 0
    const kept = blocks.filter((block) => {
      const { length } = stringify(block)
      if (size + length > MAX_FILES) return false
      size += length
      return true
    })
    const omitted = `Files omitted for their size: ${blocks.length - kept.length}`
    const files = kept.length < blocks.length ? [...kept, textBlock(omitted)] : kept
    if (isPart || json.length <= this.#most)
      return {
        content: [textBlock(visibleJson(json)), ...files],
        structuredContent: isRecord(value) ? value : { result: value ?? null },
      }
    const id = this.#keep(json)
    const parts = Math.ceil(json.length / this.#most)
    const truncated = { result: id, part: 1, parts, characters: json.length }
    const hint = `The result has ${json.length} characters. This is part 1 of ${parts} of its JSON; read_result has the others: {"result":"${id}","part":2}`
    return {
      content: [textBlock(visibleJson(this.#part(json, 1))), textBlock(hint), ...files],
      structuredContent: { truncated },
    }
  }

  #keep(json: string): string {
    const id = randomUUID()
    this.#kept.set(id, json)
    let size = 0
    for (const [one, { length }] of [...this.#kept].toReversed()) {
      size += length
      if (size > KEPT && one !== id) this.#kept.delete(one)
    }
    return id
  }

  /** Returns a part, whose characters are not divided. */
  #part(json: string, part: number): string {
    const isLow = (index: number): boolean => /[\uDC00-\uDFFF]/.test(json.charAt(index))
    const [start, end] = [(part - 1) * this.#most, part * this.#most]
    return json.slice(start + (isLow(start) ? 1 : 0), end + (isLow(end) ? 1 : 0))
  }

  /** The tool that returns further parts. */
  get tool(): Tool {
    return {
      name: 'read_result',
      title: 'Read a long result',
      description: 'Returns a part of a result that was too long, as JSON text.',
      effect: 'read',
      inputSchema: argumentsSchema(
        { result: { type: 'string' }, part: { type: 'integer', minimum: 1 } },
        'result',
        'part',
      ),
      call: async ({ result, part }) => {
        const json = this.#kept.get(String(result))
        if (json === undefined)
          throw new ToolError('The result is no longer kept: call the method again')
        const parts = Math.ceil(json.length / this.#most)
        if (Number(part) > parts) throw new ToolError(`The result has ${parts} parts`)
        return { value: { part, parts, text: this.#part(json, Number(part)) }, isPart: true }
      },
    }
  }
}

export function textBlock(text: string): JsonObject {
  return { type: 'text', text }
}
